import type { ResponseError } from "./error-response.js";

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
