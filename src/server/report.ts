import { dropped } from "../schema/dropped.js";
import { operationName } from "../define/model/operation.js";
import type { Reporter } from "./http.js";
import type { InternalError } from "./options.js";

/** Reports an error to the log. If the log itself fails, the request must still get its response, and the process must not end. */
export async function report(reporter: Reporter, { error, ...rest }: InternalError): Promise<void> {
  const internal = { ...rest, error: error instanceof Promise ? thrownPromise(error) : error };
  try {
    await reporter.report(internal); // a user's function may be asynchronous
  } catch (cause) {
    logToConsole(internal);
    console.error("onError itself failed:", cause);
  }
}

function thrownPromise(promise: Promise<unknown>): TypeError {
  dropped(promise);
  return new TypeError("A promise was thrown. Await it, and throw an Error.");
}

export function logToConsole(internal: InternalError): void {
  console.error(describeInternalError(internal), internal.error);
}

/** A line for the log, with the operation and the id that the client received. */
export function describeInternalError({ id, operation }: InternalError): string {
  return `${operation === undefined ? "A request" : operationName(operation)} failed with an internal error (id ${id})`;
}
