import type { ApiOf } from "trestle";
import { drizzleQuery } from "trestle/drizzle";
import { postgresStore } from "trestle/postgres";
import { articleRoutes } from "./articles.js";
import { categoryRoutes } from "./categories.js";
import { data } from "./data.js";
import { type Context, t } from "./trestle.js";
import { userRoutes } from "./users.js";

export const api = t.router(
  {
    articles: articleRoutes,
    users: userRoutes,
    categories: categoryRoutes,
  },
  {
    transaction: data.transaction,
    atomic: { idempotent: true },
    // The newsroom has no accounts, so all callers are anonymous.
    idempotency: { store: postgresStore<Context>({ query: drizzleQuery("db") }), caller: () => null },
  },
);

/**
 * What a client is made from. The interface gives the type a name, which editors print in place of
 * the whole router.
 */
export interface Api extends ApiOf<typeof api> {}
