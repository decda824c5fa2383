import { markComplete } from "../model/complete-response.js";
import type { TypedResponse } from "../types/typed-response.js";

/**
 * Answers an rpc with JSON, and tells the client its type. The same as `Response.json`, but typed.
 *
 * @param value Anything that `JSON.stringify` takes.
 * @param init Status and headers; default 200.
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
  const response: TypedResponse<T> = Response.json(value, init);
  markComplete(response);
  return response;
}
