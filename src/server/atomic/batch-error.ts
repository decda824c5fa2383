import { errorObjectsOf, headersOf, internalError } from "../../protocol/errors/error-document.js";
import { type ErrorObject, RequestError } from "../../protocol/errors/request-error.js";
import { ALLOW, ETAG, LOCATION } from "../../wire/headers.js";
import { report } from "../report.js";
import { operationPointer } from "./read-batch.js";
import type { RanOperation } from "./run-batch.js";

/** Headers that are about one resource. */
const OWN: ReadonlySet<string> = new Set([ALLOW, ETAG, LOCATION]);

/** The error of an operation as an error of its batch: the pointers begin at the operation. */
export function batchError(error: unknown, { planned, index, state }: RanOperation): RequestError {
  const errors = errorObjectsOf(error, state) ?? [reported(error, { planned, index, state })];
  const headers = Object.entries(headersOf(error)).filter(([name]) => !OWN.has(name.toLowerCase()));
  return new RequestError(
    errors.map((each) => located(each, index)),
    Object.fromEntries(headers),
  );
}

function reported(error: unknown, { planned, state }: RanOperation): ErrorObject {
  const id = crypto.randomUUID();
  report(state.request, { error, id, operation: planned.operation.info });
  return internalError(id);
}

function located(error: ErrorObject, index: number): ErrorObject {
  const { source, meta } = error;
  const within = source !== undefined && "pointer" in source ? source.pointer : "";
  const pointer = operationPointer(index) + within;
  return { ...error, source: { pointer }, meta: { ...meta, operation: index } };
}
