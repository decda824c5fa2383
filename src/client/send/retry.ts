import { IDEMPOTENCY_KEY, RETRY_AFTER } from "../../wire/headers.js";
import { isTemporary, pause, waitAfter } from "./reconnect.js";
import type { ResponseError } from "../errors/error-response.js";
import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";
import { withDeadline } from "./deadline.js";
import { type ClientOptions, combined, type SendOptions } from "./options.js";

// The client loads this file at the first write with a key, or at the first read that fails and may be repeated.

/** Milliseconds. If the server demands a longer wait, the call fails at once, because nobody would wait for it. */
const LONGEST_WAIT = 300_000;

/**
 * Sends a write with one key until it succeeds, fails for good, or has been repeated `retry` times. The client's timeout and the signal
 * limit all tries together.
 */
export function withRetries<T>(
  client: ClientOptions,
  { key = crypto.randomUUID(), retry = 0, signal, ...options }: SendOptions,
  send: (options: SendOptions) => Promise<T>,
): Promise<T> {
  const headers = keyHeaders(options.headers, key);
  const { timeout = client.timeout } = options;
  const limit = timeout !== undefined && Number.isFinite(timeout) ? timeout : undefined;
  return withDeadline(
    signal,
    limit,
    () => "The write",
    async (signal) => {
      for (let failures = 0; ; failures++) {
        try {
          return await send({ ...options, headers, signal });
        } catch (error) {
          const failure = error as ResponseError; // `send` throws nothing else
          const wait = waitAfter(failures, failure.response);
          if (failures >= retry || signal.aborted || wait > LONGEST_WAIT || !mayRepeat(failure)) throw error;
          await pause(wait, signal);
        }
      }
    },
  );
}

function keyHeaders(own: SendOptions["headers"], key: string): Headers {
  try {
    // A string of a structured field (RFC 9651).
    return combined(own, { [IDEMPOTENCY_KEY]: `"${key.replace(/["\\]/g, "\\$&")}"` });
  } catch (cause) {
    throw unexpected("not_sent", `The request was not sent: ${messageIn(cause)}`, { cause });
  }
}

/**
 * Sends a read again, up to `retry` times, after a failure that may be temporary.
 *
 * @param error Of the first try.
 */
export async function readAgain<T>(
  error: ResponseError,
  retry: number,
  send: (signal: AbortSignal | undefined) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let last = error;
  for (let failures = 0; failures < retry && !signal?.aborted && mayReadAgain(last); failures++) {
    const wait = waitAfter(failures, last.response);
    if (wait > LONGEST_WAIT) break;
    await pause(wait, signal);
    if (signal?.aborted) break;
    try {
      return await send(signal);
    } catch (cause) {
      last = cause as ResponseError; // `send` throws nothing else
    }
  }
  throw last;
}

/** A 429 that does not say when to come back means no. */
function mayReadAgain(error: ResponseError): boolean {
  return isTemporary(error) && (error.status !== 429 || error.response?.headers.has(RETRY_AFTER) === true);
}

/** Whether the server or the network failed, or the first try still runs. */
function mayRepeat(error: ResponseError): boolean {
  return isTemporary(error) || error.code === "request_in_progress";
}
