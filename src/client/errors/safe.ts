import type { ResponseError } from "./error-response.js";

/** What `.safe()` gives: the data, or the error, and never a rejection. */
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

/** A write that is under way: a promise that can also be taken without throwing. */
export interface Sent<T> extends Promise<T> {
  safe(): PromiseLike<Safe<T, ResponseError>>;
}

export function sent<T>(call: Promise<T>): Sent<T> {
  return Object.assign(call, { safe: () => safe(call) });
}
