import { type ApiOf, Conflict, NotFound, offsetPage, toOne, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";
import type { Db } from "./connect.js";
import * as schema from "./schema.js";

export const t = trestle<{ readonly db: Db }>();
const data = drizzleData({ db: "db", tables: schema });

const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string().min(1).max(200), created_at: z.date() },
  relationships: { author: toOne("users").nullable() },
  createFields: ["title", "author"],
  editFields: ["title", "author"],
});

const source = data.source(articles, { violations: { articles_title: "Another article has this title." } });
const include = ["author"] as const;

export const api = t.router({
  articles: articles.routes(
    articles.getMany(
      {
        filter: { title__contains: z.string().optional() },
        sort: ["title", "created_at"],
        page: offsetPage({ limit: 20, maxLimit: 100 }),
        include,
      },
      source.getMany,
    ),
    articles.getOne({ include, errors: [NotFound] }, source.getOne),
    articles.createOne({ include, errors: [Conflict, NotFound] }, source.createOne),
    articles.editOne({ include, errors: [Conflict, NotFound] }, source.editOne),
    articles.deleteOne({ errors: [NotFound] }, source.deleteOne),
  ),
  users: users.routes(users.getMany({ sort: ["name"] }, data.source(users, {}).getMany)),
});

export interface Api extends ApiOf<typeof api> {}
