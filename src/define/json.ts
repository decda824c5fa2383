/** A `Response` whose JSON body has a known type. */
export interface TypedResponse<T> extends Response {
  json(): Promise<T>;
}

/** What a client's `json()` gives of an rpc's response: the value's type, or unknown where the handler did not say. */
export type ResultOf<R> = R extends TypedResponse<infer T> ? (0 extends 1 & T ? unknown : T) : unknown;

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
  complete.add(response);
  return response;
}

const complete = new WeakSet<Response>();

/** Whether the whole body of a response is known to be there: it is not a stream that has to be watched. */
export function isComplete(response: Response): boolean {
  return complete.has(response);
}
