import { wrapInMiddleware } from "../../define/model/middleware.js";
import {
  type HandlerArgs,
  isVersionedChange,
  type OperationSpec,
  operationName,
} from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import type { DeclaredIdempotency } from "../../define/types/idempotency.js";
import type { Transaction } from "../../define/types/transaction.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { RequestError } from "../../protocol/errors/request-error.js";
import { withAffectsHeader } from "../affects-header.js";
import { isResponse, type ServerRequest, type ServerResponse } from "../http.js";
import { claimKey } from "../idempotency/claim-key.js";
import { readKey } from "../idempotency/read-key.js";
import { report } from "../report.js";
import { readingCurrent } from "../versions/current.js";
import { checkVersion, readPrecondition, addingCurrent } from "../versions/precondition.js";
import { tagResponse } from "../versions/tag-response.js";
import type { Views } from "../visibility/views.js";
import { withTimeout } from "./timeout.js";
import { refuseCrossSite, type TrustedOrigins } from "./cross-site.js";
import { respondWithError } from "./error-response.js";
import { makeContext } from "./make-context.js";
import { isPromise, type MaybePromise, whenReady } from "./maybe-promise.js";
import { negotiate } from "./negotiate.js";
import { negotiateAction } from "./negotiate-action.js";
import type { OpenStreams } from "./open-streams.js";
import { RequestState, type RequestStep } from "./request-state.js";
import { readRpc, writeRpc } from "./rpc.js";
import { withHead } from "./with-head.js";
import { findView, selectView } from "./select-view.js";
import { withinTransaction } from "./within-transaction.js";
import { WriteState } from "./write-state.js";

/**
 * The steps of a request for a JSON:API operation, in their order.
 *
 * Middleware runs before the request is read, so that a caller whom it turns away learns nothing else about the request.
 * It runs around the writing of the response, so that a transaction that it opens commits only what can be sent.
 */
export function jsonApiSteps(operation: OperationSpec, views: Views, writes: Writes): readonly RequestStep[] {
  const { info, resource, options } = operation;
  const isVersioned = resource.version !== undefined;
  if (isVersioned && info.kind === "getOne")
    return [...headSteps(operation, views), ...aroundWithMiddleware(operation, taggedSteps(operation))];
  if (options.idempotent || (isVersioned && OPERATIONS[info.kind].method !== "GET"))
    return writeSteps(operation, views, writes);
  return [...headSteps(operation, views), ...aroundWithMiddleware(operation, handlerSteps(operation))];
}

/** The steps before the middleware. */
function headSteps(operation: OperationSpec, views: Views): readonly RequestStep[] {
  return [
    negotiate, // 415, 406
    ...selectView(operation, views), // makes the context; 404 for an operation that is hidden from the caller
  ];
}

/** The steps within the middleware. */
function handlerSteps(operation: OperationSpec): [read: RequestStep, handle: RequestStep] {
  const withAffects = withAffectsHeader(operation);
  return [
    (state) => state.view?.read(state), // 400, 404, 409, 422
    callHandler(operation, (state, result) => {
      if (!state.view) return;
      const envelope = toEnvelope(result);
      state.response = withAffects(withHead(state.view.write(envelope, state), envelope));
    }),
  ];
}

function taggedSteps(operation: OperationSpec): readonly RequestStep[] {
  return [...handlerSteps(operation), tagResponse(operation)];
}

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
}

/**
 * The steps of an idempotent create, or of a write of a resource with versions. The response is written before the transaction commits, and
 * middleware cannot change it.
 */
function writeSteps(operation: OperationSpec, views: Views, writes: Writes): readonly RequestStep[] {
  const { info, resource } = operation;
  const isVersioned = resource.version !== undefined;
  const [read, handle] = handlerSteps(operation);
  const reader = isVersioned && isVersionedChange(info) ? writes.getOne(info.type) : undefined;
  const steps: RequestStep[] = [read, handle];
  if (reader !== undefined) {
    const reading = aroundWithMiddleware(reader, handlerSteps(reader));
    const readCurrent = readingCurrent(reader, findView(reader, views), (state) =>
      whenReady(runSteps(reading, state), throwReturned),
    );
    steps.splice(1, 1, checkVersion(operation, readCurrent), addingCurrent(operation, readCurrent, handle)); // 412
  }
  if (isVersioned && OPERATIONS[info.kind].response === "resource") steps.push(tagResponse(operation));
  return [
    startWrite(operation, writes),
    ...headSteps(operation, views),
    (state) => {
      if (state.write) state.write.ctx = state.ctx;
      return undefined;
    },
    ...aroundWithMiddleware(operation, [
      ...(reader === undefined ? [] : [readPrecondition(operation)]), // 400, 428
      ...onceInTransaction(operation, writes, steps, (state) => state.readBody()),
    ]),
  ];
}

