import { offsetPage, toMany } from "trestle";
import { z } from "zod";
import { articleQuery } from "./articles.js";
import { data } from "./data.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const users = t.resource("users", {
  attributes: { username: z.string(), email: z.email() },
  relationships: { articles: toMany("articles") },
});

const source = data.source(users, {});

export const userRoutes = source.routes({
  getMany: {
    filter: { username__contains: text.optional() },
    sort: ["username"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
  },
  getOne: true,
  getRelated: { articles: articleQuery },
});
