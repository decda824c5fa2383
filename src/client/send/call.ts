import { type ResponseError, messageIn, unexpected } from "../errors/response-error.js";

/** The result of `.safe()`: the data or the error. */
export type Safe<TData, TError> =
  | { readonly data: TData; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: TError };

/** Every rejection of a client's call is a {@link ResponseError}. */
export function safe<T>(call: PromiseLike<T>): PromiseLike<Safe<T, ResponseError>> {
  return call.then(
    (data) => ({ data }),
    (error: ResponseError) => ({ error }),
  );
}

/** A write that was sent: a promise with `safe()`, which never rejects. */
export interface SafePromise<T> extends Promise<T> {
  safe(): PromiseLike<Safe<T, ResponseError>>;
}

export function withSafe<T>(call: Promise<T>): SafePromise<T> {
  return Object.assign(call, { safe: () => safe(call) });
}

/**
 * Loads the code that sends a call, and runs it.
 *
 * @param make Copies what the call was given, before anything is loaded.
 * @throws {Unexpected} `not_sent`, as a rejection, if one of both fails.
 */
export async function withLoaded<TLoaded, T, TOwn = undefined>(
  load: () => Promise<TLoaded>,
  use: (loaded: TLoaded, own: TOwn) => T | Promise<T>,
  make?: () => TOwn,
): Promise<T> {
  let loaded: TLoaded;
  let call: TOwn;
  try {
    call = make?.() as TOwn; // without `make`, it is undefined
    loaded = await load();
  } catch (cause) {
    throw unexpected("not_sent", `The request was not sent: ${messageIn(cause)}`, { cause });
  }
  return use(loaded, call);
}
