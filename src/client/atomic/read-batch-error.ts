import { type ErrorObject, fieldErrors } from "../errors/error-fields.js";
import type { ResponseError } from "../errors/error-response.js";
import { readResult } from "../read/read-result.js";
import { loadSuperjson } from "../send/superjson.js";
import { mismatchOf } from "../write/guarded.js";
import type { PlannedCall } from "./plan.js";

const POINTER = /^\/atomic:operations\/(\d+)(.*)/;

/**
 * Adds to the error of a batch which operation failed, and its fields by their names.
 *
 * @returns The error, or `malformed` if it contains a resource that cannot be read.
 */
export async function readBatchError(
  sent: ResponseError,
  steps: readonly PlannedCall[],
  label: () => string,
): Promise<ResponseError> {
  const error = sent.status === 412 ? await mismatchOf(sent, readResult, loadSuperjson, label) : sent;
  const operation = operationOf(error.errors[0]);
  const step = steps[operation ?? -1];
  if (operation === undefined || !step) return error;
  const own = error.errors.filter((each) => operationOf(each) === operation);
  const fields = fieldErrors(own.map((each) => ({ ...each, source: { pointer: pointerOf(each)?.[2] ?? "" } })));
  error.message += ` (operation ${operation}: ${step.method} ${step.type})`;
  return Object.assign(error, { operation, fields });
}

/** The place of the operation among all. */
function operationOf(error: ErrorObject | undefined): number | undefined {
  const given = error?.meta?.operation ?? pointerOf(error)?.[1];
  return given === undefined ? undefined : Number(given);
}

function pointerOf(error: ErrorObject | undefined): RegExpMatchArray | null {
  return `${error?.source?.pointer}`.match(POINTER);
}
