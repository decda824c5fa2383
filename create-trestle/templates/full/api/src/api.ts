import { type ApiOf, offsetPage, toOne, trestle } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { z } from "zod";
import type { Db } from "./connect.js";
import * as schema from "./schema.js";

export const t = trestle<{ readonly db: Db }>();
const data = drizzleData({ db: "db", tables: schema });

const users = tableResource(t, "users", schema.users, { pick: ["name"] });
const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title", "created_at"],
  attributes: { title: z.string().min(1, "Write a title.").max(200) },
  relationships: { author: toOne("users").nullable() },
  createFields: ["title", "author"],
  editFields: ["title", "author"],
});

const articleSource = data.source(articles, { violations: { articles_title: "Another article has this title." } });
const include = ["author"] as const;

export const api = t.router({
  articles: articleSource.routes({
    getMany: {
      filter: { title__contains: z.string().optional() },
      sort: ["title", "created_at"],
      page: offsetPage({ limit: 20, maxLimit: 100 }),
      include,
    },
    getOne: { include },
    createOne: { include },
    editOne: { include },
    deleteOne: true,
  }),
  users: data.source(users, {}).routes({ getMany: { sort: ["name"] } }),
});

export interface Api extends ApiOf<typeof api> {}
