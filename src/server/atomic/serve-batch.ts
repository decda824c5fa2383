import type { OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { errorObjectsOf, headersOf, internalError } from "../../protocol/errors/error-document.js";
import { type ErrorObject, RequestError } from "../../protocol/errors/request-error.js";
import type { Limits } from "../../protocol/limits.js";
import { QueryParser } from "../../protocol/query/query-parser.js";
import { hasExtension, isJsonApi, negotiateContentType } from "../../protocol/negotiation/media-type.js";
import { documentHeaders, NO_CONTENT_HEADERS } from "../../protocol/negotiation/response-headers.js";
import { AFFECTS, ALLOW, ETAG, EXPOSE_HEADERS, LOCATION } from "../../wire/headers.js";
import { ATOMIC, ATOMIC_RESULTS, atomicType } from "../../wire/atomic.js";
import { EXTENSION } from "../../wire/json-api.js";
import { affectsValue } from "../affects-header.js";
import type { ServerResponse } from "../http.js";
import { negotiateResponse, unsupported } from "../kernel/negotiate.js";
import type { OperationView, RequestState } from "../kernel/request-state.js";
import type { RouteTable } from "../router.js";
import type { Views } from "../kernel/views.js";
import { report } from "../report.js";
import { readBatch } from "./read-batch.js";
import { operationPointer } from "./read-target.js";
import type { BatchedOperation, BatchRun, RanOperation, runBatch } from "./run-batch.js";

/** What a batch needs from the router and the server. */
export interface Batches {
  /** The largest number of operations. */
  readonly max: number;
  readonly limits: Limits;
  readonly mount: string;
  /** All routes, those that are hidden from a caller too. */
  readonly table: RouteTable;
  /** Returns an operation, ready to run. */
  readonly operationOf: (operation: OperationSpec) => BatchedOperation;
}

const NONE: ReadonlySet<string> = new Set();
const NO_RESOURCES: ReadonlyMap<string, ResourceSpec> = new Map();

/** 415 for a body without the extension, 406 for an Accept that excludes JSON:API. */
export function negotiateBatch(state: RequestState): undefined {
  const { contentType } = state.request;
  const negotiated = negotiateContentType(contentType, ATOMIC);
  if (typeof negotiated !== "string" && isJsonApi(contentType)) throw unsupported(negotiated.error);
  if (typeof negotiated !== "string" || !hasExtension(contentType, ATOMIC))
    throw unsupported(`Operations need the header Content-Type: ${atomicType(false)}.`);
  state.extendedBody = negotiated === "extended";
  return negotiateResponse(state, ATOMIC);
}

/** Keeps the API as the caller of a batch sees it. */
export function findBatchView(views: Views, state: RequestState): void {
  const apiView = views.of(state.ctx);
  state.view = { apiView, hidden: NONE, read: () => undefined, write: notWritten };
}

function notWritten(): never {
  throw new TypeError("A batch has no handler.");
}

/**
 * Reads the operations of a batch, runs them, and writes the response. `state.result` is the {@link BatchRun}.
 *
 * @param run Runs them.
 */
export async function serveBatch(
  operation: OperationSpec,
  { limits, max, mount, table, operationOf }: Batches,
  state: RequestState,
  run: typeof runBatch,
): Promise<BatchRun> {
  const { errors } = new QueryParser(operation, NO_RESOURCES, limits).read(state.request.query); // it takes no parameters
  if (errors.length > 0) throw new RequestError(errors);
  const body = await state.readBody();
  const { apiView: view } = state.view as OperationView; // `findBatchView` has made it
  const place = { mount, base: view.api.urlOf("") };
  const { nesting } = limits;
  const batch: BatchRun = { done: [], running: undefined };
  state.result = batch; // a transaction may try again
  const operations = readBatch(body, { nesting, max }, { view, table, place, request: state.request });
  await run(operations, state, view, batch, operationOf);
  if (!state.life.isExpired) state.response = responseOf(batch, state);
  return batch;
}

/** What was thrown, as an error of the batch if one of its operations threw it. */
export function withOperation(thrown: unknown, state: RequestState): unknown {
  const { running } = (state.result ?? {}) as Partial<BatchRun>; // see `serveBatch`
  return running === undefined || state.life.isExpired ? thrown : batchError(thrown, running);
}

/** Headers that are about one resource. */
const OF_RESOURCE: ReadonlySet<string> = new Set([ALLOW, ETAG, LOCATION]);

/** The error of an operation as an error of its batch: the pointers begin at the operation. */
function batchError(error: unknown, { planned, index, state }: RanOperation): RequestError {
  let errors = errorObjectsOf(error, state);
  if (errors === undefined) {
    const id = crypto.randomUUID();
    report(state.request, { error, id, operation: planned.operation.info });
    errors = [internalError(id)];
  }
  const headers = Object.entries(headersOf(error)).filter(([name]) => !OF_RESOURCE.has(name.toLowerCase()));
  return new RequestError(
    errors.map((each) => located(each, index)),
    Object.fromEntries(headers),
  );
}

function located(error: ErrorObject, index: number): ErrorObject {
  const { source, meta } = error;
  const within = source !== undefined && "pointer" in source ? source.pointer : "";
  return { ...error, source: { pointer: operationPointer(index) + within }, meta: { ...meta, operation: index } };
}

function responseOf(batch: BatchRun, { extendedResponse, profileAsked }: RequestState): ServerResponse {
  const types = new Set(batch.done.flatMap(({ planned }) => planned.operation.options.affects ?? []));
  const affects = types.size === 0 ? undefined : { [EXPOSE_HEADERS]: AFFECTS, [AFFECTS]: affectsValue(types) };
  const results = batch.done.map(({ state: { response } }) =>
    response === undefined || "bodyUsed" in response ? undefined : response.body,
  );
  if (results.every((result) => result === undefined))
    return { status: 204, headers: { ...NO_CONTENT_HEADERS, ...affects }, body: undefined };
  const type = atomicType(extendedResponse, profileAsked);
  const ext = extendedResponse ? [ATOMIC, EXTENSION] : [ATOMIC];
  return {
    status: 200,
    headers: { ...documentHeaders(type), ...affects },
    body: `{"jsonapi":{"version":"1.1","ext":${JSON.stringify(ext)}},"${ATOMIC_RESULTS}":[${results.map((result) => result ?? "{}").join(",")}]}`,
  };
}
