import { abortWith, onAbort } from "./on-abort.js";
import { unexpected } from "../errors/unexpected.js";

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
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
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
        : unexpected("timeout", `${label()} had no response within ${timeout} ms.`);
      reject(error); // first, because aborting makes `run` fail
      controller.abort(error.cause);
    };
    if (signal?.aborted) return stop();
    if (timeout) timer = setTimeout(stop, timeout);
    release = signal && onAbort(signal, stop);
    run(controller.signal)
      .then((result) => {
        if (signal && result instanceof Response && result.body) abortWith(signal, result.body, controller);
        resolve(result);
      }, reject)
      .finally(end);
  });
}
