import type { ApiOf } from "trestle";
import { tableResource } from "trestle/drizzle";
import * as schema from "../schema.js";
import { source } from "./articles.js";
import { bookingRoutes } from "./bookings.js";
import { claim } from "./claim.js";
import { createArticle } from "./create.js";
import { data, t } from "./data.js";
import { editArticle } from "./edit.js";

const users = tableResource(t, "users", schema.users, { pick: ["name"] });

export const api = t.router({
  articles: source
    .routes(
      { getMany: { sort: ["title"] }, deleteOne: true },
      createArticle,
      editArticle,
    )
    .actions({ claim }),
  bookings: bookingRoutes,
  users: data.source(users, {}).routes({}),
});
export interface Api extends ApiOf<typeof api> {}
