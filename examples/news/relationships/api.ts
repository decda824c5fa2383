import type { ApiOf } from "trestle";
import { tableResource } from "trestle/drizzle";
import { data, t } from "../data.js";
import * as schema from "../schema.js";
import { articleRoutes } from "./articles.js";
import { cityRoutes } from "./cities.js";
import { shopRoutes } from "./offers.js";

const users = tableResource(t, "users", schema.users, { pick: ["name"] });
const comments = tableResource(t, "comments", schema.comments, {
  pick: ["text", "created_at"],
});
const tags = tableResource(t, "tags", schema.tags, { pick: ["name"] });

export const api = t.router(
  {
    articles: articleRoutes,
    users: data.source(users, {}).routes({}),
    comments: data.source(comments, {}).routes({}),
    tags: data.source(tags, {}).routes({ getMany: true }),
    // From two sections below, with tables of their own.
    ...shopRoutes,
    ...cityRoutes,
  },
  // Required for `version`, and for several writes in one request.
  { transaction: data.transaction },
);
export interface Api extends ApiOf<typeof api> {}
