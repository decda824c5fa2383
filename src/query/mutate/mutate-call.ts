import type { MutationFunctionContext } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/send/options.js";
import { copied } from "../../client/send/input.js";
import { callerOf, callerCheck } from "../cache/scope.js";

/** The variables of a mutation. The overloads of `mutationOptions` say which of them each kind has. */
export interface Variables {
  readonly id?: unknown;
  readonly related?: unknown;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Keeps a change that is shown, if its mutation succeeded; otherwise takes it back. Only the first call has an effect. Never throws. */
export type End = (isDone: boolean) => void;

/** A call of `mutate`. What it holds is not in the mutation's options, because a component may replace these during the run. */
export interface MutateCall {
  /** A copy. */
  readonly variables: Variables;
  /**
   * Compares the user with the one who made the call.
   *
   * @throws {TypeError} If the user has changed.
   */
  readonly check: () => void;
  /** Ends the change that is shown. Undefined if none is. */
  end?: End;
}

/** By the context of each. None for a mutation that was dehydrated and is resumed. */
export const calls = new WeakMap<MutationFunctionContext, MutateCall>();

/**
 * Remembers who called `mutate`, and its argument. Before the request is sent, a chunk may have to load, or a paused mutation may
 * wait for the network.
 */
export function rememberCall(context: MutationFunctionContext, options: ClientOptions, variables: Variables): void {
  const check = callerCheck(callerOf(options), options);
  try {
    calls.set(context, { variables: copied(variables), check });
  } catch {
    calls.set(context, { variables, check }); // a member throws when it is read; the client reports it when it sends them
  }
}
