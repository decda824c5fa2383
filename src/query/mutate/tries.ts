import type { Mutation, MutationFunctionContext } from "@tanstack/query-core";
import { isEqual } from "../cache/structural-sharing.js";
import { type PlannedBatch, planned } from "../../client/atomic/plan.js";

/** The member of a mutation's state with its key. The state is what a paused mutation is restored from. */
const KEY = "trestleKey";

/** What each mutation sent: the caller may change the variables later. */
const sent = new WeakMap<Mutation, unknown>();

/** Errors after which the same key cannot succeed. */
const LOST = /^(response_withheld|idempotency_key_reused)$/;

/**
 * The key of a call of `mutate`: the same for every try, and for a later call with the same input, until one succeeds.
 *
 * @param given The variables, as TanStack Query passes them.
 * @param input What is sent.
 */
export function keptKey(context: MutationFunctionContext, given: unknown, input: unknown): string {
  const { client, mutationKey } = context;
  const filters = { exact: true, ...(mutationKey && { mutationKey }) };
  const newest = client.getMutationCache().findAll(filters).reverse();
  const pending = newest.find(({ state }) => state.status === "pending" && state.variables === given);
  if (!pending) return crypto.randomUUID(); // called without a mutation
  const kept = keyIn(pending) ?? earlierKey(newest, pending, input) ?? crypto.randomUUID();
  Object.assign(pending.state, { [KEY]: kept }); // its later states are copies
  sent.set(pending, input);
  return kept;
}

/** The key of the last call with the same input, unless that succeeded. */
function earlierKey(newest: readonly Mutation[], pending: Mutation, input: unknown): string | undefined {
  const last = newest.find((each) => each !== pending && sent.has(each) && isEqual(sent.get(each), input));
  const { status, error } = last?.state ?? {};
  const { code } = (error ?? {}) as { code?: unknown }; // a mutation can fail with anything
  return last && status !== "success" && !LOST.test(`${code}`) ? keyIn(last) : undefined;
}

function keyIn({ state }: Mutation): string | undefined {
  const key = (state as unknown as Readonly<Record<string, unknown>>)[KEY]; // TanStack Query's type does not know it
  return typeof key === "string" ? key : undefined;
}

/** The callback of a mutation that sends a batch. */
export type Plan = (tx: object, variables: unknown) => unknown;

const batches = new WeakMap<MutationFunctionContext, PlannedBatch>();

/** The batch of one call of `mutate`. The callback runs once for it, so that every try sends what is shown. */
export function plannedBatch(context: MutationFunctionContext, plan: Plan, variables: unknown): PlannedBatch {
  const batch = batches.get(context) ?? planned((tx) => plan(tx, variables));
  batches.set(context, batch);
  return batch;
}
