import type { MutationFunctionContext } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/request/options.js";
import { callerOf, onlyIn } from "../invalidate/scope.js";

/** For each run of a mutation, what throws if the user is not the one who called `mutate`. */
const checks = new WeakMap<MutationFunctionContext, () => void>();

/** Remembers who called `mutate`: until the request is sent, a chunk is loaded, or a paused mutation waits for the network. */
export function rememberCaller(context: MutationFunctionContext, options: ClientOptions): void {
  checks.set(context, onlyIn(callerOf(options), options));
}

/**
 * Compares the user with the one who called `mutate`.
 *
 * @throws {TypeError} If the user has changed.
 */
export function checkCaller(context: MutationFunctionContext): void {
  checks.get(context)?.();
}
