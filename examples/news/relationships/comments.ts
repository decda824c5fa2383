import { desc } from "drizzle-orm";
import { toMany } from "trestle";
import {
  drizzleData,
  hasMany,
  manyToMany,
  tableResource,
} from "trestle/drizzle";
import { t } from "../data.js";
import * as schema from "../schema.js";

// Its own `data`, because `articles.ts` has a source of the same resource.
const data = drizzleData({ db: "db", tables: schema });

const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title"],
  relationships: { comments: toMany("comments"), tags: toMany("tags") },
});
const source = data.source(articles, {
  relationships: {
    comments: hasMany(schema.comments.article_id, {
      orderBy: desc(schema.comments.created_at),
      limit: 20,
    }),
    tags: manyToMany(schema.articleTags),
  },
});

const addComments = articles.addToRelationship(
  "comments",
  source.addToRelationship("comments"),
);
export const routes = source.routes({ getOne: true }, addComments);
