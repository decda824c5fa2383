/**
 * Whether a value has yet to come. Awaiting one that is there costs a turn of the queue; a request passes half a dozen
 * places that may wait, and seldom does in more than one.
 */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  // Asked before its `then` is: texts, and what is not there, come here as often as objects do.
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return typeof (value as { readonly then?: unknown }).then === "function"; // any object may be asked
}

/** A promise of a value that has yet to come, whatever kind of promise it is: query builders have a `then` of their own. */
export function asPromise<T>(promised: PromiseLike<T>): Promise<T> {
  return promised instanceof Promise ? promised : Promise.resolve(promised);
}
