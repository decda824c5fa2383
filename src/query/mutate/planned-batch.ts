import type { MutationFunctionContext } from "@tanstack/query-core";
import { type PlannedBatch, planned } from "../../client/atomic/plan.js";

/** The callback of a mutation that sends a batch. */
export type Plan = (tx: object, variables: unknown) => unknown;

const batches = new WeakMap<MutationFunctionContext, PlannedBatch>();

/** The batch of one call of `mutate`. The callback runs once for it, so that every try sends what is shown. */
export function plannedBatch(context: MutationFunctionContext, plan: Plan, variables: unknown): PlannedBatch {
  const batch = batches.get(context) ?? planned((tx) => plan(tx, variables));
  batches.set(context, batch);
  return batch;
}
