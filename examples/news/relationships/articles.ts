import { offsetPage, toMany, toOne } from "trestle";
import { tableResource } from "trestle/drizzle";
import { z } from "zod";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

export const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title", "body", "version"],
  rename: { created: "created_at" },
  attributes: { title: z.string().min(1).max(200) },
  relationships: {
    author: toOne("users").nullable(), // the column author_id
    comments: toMany("comments"), // the foreign key of the comments
    // The join table; `linkage`: every article has the ids of its tags.
    tags: toMany("tags", { linkage: true }),
  },
  createFields: ["title", "body", "author", "tags"],
  editFields: ["title", "body", "author", "tags"],
  // A client that passes the item it read cannot overwrite a newer change.
  version: "version",
});

const source = data.source(articles, {
  violations: { articles_title: "Another article has this title." },
});
const include = ["author", "comments", "tags"] as const;

export const articleRoutes = source.routes({
  getMany: {
    // `ref`: the schema of the author's id.
    filter: {
      tags__name__in: z.array(z.string()).optional(),
      author: articles.ref("author").nullable().optional(),
    },
    sort: ["title", "created"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
    include,
  },
  getOne: { include },
  createOne: { include },
  editOne: { include },
  deleteOne: true,
  getRelated: { comments: { sort: ["created_at"], page: offsetPage() } },
  changeRelationship: { tags: true },
});
