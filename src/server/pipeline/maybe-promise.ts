/** A value, or a promise of one. Awaiting a value that is not a promise would cost a turn of the microtask queue. */
export type MaybePromise<T> = T | Promise<T>;

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return typeof (value as { readonly then?: unknown }).then === "function"; // any object may have a `then`
}

/** Calls `next` with the value, at once or when its promise resolves. Query builders are thenables too. */
export function whenReady<T, R>(value: T | PromiseLike<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  if (!isPromise(value)) return next(value);
  const promise = value instanceof Promise ? value : Promise.resolve(value);
  return promise.then(next);
}
