import type { ApiOf } from "trestle";
import { tableResource } from "trestle/drizzle";
import { data, t } from "../data.js";
import * as schema from "../schema.js";
import { articleRoutes } from "./articles.js";

const users = tableResource(t, "users", schema.users, { pick: ["name"] });
const tags = tableResource(t, "tags", schema.tags, { pick: ["name"] });
const comments = tableResource(t, "comments", schema.comments, {
  pick: ["text", "created_at"],
});

export const api = t.router({
  articles: articleRoutes,
  users: data.source(users, {}).routes({}),
  tags: data.source(tags, {}).routes({}),
  comments: data.source(comments, {}).routes({}),
});
export interface Api extends ApiOf<typeof api> {}
