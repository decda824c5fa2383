import { offsetPage, toMany, toOne } from "trestle";
import { tableResource } from "trestle/drizzle";
import { z } from "zod";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

export const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title", "created_at"],
  relationships: {
    author: toOne("users").nullable(),
    comments: toMany("comments"),
    tags: toMany("tags"),
  },
});

export const articleRoutes = data.source(articles, {}).routes({
  getMany: {
    filter: {
      title__contains: z.string().optional(),
      created_at__gte: z.date().optional(),
    },
    sort: ["title", "created_at"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
  },
});
