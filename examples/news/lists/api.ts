import type { ApiOf } from "trestle";
import { tableResource } from "trestle/drizzle";
import { data, t } from "../data.js";
import * as schema from "../schema.js";
import { articleRoutes } from "./articles.js";
import { commentRoutes } from "./comments.js";
import { peopleRoutes } from "./people.js";

const users = tableResource(t, "users", schema.users, {
  pick: ["name", "email"],
});
const tags = tableResource(t, "tags", schema.tags, { pick: ["name"] });

export const api = t.router({
  articles: articleRoutes,
  comments: commentRoutes,
  people: peopleRoutes, // from a section below, with a table of its own
  tags: data.source(tags, {}).routes({}),
  users: data.source(users, {}).routes({}),
});
export interface Api extends ApiOf<typeof api> {}
