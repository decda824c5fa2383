import { unexpected } from "./unexpected.js";

/** What may end a request early. */
export interface Limits {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/**
 * Runs something that a signal and a timeout can end, also where it does not heed the signal it is given.
 * (`AbortSignal.any` and `AbortSignal.timeout` are too young for some browsers, and a timeout that only a combined
 * signal refers to can be collected before it fires.)
 *
 * @param label The request, for messages.
 * @param stream Whether the signal must still end what was given, as the body of an rpc's response.
 * @throws {Unexpected} `aborted` or `timeout`.
 */
export async function withDeadline<T>(
  { signal, timeout }: Limits,
  label: string,
  stream: boolean,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!signal && !timeout) return run(undefined);

  const controller = new AbortController();
  const ended = () =>
    signal?.aborted
      ? unexpected("aborted", `${label} was aborted.`, { cause: signal.reason })
      : unexpected("timeout", `${label} had no answer within ${timeout} ms.`);
  if (signal?.aborted) throw ended();

  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  const timer = timeout ? setTimeout(() => controller.abort(), timeout) : undefined;
  const end = new Promise<never>((_resolve, reject) => {
    controller.signal.onabort = () => reject(ended());
  });
  try {
    return await Promise.race([run(controller.signal), end]);
  } catch (error) {
    throw controller.signal.aborted ? ended() : error;
  } finally {
    clearTimeout(timer);
    if (!stream) signal?.removeEventListener("abort", abort);
  }
}
