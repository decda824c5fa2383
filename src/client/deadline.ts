import { unexpected } from "./unexpected.js";

/**
 * Runs something that a signal and a timeout can end, also where it does not heed the signal it is given.
 * (`AbortSignal.any` and `AbortSignal.timeout` are too young for some browsers, and a timeout that only a combined
 * signal refers to can be collected before it fires.)
 *
 * @param label The request, for messages.
 * @param isStream Whether the signal must still end what was given, as the body of an rpc's response.
 * @throws {Unexpected} `aborted` or `timeout`.
 */
export function withDeadline<T>(
  signal: AbortSignal | undefined,
  timeout: number | undefined,
  label: () => string,
  isStream: boolean | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = () => {
      clearTimeout(timer);
      if (!isStream) signal?.removeEventListener("abort", stop);
    };
    const stop = () => {
      end(); // what runs may never end by itself
      const error = signal?.aborted
        ? unexpected("aborted", `${label()} was aborted.`, { cause: signal.reason })
        : unexpected("timeout", `${label()} had no answer within ${timeout} ms.`);
      reject(error); // before what runs is told, and fails of it
      controller.abort(error.cause);
    };
    const timer = timeout && setTimeout(stop, timeout);
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
    run(controller.signal).then(resolve, reject).finally(end);
  });
}
