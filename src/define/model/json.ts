import { droppedInside, holdsPromise } from "../../schema/dropped.js";
import type { TypedResponse } from "../types/operation-call.js";

/**
 * Makes a JSON response for an rpc. It is `Response.json`, but the client knows the type of the value.
 *
 * @param value Anything that `JSON.stringify` takes.
 * @param init Status (default 200) and headers.
 *
 * @example
 * ```ts
 * import { json } from "trestle";
 *
 * const response = json({ published: true }, { status: 202 });
 * const { published } = await response.json();
 * if (published !== true) throw new Error("unreachable");
 * ```
 */
export function json<const T>(value: T, init?: ResponseInit): TypedResponse<T> {
  if (holdsPromise(value)) {
    droppedInside(value);
    throw new TypeError("json: the value contains a promise, which JSON would write as {}. Await it.");
  }
  const response: TypedResponse<T> = Response.json(value, init);
  complete.add(response);
  return response;
}

/** The responses that have their complete body, so that the server does not treat them as streams. */
const complete = new WeakSet<Response>();

export function isComplete(response: Response): boolean {
  return complete.has(response);
}
