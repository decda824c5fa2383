import type { ApiOf } from "trestle";
import { tableResource } from "trestle/drizzle";
import { t } from "../data.js";
import * as schema from "../schema.js";
import { data, searchRoutes } from "./search.js";

const users = tableResource(t, "users", schema.users, { pick: ["name"] });
const tags = tableResource(t, "tags", schema.tags, { pick: ["name"] });
const comments = tableResource(t, "comments", schema.comments, {
  pick: ["text"],
});

export const searchApi = t.router({
  articles: searchRoutes,
  comments: data.source(comments, {}).routes({}),
  tags: data.source(tags, {}).routes({}),
  users: data.source(users, {}).routes({}),
});
export interface SearchApi extends ApiOf<typeof searchApi> {}
