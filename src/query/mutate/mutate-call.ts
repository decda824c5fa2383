import type { MutationFunctionContext } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/send/options.js";
import { copied } from "../../client/send/copied.js";
import { callerOf, callerCheck } from "../cache/scope.js";

/** A call of `mutate`. */
interface MutateCall<T> {
  readonly variables: T;
  /** Throws if the current user is not the one who made the call. */
  readonly check: () => void;
}

const calls = new WeakMap<MutationFunctionContext, MutateCall<unknown>>();

/**
 * Remembers who called `mutate`, and its argument. Before the request is sent, a chunk may have to load, or a paused mutation may
 * wait for the network.
 */
export function rememberCall(context: MutationFunctionContext, options: ClientOptions, variables: unknown): void {
  const check = callerCheck(callerOf(options), options);
  try {
    calls.set(context, { variables: copied(variables), check });
  } catch {
    calls.set(context, { variables, check }); // a member throws when it is read; the client reports it when it sends them
  }
}

/** Whether the mutation was dehydrated, and is resumed. */
export function isResumed(context: MutationFunctionContext): boolean {
  return !calls.has(context);
}

/** The variables of the call. A mutation that was dehydrated and is resumed has only the given ones. */
export function variablesOf<T>(context: MutationFunctionContext, given: T): T {
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
