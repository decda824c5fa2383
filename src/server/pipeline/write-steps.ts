import { wrappersOf } from "../../define/model/handler-check.js";
import { isVersionedChange, type OperationSpec } from "../../define/model/operation.js";
import type { DeclaredIdempotency } from "../../define/types/idempotency.js";
import type { Transaction } from "../../define/types/transaction.js";
import { OPERATIONS } from "../../wire/operations.js";
import { claimKey } from "../idempotency/claim-key.js";
import { readKey } from "../idempotency/read-key.js";
import type { Channel } from "../live/channel.js";
import { readingCurrent } from "../versions/current.js";
import { addingCurrent, checkVersion, readPrecondition } from "../versions/precondition.js";
import { tagResponse } from "../versions/tag-response.js";
import type { Views } from "../visibility/views.js";
import { handlerSteps, headSteps } from "./handler-steps.js";
import { isPromise, type MaybePromise, whenReady } from "./maybe-promise.js";
import type { RequestState, RequestStep } from "./request-state.js";
import { aroundWithMiddleware, runSteps, throwReturned } from "./run-steps.js";
import { findView } from "./select-view.js";
import { withinTransaction } from "./within-transaction.js";
import { WriteState } from "./write-state.js";

/** What writes need from the router and the server. */
export interface Writes {
  readonly transaction: Transaction<object> | undefined;
  readonly idempotency: DeclaredIdempotency | undefined;
  /** The path of the mount point. */
  readonly mount: string;
  /** The operation that reads a resource, by its type. */
  readonly getOne: (type: string) => OperationSpec | undefined;
  /** Milliseconds, or `Infinity`. */
  readonly timeout: number;
  /** The largest body of an action, in bytes. */
  readonly bodySize: number;
  /** Where changes are announced. */
  readonly live: Channel | undefined;
}

/**
 * The steps of an idempotent create, or of a write of a resource with versions. The response is written before the transaction commits, and
 * middleware cannot change it.
 */
export function writeSteps(operation: OperationSpec, views: Views, writes: Writes): readonly RequestStep[] {
  const { info, resource } = operation;
  const isTagged = resource.version !== undefined && OPERATIONS[info.kind].response === "resource";
  const steps = [...changeSteps(operation, views, writes), ...(isTagged ? [tagResponse(operation)] : [])];
  return [
    startWrite(operation, writes),
    ...headSteps(operation, views),
    keepContext,
    ...aroundWithMiddleware(operation, [
      ...(takesVersion(operation) ? [readPrecondition(operation)] : []), // 400, 428
      ...onceInTransaction(operation, writes, steps, (state) => state.readBody()),
    ]),
  ];
}

/** The steps of a write within its transaction. */
export function changeSteps(operation: OperationSpec, views: Views, writes: Writes): readonly RequestStep[] {
  const [read, handle] = handlerSteps(operation, writes.live);
  const reader = takesVersion(operation) ? writes.getOne(operation.info.type) : undefined;
  if (reader === undefined) return [read, handle];
  const reading = aroundWithMiddleware(reader, handlerSteps(reader, undefined));
  const readCurrent = readingCurrent(reader, findView(reader, views), (state) =>
    whenReady(runSteps(reading, state), throwReturned),
  );
  return [read, checkVersion(operation, readCurrent), addingCurrent(operation, readCurrent, handle)]; // 412
}

export function takesVersion({ info, resource }: OperationSpec): boolean {
  return resource.version !== undefined && isVersionedChange(info);
}

/** Keeps the context by which fields are hidden. */
export const keepContext: RequestStep = (state) => {
  if (state.write) state.write.ctx = state.ctx;
  return undefined;
};

export function startWrite({ options }: OperationSpec, { timeout, transaction }: Writes): RequestStep {
  const keepsLate = Boolean(options.idempotent) && transaction === undefined;
  return (state) => {
    state.write = new WriteState(timeout, keepsLate);
    return undefined;
  };
}

/**
 * Puts steps in the router's transaction, and runs them once for each key.
 *
 * @param readBody Reads what the fingerprint of a request contains.
 * @param enter Runs what decides whether the caller may write. It also runs before a stored response is sent again.
 */
export function onceInTransaction(
  operation: OperationSpec,
  { transaction, idempotency, mount, live }: Writes,
  steps: readonly RequestStep[],
  readBody: (state: RequestState) => MaybePromise<string | undefined>,
  enter: readonly RequestStep[] = enterSteps(operation),
): readonly RequestStep[] {
  const recording: RequestStep[] = live === undefined ? [] : [(state) => live.record(state)];
  const within = (steps: readonly RequestStep[]) =>
    transaction
      ? [waitForBody, withinTransaction(operation, transaction, (state) => runSteps([...steps, ...recording], state))]
      : steps;
  if (!operation.options.idempotent || idempotency === undefined) return within(steps);
  const running = (steps: readonly RequestStep[]) => (state: RequestState) => runSteps(steps, state);
  const once = (steps: readonly RequestStep[], enter: readonly RequestStep[]) => [
    claimKey(operation, idempotency, running(steps), running(enter)),
  ];
  return [
    readKey(operation, idempotency, mount, readBody), // 400
    ...(idempotency.store.inTransaction // 409, 422
      ? within(once(steps, enter))
      : once(within(steps), enter.length === 0 ? enter : within(enter))),
  ];
}

/** Runs the wrappers of an operation without its handler. */
export function enterSteps(operation: OperationSpec): readonly RequestStep[] {
  const enter = wrappersOf(operation);
  return enter === undefined ? [] : [({ ctx, signal }) => enter({ ctx, signal }).then(ignore)];
}

/** A transaction must not stay open while a slow client sends its body. A later step reports a body that cannot be read. */
const waitForBody: RequestStep = (state) => {
  try {
    const body = state.readBody();
    return isPromise(body) ? body.then(ignore, ignore) : undefined;
  } catch {
    return undefined;
  }
};

export function ignore(): undefined {}
