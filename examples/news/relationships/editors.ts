import { eq } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { toMany } from "trestle";
import { drizzleData, manyToMany, tableResource } from "trestle/drizzle";
import { t } from "../data.js";
import * as schema from "../schema.js";

// One table says who writes an article, and who edits it.
const people = pgTable("article_people", {
  article_id: integer().references(() => schema.articles.id),
  user_id: integer().references(() => schema.users.id),
  role: text().notNull(),
});

// In your app, add `people` to the `tables` of `data.ts`.
const data = drizzleData({ db: "db", tables: { ...schema, people } });
const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title"],
  relationships: { editors: toMany("users") },
});
const users = tableResource(t, "users", schema.users, { pick: ["name"] });
const source = data.source(articles, {
  relationships: {
    editors: manyToMany(people, {
      // Only these rows of the join table belong to the relationship.
      where: () => eq(people.role, "editor"),
      // The other columns of each new row.
      values: () => ({ role: "editor" }),
    }),
  },
});

export const editorRoutes = {
  articles: source.routes({
    getOne: { include: ["editors"] },
    changeRelationship: { editors: true },
  }),
  users: data.source(users, {}).routes({}),
};
