import { abortWith, onAbort } from "./on-abort.js";
import { unexpected } from "../errors/unexpected.js";

/**
 * Runs something that a signal and a timeout can end, even if it ignores the signal that it gets. The signal can still abort
 * the body of a `Response` afterwards.
 * (`AbortSignal.any` and `AbortSignal.timeout` are too young for some browsers, and a timeout that only a combined
 * signal refers to can be collected before it fires.)
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
    const stop = () => {
      end(); // `run` may never end
      const error = signal?.aborted
        ? unexpected("aborted", `${label()} was aborted.`, { cause: signal.reason })
        : unexpected("timeout", `${label()} had no answer within ${timeout} ms.`);
      reject(error); // first, because aborting makes `run` fail
      controller.abort(error.cause);
    };
    if (signal?.aborted) {
      const error = unexpected("aborted", `${label()} was aborted.`, { cause: signal.reason });
      return reject(error);
    }
    const timer = timeout && setTimeout(stop, timeout);
    const release = signal && onAbort(signal, stop);
    const end = () => {
      clearTimeout(timer);
      release?.();
    };
    run(controller.signal)
      .then((result) => {
        if (signal && result instanceof Response && result.body) abortWith(signal, result.body, controller);
        resolve(result);
      }, reject)
      .finally(end);
  });
}
