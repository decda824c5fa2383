import type { MutationFunctionContext } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/request/options.js";
import { copied } from "../../client/write/copied.js";
import { callerOf, onlyIn } from "../invalidate/scope.js";

/** A call of `mutate`, as it was made. */
interface Begun<T> {
  readonly variables: T;
  /** Throws if the user is not the one who made it. */
  readonly check: () => void;
}

const calls = new WeakMap<MutationFunctionContext, Begun<unknown>>();

/**
 * Remembers who called `mutate`, and with what: until the request is sent, a chunk is loaded, or a paused mutation waits for
 * the network.
 */
export function begin(context: MutationFunctionContext, options: ClientOptions, variables: unknown): void {
  const check = onlyIn(callerOf(options), options);
  try {
    calls.set(context, { variables: copied(variables), check });
  } catch {
    calls.set(context, { variables, check }); // one of them throws when it is read: the client says so when it sends them
  }
}

/** What `mutate` was called with. A mutation that was kept and is resumed has no other variables than those given. */
export function begunWith<T>(context: MutationFunctionContext, given: T): T {
  return (calls.get(context)?.variables ?? given) as T; // a copy
}

/**
 * Compares the user with the one who called `mutate`.
 *
 * @throws {TypeError} If the user has changed.
 */
export function checkCaller(context: MutationFunctionContext): void {
  calls.get(context)?.check();
}
