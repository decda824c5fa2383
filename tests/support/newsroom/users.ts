import { Conflict, NotFound, numberPage, respond, toMany } from "trestle";
import { z } from "zod";
import { articleQuery, listArticles } from "./articles.js";
import { find } from "./rows.js";
import { t } from "./trestle.js";

export const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string().min(2), email: z.email(), password: z.string().min(8) },
  relationships: { articles: toMany("articles") },
  createFields: ["username", "email", "password"],
  writeOnly: ["password"],
});

/** The filter is required. An empty one fits everybody. */
const listUsers = users.getMany(
  { filter: { username__contains: z.string() }, page: numberPage({ size: 2 }) },
  ({ filter, page, ctx }) => {
    const rows = [...ctx.store.users.values()].filter(({ username }) => username.includes(filter.username__contains));
    const from = (page.number - 1) * page.size;
    return respond(rows.slice(from, from + page.size), { total: rows.length });
  },
);

export const getUser = users.getOne({ errors: [NotFound] }, ({ id, ctx }) => find(ctx.store.users, id, "user"));

const createUser = users.createOne({ errors: [Conflict] }, ({ input, ctx }) => {
  ctx.store.record("users.createOne", { input });
  const row = { ...input, id: ctx.store.users.size + 1 };
  ctx.store.users.set(row.id, row);
  return row;
});

const listUserArticles = users.getRelated(
  "articles",
  { ...articleQuery, errors: [NotFound] },
  async ({ id, sort, page, include, fields, ctx }) => {
    const { data: user } = await getUser({ ctx, id });
    return listArticles({ ctx, sort, page, include, fields, filter: { author: user.id } });
  },
);

export const userRoutes = users.routes(listUsers, getUser, createUser, listUserArticles);
