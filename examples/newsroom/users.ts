import { NotFound, offsetPage, respond, toMany } from "trestle";
import { z } from "zod";
import { articleQuery, listArticles } from "./articles.js";
import { findUsers, getUserRow } from "./queries/find-users.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string(), email: z.email() },
  relationships: { articles: toMany("articles") },
});

/** People are looked up, not browsed: the filter is required. An empty one fits everybody. */
export const listUsers = users.getMany(
  {
    filter: { username__contains: text },
    sort: ["username"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
  },
  async ({ filter, sort, page, ctx }) => {
    const { rows, total } = await findUsers(ctx.db, { filter, sort, page });
    return respond(rows, { total });
  },
);

export const getUser = users.getOne({ errors: [NotFound] }, ({ id, ctx }) => getUserRow(ctx.db, id));

export const listUserArticles = users.getRelated(
  "articles",
  { ...articleQuery, errors: [NotFound] },
  async ({ id, sort, page, include, fields, ctx }) => {
    await getUser({ ctx, id });
    return listArticles({ ctx, sort, page, include, fields, filter: { author: id } });
  },
);

export const userRoutes = users.routes(listUsers, getUser, listUserArticles);
