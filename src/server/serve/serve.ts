import { ApiError, ApiErrors } from "../../define/errors.js";
import { wrappersOf } from "../../define/model/handler-check.js";
import { type HandlerArgs, isVersionedChange, type OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { Limits } from "../../protocol/limits.js";
import { dropped, droppedInside } from "../../schema/dropped.js";
import { OPERATIONS } from "../../wire/operations.js";
import { enterBatch, keepTransaction, runBatch } from "../atomic/run-batch.js";
import { findBatchView, negotiateBatch, serveBatch, withOperation } from "../atomic/serve-batch.js";
import { bodyTypes } from "../body-types.js";
import { isResponse } from "../http.js";
import { refuseCrossSite } from "../kernel/cross-site.js";
import { type MaybePromise, whenReady } from "../kernel/maybe-promise.js";
import { negotiate, negotiateUnmatched } from "../kernel/negotiate.js";
import { NO_FIELDS, type Refusal, type RequestState } from "../kernel/request-state.js";
import type { View } from "../kernel/views.js";
import { WriteState } from "../kernel/write-state.js";
import { oncePerKey } from "../writes/claim-key.js";
import { checkVersion, readPrecondition, requireVersion, withCurrent } from "../writes/precondition.js";
import { readKey } from "../writes/read-key.js";
import { tagResponse } from "../writes/tag-response.js";
import { withinTransaction } from "../writes/within-transaction.js";
import { negotiateAction } from "./negotiate-action.js";
import { readCurrent } from "./read-current.js";
import { compileReadRpc, rpcResponse } from "./rpc.js";
import type { ServedOperation, Way } from "./served-operation.js";
import { withHead } from "./write-response.js";

/**
 * Serves a request of any operation. What each kind of operation does is below: `enter` comes before its middleware, so that a caller whom
 * the middleware turns away learns nothing else about the request. `handle` comes within it, with the writing of the response, so that a
 * transaction that a middleware opens commits only what can be sent.
 *
 * Plain requests wait only for promises, and the others for everything: each `async` function in the way of a plain request allocates
 * 0.3 kB (bench `allocations`).
 */
export function serve(operation: ServedOperation, state: RequestState): MaybePromise<Refusal> {
  return whenReady(operation.enter(operation, state), (refusal) =>
    refusal !== undefined || state.life.isExpired ? refusal : operation.handle(operation, state),
  );
}

/** A read, or a write without a key and a version. */
export const jsonApi: Way = { enter: enterJsonApi, handle };

/** A read of a resource with versions. */
export const taggedRead: Way = {
  enter: enterJsonApi,
  async handle(operation, state) {
    const refusal = await handle(operation, state);
    if (refusal === undefined) await tagResponse(operation.spec, state);
    return refusal;
  },
};

/** A create with a key, or a write of a resource with versions. The response is written before the transaction commits. */
export const write: Way = {
  async enter(operation, state) {
    const started = startWrite(operation, state);
    await enterJsonApi(operation, state);
    started.ctx = state.ctx; // before middleware: fields are hidden by it
    return undefined;
  },
  async handle(operation, state) {
    const { spec } = operation;
    if (takesVersion(spec) && state.write) state.write.precondition = readPrecondition(spec, state); // 400, 428
    await once(operation, state, change, enterHandler);
    return undefined;
  },
};

/** A command, a query or a stream. */
export function action(spec: OperationSpec, limits: Limits): Way {
  const { info, options } = spec;
  const types = info.kind === "command" && options.input !== undefined ? bodyTypes(options) : undefined;
  const bodySize = options.bodySize ?? limits.bodySize;
  const enter: Way["enter"] = async (operation, state) => {
    const refusal = refuseCrossSite(spec, operation.api.allowedOrigins, state.request); // 403
    if (refusal !== undefined) return refusal;
    negotiateAction(spec, types, state); // 415, 406
    return meetCaller(operation, state); // what the context throws
  };
  if (!options.idempotent) return { enter, handle };
  return {
    enter(operation, state) {
      startWrite(operation, state);
      return enter(operation, state);
    },
    async handle(operation, state) {
      const text = options.input === undefined ? undefined : await state.readText(bodySize); // 413; an adapter may read it only once
      if (state.write) state.write.text = { body: text };
      await once(operation, state, handled, enterHandler);
      return undefined;
    },
  };
}

/** An rpc: the request is not negotiated, and the handler's response is sent as it is. */
export function rpc(spec: OperationSpec, limits: Limits): Way {
  const read = compileReadRpc(spec, limits);
  return {
    async enter(operation, state) {
      const refusal = refuseCrossSite(spec, operation.api.allowedOrigins, state.request); // 403
      if (refusal === undefined) state.ctx = await state.request.makeContext(); // what the context throws
      return refusal;
    },
    async handle(operation, state) {
      read(state); // 404, 413
      return callHandler(operation, state, rpcResponse);
    },
  };
}

/**
 * Several operations in one transaction. The middleware of the API runs around all of them, and that of each operation around the
 * operation.
 */
export const batch: Way = {
  async enter(operation, state) {
    const started = startWrite(operation, state);
    negotiateBatch(state); // 415, 406
    state.ctx = await state.request.makeContext();
    started.ctx = state.ctx;
    findBatchView(operation.api.views, state);
    return undefined;
  },
  async handle(operation, state) {
    if (state.write) state.write.outside = state.ctx; // before the transaction
    try {
      await once(operation, state, runOperations, enterOperations);
      return undefined;
    } catch (error) {
      throw withOperation(error, state);
    }
  },
};

async function runOperations({ spec, api }: ServedOperation, state: RequestState): Promise<void> {
  const { done } = await serveBatch(spec, api.batches, state, runBatch);
  const states = done.map((ran) => ran.state);
  api.live?.gather(state, states);
}

async function enterOperations({ spec, api }: ServedOperation, state: RequestState): Promise<void> {
  await serveBatch(spec, api.batches, state, enterBatch);
}

/** One operation of a batch, which has negotiated, made the context, claimed the key and opened the transaction. */
export async function handleInBatch(operation: ServedOperation, state: RequestState): Promise<undefined> {
  keepTransaction(state);
  if (takesVersion(operation.spec)) requireVersion(operation.spec, state); // 428
  await change(operation, state);
  return undefined;
}

/** What decides whether the caller may run the operation of a batch. */
export async function enterInBatch(operation: ServedOperation, state: RequestState): Promise<undefined> {
  keepTransaction(state);
  await enterHandler(operation, state);
  return undefined;
}

/** Negotiates, makes the context, and finds the operation as its caller sees it. */
function enterJsonApi(operation: ServedOperation, state: RequestState): MaybePromise<undefined> {
  if (operation.canHide) return enterHidden(operation, state);
  return whenReady(negotiate(state), () => meetCaller(operation, state)); // 415, 406
}

/** Makes the context, and finds the operation as its caller sees it. */
export function meetCaller(operation: ServedOperation, state: RequestState): MaybePromise<undefined> {
  return whenReady(state.request.makeContext(), (ctx) => {
    state.ctx = ctx;
    state.view = operation.in(operation.api.views.of(ctx));
    return undefined;
  });
}

/** As {@link enterJsonApi}, for an operation that some callers cannot see. To them it looks like a path that does not exist. */
async function enterHidden(operation: ServedOperation, state: RequestState): Promise<undefined> {
  const { views } = operation.api;
  negotiateUnmatched(state); // 415, 406
  try {
    await meetCaller(operation, state);
  } catch (error) {
    // While the server does not know the caller, an error must not reveal the operation.
    if (errorObjectsOf(error, NO_FIELDS) !== undefined) throw noRouteError(views.least, state);
    throw error;
  }
  if (state.view === undefined) throw noRouteError(views.of(state.ctx), state); // 404
  return negotiate(state); // 415, 406
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

/** Reads the request, calls the handler and writes the response. */
function handle(operation: ServedOperation, state: RequestState): MaybePromise<Refusal> {
  return whenReady(
    state.view?.read(state), // 400, 404, 409, 413, 422
    (refusal) => refusal ?? callHandler(operation, state, jsonApiResponse),
  );
}

/** As {@link handle}, within a transaction: a refusal is thrown, so that it rolls back. */
async function handled(operation: ServedOperation, state: RequestState): Promise<void> {
  const refusal = await handle(operation, state);
  if (refusal !== undefined) throw refusal;
}

/** Calls the handler, and writes its result in the turn in which it is known. */
function callHandler(operation: ServedOperation, state: RequestState, responseOf: ResponseOf): MaybePromise<undefined> {
  if (state.life.isExpired) return undefined;
  let result: unknown;
  try {
    result = operation.spec.handler(state.args as HandlerArgs); // `read` has made them
  } catch (thrown) {
    return failed(thrown);
  }
  return whenReady(result, (value) => takeResult(value, operation, state, responseOf), undefined, failed);
}

function takeResult(
  result: unknown,
  operation: ServedOperation,
  state: RequestState,
  responseOf: ResponseOf,
): undefined {
  state.result = result;
  operation.note?.(state);
  try {
    if (!state.life.isExpired || state.write?.keepsLate) state.response = responseOf(operation, state);
    else droppedInside(result);
  } catch (error) {
    droppedInside(result);
    throw error;
  }
  return undefined;
}

/** Throws again what a handler threw. If a promise is in it, a failure of that promise must not end the process. */
function failed(thrown: unknown): never {
  if (thrown instanceof ApiError || thrown instanceof ApiErrors) droppedInside(thrown);
  else dropped(thrown);
  // A `fetch` that forwards the request's body wraps the error of that body, such as a 413. Nothing else gives handlers such an error.
  throw thrown instanceof Error && thrown.cause instanceof RequestError ? thrown.cause : thrown;
}

type ResponseOf = (operation: ServedOperation, state: RequestState) => RequestState["response"];

function jsonApiResponse({ api, withAffects }: ServedOperation, state: RequestState): RequestState["response"] {
  const envelope = toEnvelope(state.result);
  const written = state.view?.write(envelope, state);
  const response = written && withAffects(withHead(written, envelope));
  return response && isResponse(response) ? api.streams.send(response, state) : response;
}

function startWrite({ spec, api }: ServedOperation, state: RequestState): WriteState {
  const keepsLate = Boolean(spec.options.idempotent) && api.transaction === undefined;
  state.write = new WriteState(keepsLate);
  return state.write;
}

function takesVersion({ info, resource }: OperationSpec): boolean {
  return resource.version !== undefined && isVersionedChange(info);
}

type Write = (operation: ServedOperation, state: RequestState) => Promise<void>;

/** Runs a write once for each key, in the router's transaction. `enter` runs in place of it before a stored response is sent again. */
async function once(operation: ServedOperation, state: RequestState, run: Write, enter: Write): Promise<void> {
  const { spec, api } = operation;
  const { idempotency, mount } = api;
  const inside = (write: Write) => () => inTransaction(operation, state, () => write(operation, state));
  if (!spec.options.idempotent || idempotency === undefined) return inside(run)();
  const key = await readKey(spec, idempotency, mount, state); // 400
  if (key === undefined) return inside(run)();
  if (!idempotency.store.inTransaction) return oncePerKey(spec, idempotency, key, state, inside(run), inside(enter)); // 409, 422
  const claim: Write = () =>
    oncePerKey(
      spec,
      idempotency,
      key,
      state,
      () => run(operation, state),
      () => enter(operation, state),
    );
  return inside(claim)();
}

async function inTransaction(
  { spec, api }: ServedOperation,
  state: RequestState,
  run: () => Promise<void>,
): Promise<void> {
  const { transaction, live } = api;
  if (transaction === undefined) return run();
  await bodyOf(state); // the transaction must not stay open while a slow client sends it
  await withinTransaction(spec, transaction, state, async () => {
    await run();
    await live?.record(state);
  });
}

/** Waits for the body. Who reads it later reports a body that cannot be read. */
async function bodyOf(state: RequestState): Promise<void> {
  try {
    await state.readBody();
  } catch {}
}

/** A write within its transaction. */
async function change(operation: ServedOperation, state: RequestState): Promise<void> {
  const { spec, api } = operation;
  const reader = takesVersion(spec) ? api.getOne(spec.info.type) : undefined;
  const current = reader && (() => readCurrent(reader, state));
  const refusal = await state.view?.read(state); // 400, 404, 409, 413, 422
  if (refusal !== undefined) throw refusal;
  if (current) await checkVersion(spec, state, current); // 412
  try {
    await callHandler(operation, state, jsonApiResponse);
  } catch (error) {
    throw current ? await withCurrent(spec, state, error, current) : error; // 412
  }
  if (spec.resource.version !== undefined && OPERATIONS[spec.info.kind].response === "resource")
    await tagResponse(spec, state);
}

/** Runs the wrappers of a handler, which decide whether the caller may write, without the handler. */
async function enterHandler({ spec }: ServedOperation, { ctx, signal }: RequestState): Promise<void> {
  await wrappersOf(spec)?.({ ctx, signal });
}
