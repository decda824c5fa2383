import { MOST_COMMENTS, PAGE } from "../sources/tables.js";

// ZenStack's queries are written as Prisma's.

const newestFirst: { created_at?: "desc"; id?: "asc" }[] = [{ created_at: "desc" }, { id: "asc" }];

export const NEWEST = { orderBy: newestFirst, take: PAGE };

const firstComments: { omit: { article_id: true }; orderBy: typeof newestFirst; take: number } = {
  omit: { article_id: true },
  orderBy: newestFirst,
  take: MOST_COMMENTS,
};
export const INCLUDED: { author: true; comments: typeof firstComments } = { author: true, comments: firstComments };
