import type { OperationSpec } from "../../define/model/operation.js";
import { keepTransaction } from "../atomic/keep-transaction.js";
import { negotiateBatch } from "../atomic/negotiate-batch.js";
import { type BatchedOperation, type BatchRun, enterBatch, runBatch } from "../atomic/run-batch.js";
import { type Batches, findBatchView, serveBatch, withBatchErrors } from "../atomic/serve-batch.js";
import type { Channel } from "../live/channel.js";
import { requireVersion } from "../versions/precondition.js";
import type { Views } from "../visibility/views.js";
import { makeContext } from "./make-context.js";
import { whenReady } from "./maybe-promise.js";
import type { RequestStep } from "./request-state.js";
import { aroundWithMiddleware, noResponse, runSteps, throwReturned } from "./run-steps.js";
import { compiledViews } from "./select-view.js";
import {
  changeSteps,
  enterSteps,
  keepContext,
  onceInTransaction,
  startWrite,
  takesVersion,
  type Writes,
} from "./write-steps.js";

/** Makes an operation as batches run it: a batch has negotiated, made the context, claimed the key and opened the transaction. */
export function batchedOperation(operation: OperationSpec, views: Views, writes: Writes): BatchedOperation {
  const entering = aroundWithMiddleware(operation, [keepTransaction, ...enterSteps(operation)]);
  const steps = aroundWithMiddleware(operation, [
    keepTransaction,
    ...(takesVersion(operation) ? [requireVersion(operation)] : []), // 428
    ...changeSteps(operation, views, writes),
  ]);
  return {
    viewIn: compiledViews(operation),
    enter: async (state) => throwReturned(await runSteps(entering, state)),
    run: async (state) => {
      throwReturned(await runSteps(steps, state));
      if (state.response === undefined && !state.isExpired) throw noResponse(operation);
    },
  };
}

/**
 * The steps of a batch. The middleware of the API runs around all of it, and that of each operation around the operation. A step after them
 * runs once, after the commit, and finds in `state.result` what each operation has done.
 */
export function batchSteps(
  operation: OperationSpec,
  views: Views,
  writes: Writes,
  batches: Batches,
): readonly RequestStep[] {
  const gather = writes.live === undefined ? [] : [gatherChanges(writes.live)];
  const once = onceInTransaction(
    operation,
    writes,
    [serveBatch(operation, batches, runBatch), ...gather],
    (state) => state.readBody(),
    [serveBatch(operation, batches, enterBatch)],
  );
  return [
    startWrite(operation, writes),
    negotiateBatch, // 415, 406
    makeContext,
    keepContext,
    findBatchView(views),
    ...aroundWithMiddleware(operation, [
      keepOutside,
      withBatchErrors((state) => whenReady(runSteps(once, state), throwReturned)),
    ]),
  ];
}

/** Makes one list of what the operations of a batch have changed. */
function gatherChanges(live: Channel): RequestStep {
  return (state) => {
    const { done } = state.result as BatchRun; // see `serveBatch`
    live.gather(
      state,
      done.map((operation) => operation.state),
    );
    return undefined;
  };
}

/** Keeps the context that the transaction is given. */
const keepOutside: RequestStep = (state) => {
  if (state.write) state.write.outside = state.ctx;
  return undefined;
};
