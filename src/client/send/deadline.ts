import { unexpected } from "../errors/response-error.js";

/**
 * Runs something that a signal and a timeout can end, even if it ignores the signal that it gets. The signal can still abort
 * the body of a `Response` afterwards.
 * (Some supported browsers do not have `AbortSignal.any` and `AbortSignal.timeout`, and a timeout that only a combined signal
 * refers to can be garbage-collected before it fires.)
 *
 * @param label The request, for messages.
 * @throws {Unexpected} `aborted` or `timeout`.
 */
export function withDeadline<T>(
  signal: AbortSignal | undefined,
  timeout: number | undefined,
  label: () => string,
  run: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = Number.isFinite(timeout) ? timeout : undefined;
  if (!signal && !limit) return run();
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let release: (() => void) | undefined;
    const end = () => {
      clearTimeout(timer);
      release?.();
    };
    const stop = () => {
      end(); // `run` may never end
      const error = signal?.aborted
        ? unexpected("aborted", `${label()} was aborted.`, { cause: signal.reason })
        : unexpected("timeout", `${label()} had no response within ${limit} ms.`);
      reject(error); // first, because aborting makes `run` fail
      controller.abort(error.cause);
    };
    if (signal?.aborted) return stop();
    if (limit) timer = setTimeout(stop, limit);
    release = signal && onAbort(signal, stop);
    run(controller.signal)
      .then((result) => {
        if (signal && result instanceof Response && result.body) abortWith(signal, result.body, controller);
        resolve(result);
      }, reject)
      .finally(end);
  });
}

/** The functions that a signal runs. All requests with this signal share this one listener. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const run of this) run();
  }
}

const followers = new WeakMap<AbortSignal, Followers>();
const controllers = new WeakMap<object, AbortController>();
const collected = new FinalizationRegistry<() => void>((release) => release());

/**
 * Runs a function when the signal is aborted.
 *
 * @returns Removes the function again. With the last function, the listener is removed, too.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const all = followers.get(signal) ?? new Followers();
  followers.set(signal, all.add(run));
  signal.addEventListener("abort", all, { once: true }); // adding the same listener again changes nothing
  return () => {
    all.delete(run);
    if (!all.size) signal.removeEventListener("abort", all);
  };
}

/**
 * Lets the signal abort the body of a response, as long as the program refers to that body. The program does not say when it has
 * finished with a body, so the controller lives as long as the body, and the signal refers to it weakly.
 */
export function abortWith(signal: AbortSignal, body: object, controller: AbortController): void {
  const held = new WeakRef(controller);
  controllers.set(body, controller);
  collected.register(
    controller,
    onAbort(signal, () => held.deref()?.abort(signal.reason)),
  );
}
