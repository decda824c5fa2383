import { z } from "zod";
import { articles } from "./articles.js";

export const filter = {
  // `ref`: the schema of the author's id. null: without an author.
  author: articles.ref("author").nullable().optional(),
  author__name__startswith: z.string().optional(),
  tags__name__in: z.array(z.string()).optional(),
  tags__none: z.array(z.int()).optional(),
  comments__count__gte: z.int().optional(),
};
// To-one relationships, and counts.
export const sort = ["author__name", "comments__count"] as const;
