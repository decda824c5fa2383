import { type ApiOf, offsetPage, toOne, trestle } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { z } from "zod";
import * as schema from "./schema.js";
import type { Db } from "./setup/connect.js";

export const t = trestle<{ readonly db: Db }>();
const data = drizzleData({ db: "db", tables: schema });

const users = tableResource(t, "users", schema.users, { pick: ["name"] }); // only this column is a field

/** The fields that clients write. */
const formFields = ["title", "author"] as const;
const articles = tableResource(t, "articles", schema.articles, {
  omit: [], // every other column is a field that clients read
  attributes: { title: z.string().trim().min(1, "Write a title.").max(200, "Use at most 200 characters.") }, // stricter than the column
  relationships: { author: toOne("users").nullable() },
  createFields: formFields,
  editFields: formFields,
  version: "version", // an edit of an old version is refused
});

const articleSource = data.source(articles, { violations: { articles_title: "Another article has this title." } });
const include = ["author"] as const;

export const api = t.router(
  {
    articles: articleSource.routes({
      getMany: {
        filter: { title__contains: z.string().optional() },
        sort: ["title", "created_at"],
        page: offsetPage({ limit: 5, maxLimit: 100 }),
        include,
      },
      getOne: { include },
      createOne: { include },
      editOne: { include },
      deleteOne: true,
    }),
    users: data.source(users, {}).routes({ getMany: { sort: ["name"] } }),
  },
  { transaction: data.transaction },
);

export interface Api extends ApiOf<typeof api> {}
