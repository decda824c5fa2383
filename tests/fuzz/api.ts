import type { IdempotencyStore } from "trestle";
import { articleRoutes } from "../support/newsroom/articles.js";
import { categoryRoutes } from "../support/newsroom/categories.js";
import { constructorRoutes } from "../support/newsroom/constructors.js";
import { fileRoutes } from "../support/newsroom/files.js";
import { tagRoutes } from "../support/newsroom/tags.js";
import { type Context, t } from "../support/newsroom/trestle.js";
import { userRoutes } from "../support/newsroom/users.js";
import { contractRoutes, noteRoutes, watched } from "./notes.js";

/** The largest number of operations in a batch. */
export const MAX_OPERATIONS = 1_000;

/** Each sequence of requests has its own keys. */
const keysOfStore: IdempotencyStore<Context> = {
  inTransaction: false,
  claim: (use) => watched(use.ctx).keys.claim(use),
};

/** The newsroom without the type whose handlers fail on purpose, because here a 5xx is a bug. It also has batches, versions and keys. */
export const api = t.router(
  {
    articles: articleRoutes,
    users: userRoutes,
    categories: categoryRoutes,
    tags: tagRoutes,
    files: fileRoutes,
    constructor: constructorRoutes,
    notes: noteRoutes,
    contracts: contractRoutes,
  },
  {
    transaction: ({ ctx }, run) => watched(ctx).transaction(() => run(ctx)),
    atomic: { max: MAX_OPERATIONS, idempotent: true },
    idempotency: { store: keysOfStore, caller: () => null }, // one caller, so that others see other fields of a repeated response
  },
);
