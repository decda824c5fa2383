/** A value, or a promise of one. Awaiting a value that is not a promise would cost a turn of the microtask queue. */
export type MaybePromise<T> = T | Promise<T>;

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return typeof (value as { readonly then?: unknown }).then === "function"; // any object may have a `then`
}

/**
 * Calls `next` with the value, at once or when its promise resolves. Query builders are thenables too.
 *
 * @param first Passed to `next` with `second`: `next` is then made once for all requests. Functions made for each request were 4 % of
 *   what a get one allocates (bench `allocations`).
 * @param fail Called if the promise rejects.
 */
export function whenReady<T, R, A, B>(
  value: T | PromiseLike<T>,
  next: (value: T, first: A, second: B) => MaybePromise<R>,
  first: A,
  second: B,
  fail?: (error: unknown) => never,
): MaybePromise<R>;
export function whenReady<T, R, A>(
  value: T | PromiseLike<T>,
  next: (value: T, first: A) => MaybePromise<R>,
  first: A,
): MaybePromise<R>;
export function whenReady<T, R>(value: T | PromiseLike<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R>;
export function whenReady<T, R, A, B>(
  value: T | PromiseLike<T>,
  next: (value: T, first: A, second: B) => MaybePromise<R>,
  first?: A,
  second?: B,
  fail?: (error: unknown) => never,
): MaybePromise<R> {
  // The overloads pass what `next` takes.
  return isPromise(value) ? later(value, next, first as A, second as B, fail) : next(value, first as A, second as B);
}

/** Apart from its caller, because a function allocates what its closures capture when it begins. */
function later<T, R, A, B>(
  value: PromiseLike<T>,
  next: (value: T, first: A, second: B) => MaybePromise<R>,
  first: A,
  second: B,
  fail?: (error: unknown) => never,
): Promise<R> {
  const promise = value instanceof Promise ? value : Promise.resolve(value);
  return promise.then((value) => next(value, first, second), fail);
}
