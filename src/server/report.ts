import { operationName } from "../define/model/operation.js";
import type { Reporter } from "./http.js";
import type { InternalError } from "./options.js";

/** Tells the log of an error. A log that fails itself must not cost a request its answer, nor the process its life. */
export async function report(reporter: Reporter, internal: InternalError): Promise<void> {
  try {
    await reporter.report(internal); // of a user, who may well have an asynchronous one
  } catch (cause) {
    logToConsole(internal);
    console.error("It could not be logged:", cause);
  }
}

export function logToConsole(internal: InternalError): void {
  console.error(describeInternalError(internal), internal.error);
}

/** One line for a log: what failed, and the id that the client was told. */
export function describeInternalError({ id, operation }: InternalError): string {
  return `${operation === undefined ? "A request" : operationName(operation)} failed with an internal error (id ${id})`;
}