function startWrite({ options }: OperationSpec, { timeout, transaction }: Writes): RequestStep {
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
 */
function onceInTransaction(
  operation: OperationSpec,
  { transaction, idempotency, mount }: Writes,
  steps: readonly RequestStep[],
  readBody: (state: RequestState) => MaybePromise<string | undefined>,
): readonly RequestStep[] {
  const within = (steps: readonly RequestStep[]) =>
    transaction ? [waitForBody, withinTransaction(operation, transaction, (state) => runSteps(steps, state))] : steps;
  if (!operation.options.idempotent || idempotency === undefined) return within(steps);
  const once = (steps: readonly RequestStep[]) => [claimKey(operation, idempotency, (state) => runSteps(steps, state))];
  return [
    readKey(operation, idempotency, mount, readBody), // 400
    ...(idempotency.store.inTransaction ? within(once(steps)) : once(within(steps))), // 409, 422
  ];
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

function ignore(): undefined {}

/** The steps of a request for a command, a query or a stream. */
export function actionSteps(
  operation: OperationSpec,
  views: Views,
  streams: OpenStreams,
  trusted: TrustedOrigins,
  writes: Writes,
): readonly RequestStep[] {
  const withAffects = withAffectsHeader(operation);
  const head = [
    ...listed(refuseCrossSite(operation, trusted)), // 403
    negotiateAction(operation), // 415, 406
    ...selectView(operation, views),
  ];
  const steps: readonly RequestStep[] = [
    (state) => state.view?.read(state), // 400, 404, 413, 422
    callHandler(operation, (state, result) => {
      if (!state.view) return;
      const envelope = toEnvelope(result);
      const response = withAffects(withHead(state.view.write(envelope, state), envelope));
      state.response = isResponse(response) ? streams.send(response, state) : response;
    }),
  ];
  if (!operation.options.idempotent) return [...head, ...aroundWithMiddleware(operation, steps)];
  const once = onceInTransaction(operation, writes, steps, ({ write }) => write?.text?.body);
  return [
    startWrite(operation, writes),
    ...head,
    ...aroundWithMiddleware(operation, [keepText(operation, writes.bodySize), ...once]),
  ];
}

/** Reads the body of an action, and keeps it: an adapter may read it only once. */
function keepText({ options }: OperationSpec, bodySize: number): RequestStep {
  if (options.input === undefined) return () => undefined;
  return (state) =>
    whenReady(state.readText(bodySize), (body) => {
      if (state.write) state.write.text = { body };
      return undefined;
    });
}

/** The steps of a request for an rpc: the request is not negotiated, and the handler's response is sent as it is. */
export function rpcSteps(
  operation: OperationSpec,
  bodySize: number,
  streams: OpenStreams,
  trusted: TrustedOrigins,
): readonly RequestStep[] {
  return [
    ...listed(refuseCrossSite(operation, trusted)), // 403
    makeContext,
    ...aroundWithMiddleware(operation, [
      readRpc(operation, bodySize),
      callHandler(operation, writeRpc(operation, streams)),
    ]),
  ];
}

function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** One operation, ready to serve. */
export class Pipeline {
  readonly #operation: OperationSpec;
  readonly #steps: readonly RequestStep[];
  readonly #timeout: number;

  /** @param timeout Milliseconds, or `Infinity`. */
  constructor(operation: OperationSpec, steps: readonly RequestStep[], timeout: number) {
    this.#operation = operation;
    this.#steps = steps;
    this.#timeout = timeout;
  }

  /** Serves a request. Never throws or rejects. Returns the response itself if no step waits. */
  handle(request: ServerRequest, id: string): MaybePromise<ServerResponse | Response> {
    const state = new RequestState(request, id);
    try {
      const running = runSteps(this.#steps, state);
      if (!isPromise(running)) return this.#respond(state, running);
      return withTimeout(running, this.#timeout, state, this.#operation.info, {
        respond: (error) => this.#respond(state, error),
        fail: (error) => this.#fail(state, error),
      });
    } catch (error) {
      return this.#fail(state, error);
    }
  }

  #respond(state: RequestState, error: RequestError | undefined): ServerResponse | Response {
    if (error === undefined && state.response !== undefined) return state.response;
    return this.#fail(state, error ?? noResponse(this.#operation));
  }

  #fail(state: RequestState, error: unknown): ServerResponse | Response {
    if (state.write?.isCommitted && state.response !== undefined) {
      // The write is done, so a middleware that fails later must not make it look undone.
      report(state.request, { error, id: crypto.randomUUID(), operation: this.#operation.info });
      return state.response;
    }
    return respondWithError(error, state.request, state, this.#operation.info);
  }
}

/** Runs the steps from an index on. Stops at an error, and when the timeout is over. */
function runSteps(
  steps: readonly RequestStep[],
  state: RequestState,
  from = 0,
): MaybePromise<RequestError | undefined> {
  for (let index = from; index < steps.length; index++) {
    const outcome = (steps[index] as RequestStep)(state); // the index is in the list
    if (outcome === undefined) continue;
    if (!isPromise(outcome) || index === steps.length - 1) return outcome;
    return outcome.then((error) => (error || state.isExpired ? error : runSteps(steps, state, index + 1)));
  }
  return undefined;
}

/** Puts the operation's middleware around steps. Middleware sees the errors of the steps thrown. */
function aroundWithMiddleware(
  { info, middleware }: OperationSpec,
  steps: readonly RequestStep[],
): readonly RequestStep[] {
  if (middleware.length === 0) return steps;
  const run = wrapInMiddleware(info, middleware, (state: RequestState) =>
    whenReady(runSteps(steps, state), throwReturned),
  );
  return [(state) => whenReady(run(state), () => undefined)];
}

function throwReturned(error: RequestError | undefined): undefined {
  if (error !== undefined) throw error;
}

/** Calls the handler, and writes its result in the same turn in which it is known. */
function callHandler({ handler }: OperationSpec, write: (state: RequestState, result: unknown) => void): RequestStep {
  return (state) =>
    whenReady(handler(state.args as HandlerArgs), (result) => {
      state.result = result;
      if (!state.isExpired || state.write?.keepsLate) write(state, result);
      return undefined;
    });
}

function noResponse({ info }: OperationSpec): TypeError {
  return new TypeError(
    `${operationName(info)}: a middleware returned without calling next(). Return next()'s result, or throw.`,
  );
}
