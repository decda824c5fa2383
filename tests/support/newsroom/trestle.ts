import { Forbidden, trestle, Unauthorized } from "trestle";
import type { Store } from "./store.js";

/** What every handler receives as `ctx`. */
export interface Context {
  readonly store: Store;
  /** Who asks, from the header `authorization`. */
  readonly user: string | undefined;
}

const base = trestle<Context>();

/** Runs around every operation that has no list of its own. */
const tracing = base.middleware(async ({ ctx, operation, next }) => {
  ctx.store.trace.push(`before ${operation.type}.${operation.kind}`);
  const result = await next({ traced: true });
  ctx.store.trace.push(`after ${operation.type}.${operation.kind}`);
  return result;
});

const greeting = base.middleware(async ({ ctx, next }) => {
  ctx.store.trace.push("greeting");
  return next({ greeting: `Hello ${ctx.user ?? "stranger"}` });
});

export const t = base.use(tracing, greeting);

/** A list of its own for an operation: knows nothing of what the API's own adds. */
export const onlyEditors = base.middleware({ errors: [Forbidden] }, async ({ ctx, next }) => {
  ctx.store.trace.push("onlyEditors");
  if (ctx.user !== "editor") throw new Forbidden("Editors only.");
  return next({ role: "editor" });
});

/** Goes round one handler. */
export const requireLogin = base.wrapper(({ ctx }) => {
  ctx.store.trace.push("requireLogin");
  if (ctx.user === undefined) throw new Unauthorized("Log in first.");
  return { login: ctx.user };
});
