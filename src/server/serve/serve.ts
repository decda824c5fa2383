import { wrappersOf } from "../../define/model/handler-check.js";
import { type HandlerArgs, isVersionedChange, type OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import { errorObjectsOf, isClientError } from "../../protocol/errors/error-document.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { Limits } from "../../protocol/limits.js";
import { dropped, droppedInside } from "../../schema/dropped.js";
import { OPERATIONS } from "../../wire/operations.js";
import { withAffects } from "../affects-header.js";
import { authorizeBatch, keepTransaction, runBatch } from "../atomic/run-batch.js";
import { findBatchView, negotiateBatch, serveBatch, withOperation } from "../atomic/serve-batch.js";
import { bodyTypes } from "../body-types.js";
import { refuseCrossSite } from "../kernel/cross-site.js";
import { isPromise, type MaybePromise } from "../../protocol/maybe-promise.js";
import { negotiate, negotiateUnmatched, negotiateAction } from "../kernel/negotiate.js";
import { NO_FIELDS, type Refusal, type RequestState, WriteState } from "../kernel/request-state.js";
import type { View } from "../kernel/views.js";
import { oncePerKey, readKey } from "../writes/idempotency.js";
import { checkVersion, readPrecondition, requireVersion, withCurrent, tagResponse } from "../writes/versions.js";
import { withinTransaction } from "../writes/transaction.js";
import { readCurrent } from "./read-current.js";
import type { ServedOperation, Stage, Way } from "./served-api.js";
import { withHead } from "./write-response.js";

/**
 * Serves a JSON:API request. What each kind of operation does is below: `serve` negotiates and makes the context before the middleware of
 * the operation, so that a caller whom the middleware turns away learns nothing else about the request. `withinMiddleware` reads, calls the
 * handler and writes the response, so that a transaction that a middleware opens commits only what can be sent.
 *
 * Returns no promise if nothing had to wait: such a request is answered in the turn in which it arrives.
 */
function serveJsonApi(operation: ServedOperation, state: RequestState): MaybePromise<void> {
  if (operation.canHide) return serveHidden(operation, state);
  const negotiating = negotiate(state); // 415, 406
  const ctx = negotiating?.then(() => state.request.makeContext()) ?? state.request.makeContext(); // what the context throws
  if (isPromise(ctx)) return serveLater(operation, state, ctx);
  meetCaller(operation, state, ctx);
  const running = operation.runMiddleware(operation, state);
  const isDone =
    operation.runMiddleware === readAndCall && (state.response !== undefined || state.refusal !== undefined);
  return isDone ? undefined : running; // middleware may go on behind the response, so it is awaited
}

async function serveLater(operation: ServedOperation, state: RequestState, ctx: PromiseLike<object>): Promise<void> {
  meetCaller(operation, state, await ctx);
  await runMiddlewareInTime(operation, state);
}

/** Runs the middleware and what comes within it, unless the timeout is over: the context may have come too late. */
export async function runMiddlewareInTime(operation: ServedOperation, state: RequestState): Promise<void> {
  if (!state.life.isExpired) await operation.runMiddleware(operation, state);
}

/** Reads the request, calls the handler and writes the response. */
function readAndCall(operation: ServedOperation, state: RequestState): Promise<void> {
  const reading = state.view?.read(state); // 400, 404, 409, 413, 422
  if (isPromise(reading)) return callAfterReading(reading, operation, state);
  state.refusal = reading;
  return reading === undefined ? callHandler(operation, state) : REFUSED;
}

const REFUSED = Promise.resolve();

async function callAfterReading(
  reading: PromiseLike<Refusal>,
  operation: ServedOperation,
  state: RequestState,
): Promise<void> {
  state.refusal = await reading;
  if (state.refusal === undefined) await callHandler(operation, state);
}

/** A read, or a write without a key and a version. */
export const jsonApi: Way = { serve: serveJsonApi, withinMiddleware: readAndCall, respond: respondJsonApi };

/** A read of a resource with versions. */
export const taggedRead: Way = {
  ...jsonApi,
  async withinMiddleware(operation, state) {
    await readAndCall(operation, state);
    if (state.refusal === undefined) await tagResponse(operation.spec, state);
  },
};

/** A create with a key, or a write of a resource with versions. The response is written before the transaction commits. */
export const guardedWrite: Way = {
  ...jsonApi,
  serve(operation, state) {
    startWrite(operation, state);
    return serveJsonApi(operation, state);
  },
  async withinMiddleware(operation, state) {
    const { spec } = operation;
    if (isVersionedChange(spec) && state.write) state.write.precondition = readPrecondition(spec, state); // 400, 428
    await writeOnce(operation, state, readCheckAndCall, authorizeByWrappers);
  },
};

/** A command, a query or a stream. */
export function action(spec: OperationSpec, limits: Limits): Way {
  const { info, options } = spec;
  const types = info.kind === "command" && options.input !== undefined ? bodyTypes(options) : undefined;
  const bodySize = options.bodySize ?? limits.bodySize;
  const serve: Way["serve"] = async (operation, state) => {
    refuseCrossSite(spec, operation.api.shared.allowedOrigins, state.request); // 403
    negotiateAction(spec, types, state); // 415, 406
    meetCaller(operation, state, await state.request.makeContext()); // what the context throws
    await runMiddlewareInTime(operation, state);
  };
  if (!options.idempotent) return { ...jsonApi, serve };
  return {
    ...jsonApi,
    serve(operation, state) {
      startWrite(operation, state);
      return serve(operation, state);
    },
    async withinMiddleware(operation, state) {
      const text = options.input === undefined ? undefined : await state.readText(bodySize); // 413; an adapter may read it only once
      if (state.write) state.write.text = { body: text };
      await writeOnce(operation, state, readAndCallOrThrow, authorizeByWrappers);
    },
  };
}

/**
 * Several operations in one transaction. The router's middleware runs around all of them, and that of each operation around the
 * operation.
 */
export const batch: Way = {
  ...jsonApi,
  async serve(operation, state) {
    const started = startWrite(operation, state);
    negotiateBatch(state); // 415, 406
    state.ctx = await state.request.makeContext();
    started.ctx = state.ctx;
    findBatchView(operation.api.shared.views, state);
    await runMiddlewareInTime(operation, state);
  },
  async withinMiddleware(operation, state) {
    if (state.write) state.write.outside = state.ctx; // before the transaction
    try {
      await writeOnce(operation, state, runOperations, authorizeOperations);
    } catch (error) {
      throw withOperation(error, state);
    }
  },
};

async function runOperations({ spec, api }: ServedOperation, state: RequestState): Promise<void> {
  const { done } = await serveBatch(spec, api.batches, state, runBatch);
  const states = done.map((ran) => ran.state);
  api.shared.live?.gather(state, states);
}

async function authorizeOperations({ spec, api }: ServedOperation, state: RequestState): Promise<void> {
  await serveBatch(spec, api.batches, state, authorizeBatch);
}

/** One operation of a batch, which has negotiated, made the context, claimed the key and opened the transaction. */
export async function changeInBatch(operation: ServedOperation, state: RequestState): Promise<void> {
  keepTransaction(state);
  if (isVersionedChange(operation.spec)) requireVersion(operation.spec, state); // 428
  await readCheckAndCall(operation, state);
}

/** What decides whether the caller may run the operation of a batch. */
export async function authorizeInBatch(operation: ServedOperation, state: RequestState): Promise<void> {
  keepTransaction(state);
  await authorizeByWrappers(operation, state);
}

/** Takes the context, and finds the operation as its caller sees it. */
export function meetCaller(operation: ServedOperation, state: RequestState, ctx: object): void {
  state.ctx = ctx;
  state.view = operation.common ?? operation.in(operation.api.shared.views.of(ctx));
  if (state.write) state.write.ctx = ctx; // before middleware: fields are hidden by it
}

/** Serves an operation that some callers cannot see. To them it looks like a path that does not exist. */
async function serveHidden(operation: ServedOperation, state: RequestState): Promise<void> {
  const { views } = operation.api.shared;
  negotiateUnmatched(state); // 415, 406
  try {
    meetCaller(operation, state, await state.request.makeContext());
  } catch (error) {
    // While the server does not know the caller, an error must not reveal the operation.
    if (errorObjectsOf(error, NO_FIELDS) !== undefined) throw noRouteError(views.least, state);
    throw error;
  }
  if (state.view === undefined) throw noRouteError(views.of(state.ctx), state); // 404
  await negotiate(state); // 415, 406
  await runMiddlewareInTime(operation, state);
}

/** The error that a caller gets for a route that does not exist. */
function noRouteError({ table }: View, { request }: RequestState): unknown {
  try {
    table.match(request.method, request.path);
  } catch (error) {
    return error;
  }
  return new TypeError(`Internal error: the router matched ${request.path}, which is hidden from this caller.`);
}

/** As {@link readAndCall}, within a transaction: a refusal is thrown, so that it rolls back. */
async function readAndCallOrThrow(operation: ServedOperation, state: RequestState): Promise<void> {
  await readAndCall(operation, state);
  state.throwRefusal();
}

/** Calls the handler, and writes its result in the turn in which it is known. */
export async function callHandler(operation: ServedOperation, state: RequestState): Promise<void> {
  if (state.life.isExpired) return;
  let result: unknown;
  try {
    result = operation.spec.handler(state.args as HandlerArgs); // `read` has made them
    if (isPromise(result)) result = await result; // query builders are thenables, too
  } catch (thrown) {
    throw failure(thrown);
  }
  state.result = result;
  operation.note?.(state);
  try {
    if (!state.life.isExpired || state.write?.keepsLate) state.response = operation.respond(operation, state);
    else droppedInside(result);
  } catch (error) {
    droppedInside(result);
    throw error;
  }
}

/** The error of what a handler threw. If a promise is in it, a failure of that promise must not end the process. */
function failure(thrown: unknown): unknown {
  if (isClientError(thrown)) droppedInside(thrown);
  else dropped(thrown);
  // A `fetch` that forwards the request's body wraps the error of that body, such as a 413. Nothing else gives handlers such an error.
  return thrown instanceof Error && thrown.cause instanceof RequestError ? thrown.cause : thrown;
}

function respondJsonApi({ api, affects }: ServedOperation, state: RequestState): RequestState["response"] {
  const envelope = toEnvelope(state.result);
  let response = state.view?.write(envelope, state);
  if (response === undefined) return undefined;
  if (envelope.status !== undefined || envelope.headers !== undefined) response = withHead(response, envelope);
  if (affects !== undefined) response = withAffects(response, affects);
  return "bodyUsed" in response ? api.shared.streams.send(response, state) : response;
}

function startWrite({ spec, api }: ServedOperation, state: RequestState): WriteState {
  const keepsLate = Boolean(spec.options.idempotent) && api.shared.router.transaction === undefined;
  state.write = new WriteState(keepsLate);
  return state.write;
}

/** Runs a write once for each key, in the router's transaction. `authorize` runs in place of it before a stored response is sent again. */
async function writeOnce(operation: ServedOperation, state: RequestState, run: Stage, authorize: Stage): Promise<void> {
  const { spec, api } = operation;
  const { mount, router } = api.shared;
  const { idempotency } = router;
  const direct = (write: Stage) => () => write(operation, state);
  const transacted = (write: Stage) => () => inTransaction(operation, state, direct(write));
  if (!spec.options.idempotent || idempotency === undefined) return transacted(run)();
  const key = await readKey(spec, idempotency, mount, state); // 400
  if (key === undefined) return transacted(run)();
  if (!idempotency.store.inTransaction)
    return oncePerKey(spec, idempotency, key, state, transacted(run), transacted(authorize)); // 409, 422
  return transacted(() => oncePerKey(spec, idempotency, key, state, direct(run), direct(authorize)))();
}

async function inTransaction(
  { spec, api }: ServedOperation,
  state: RequestState,
  run: () => Promise<void>,
): Promise<void> {
  const { router, live } = api.shared;
  const { transaction } = router;
  if (transaction === undefined) return run();
  try {
    await state.readBody(); // the transaction must not stay open while a slow client sends it
  } catch {} // who reads it later reports it
  await withinTransaction(spec, transaction, state, async () => {
    await run();
    await live?.record(state);
  });
}

/** A write within its transaction. */
async function readCheckAndCall(operation: ServedOperation, state: RequestState): Promise<void> {
  const { spec, api } = operation;
  const reader = isVersionedChange(spec) ? api.getOne(spec.info.type) : undefined;
  const current = reader && (() => readCurrent(reader, state));
  state.refusal = await state.view?.read(state); // 400, 404, 409, 413, 422
  state.throwRefusal();
  if (current) await checkVersion(spec, state, current); // 412
  try {
    await callHandler(operation, state);
  } catch (error) {
    throw current ? await withCurrent(spec, state, error, current) : error; // 412
  }
  if (spec.resource.version !== undefined && OPERATIONS[spec.info.kind].response === "resource")
    await tagResponse(spec, state);
}

/** Runs the wrappers of a handler, which decide whether the caller may write, without the handler. */
async function authorizeByWrappers({ spec }: ServedOperation, { ctx, life }: RequestState): Promise<void> {
  await wrappersOf(spec)?.({ ctx, signal: life.signal });
}
