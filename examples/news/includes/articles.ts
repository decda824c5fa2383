import { desc } from "drizzle-orm";
import { offsetPage, toMany, toOne } from "trestle";
import { hasMany, tableResource } from "trestle/drizzle";
import { countOf } from "trestle/source";
import { z } from "zod";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title"],
  rename: { created: "created_at" },
  // Not in `createFields` and `editFields`, so no client writes it.
  attributes: { comment_count: z.int() },
  relationships: {
    author: toOne("users").nullable(),
    comments: toMany("comments"),
    tags: toMany("tags"),
  },
});

const source = data.source(articles, {
  columns: { comment_count: countOf("comments") },
  relationships: {
    comments: hasMany(schema.comments.article_id, {
      orderBy: desc(schema.comments.created_at),
      limit: 3,
    }),
  },
});

export const articleRoutes = source.routes({
  getMany: {
    filter: { tags__name__in: z.array(z.string()).optional() },
    sort: ["created", "comment_count"],
    page: offsetPage({ limit: 20 }),
    include: ["author", "comments", "tags"],
  },
  getOne: { include: ["comments"] },
  getRelated: {
    comments: {
      sort: ["created_at"],
      page: offsetPage({ limit: 2 }),
      included: true,
    },
  },
});
