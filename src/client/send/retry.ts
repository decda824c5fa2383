import { IDEMPOTENCY_KEY, RETRY_AFTER } from "../../wire/headers.js";
import { type ResponseError, messageIn, unexpected } from "../errors/response-error.js";
import { withDeadline, onAbort } from "./deadline.js";
import { combined, type SendOptions } from "./options.js";

// The client loads this file at the first write with a key, or at the first read that fails and may be repeated.

/** Milliseconds. If the server demands a longer wait, the call fails at once, because nobody would wait for it. */
const LONGEST_DEMAND = 300_000;

/**
 * Sends a write with one key until it succeeds, fails for good, or has been repeated `retry` times. The client's timeout and the signal
 * limit all tries together.
 *
 * @param clientTimeout For a write without a timeout of its own.
 */
export function withRetries<T>(
  send: (options: SendOptions) => Promise<T>,
  clientTimeout: number | undefined,
  { key = crypto.randomUUID(), retry = 0, signal, timeout = clientTimeout, ...options }: SendOptions,
): Promise<T> {
  const headers = keyHeaders(options.headers, key);
  const once = (signal?: AbortSignal) => send({ ...options, timeout, headers, signal });
  return withDeadline(
    signal,
    timeout,
    () => "The write",
    (signal) => again(once, retry, signal, mayRepeat),
  );
}

function keyHeaders(headers: SendOptions["headers"], key: string): Headers {
  try {
    // A string of a structured field (RFC 9651).
    return combined(headers, { [IDEMPOTENCY_KEY]: `"${key.replace(/["\\]/g, "\\$&")}"` });
  } catch (cause) {
    throw unexpected("not_sent", `The request was not sent: ${messageIn(cause)}`, { cause });
  }
}

/**
 * Sends a read again, up to `retry` times, after a failure that may be temporary.
 *
 * @param error Of the first try.
 */
export function readAgain<T>(
  error: ResponseError,
  retry: number,
  send: (signal?: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return again(send, retry, signal, mayReadAgain, error);
}

/** @param failed The error of the first try, if that was made before. */
async function again<T>(
  send: (signal?: AbortSignal) => Promise<T>,
  retry: number,
  signal: AbortSignal | undefined,
  mayTryAgain: (error: ResponseError) => boolean,
  failed?: ResponseError,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      if (failed && failures === 0) throw failed;
      return await send(signal);
    } catch (error) {
      const failure = error as ResponseError; // `send` throws nothing else
      const wait = waitAfter(failures, failure.response);
      if (failures >= retry || signal?.aborted || wait > LONGEST_DEMAND || !mayTryAgain(failure)) throw error;
      await pause(wait, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** A 429 that does not say when to come back means no. */
function mayReadAgain(error: ResponseError): boolean {
  return isTemporary(error) && (error.status !== 429 || error.response?.headers.has(RETRY_AFTER) === true);
}

/** Whether the server or the network failed, or the first try still runs. */
function mayRepeat(error: ResponseError): boolean {
  return isTemporary(error) || error.code === "request_in_progress";
}

/** Milliseconds before the first new connection. Each failure in a row doubles them. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;

const LONGEST_TIMER = 2 ** 31 - 1;

/** Whether a connection that failed with this error may succeed later: the network broke, or the server or a proxy is busy. */
export function isTemporary({ code, response }: ResponseError): boolean {
  return response ? [429, 502, 503, 504].includes(response.status) : code === "network" || code === "timeout";
}

/**
 * Milliseconds to wait before the next connection. They are random between a half and the whole, so that the clients of a
 * server that restarts do not all come back at once.
 *
 * @param failures How many connections in a row failed before this one.
 * @param response Its header `Retry-After` may demand more.
 * @param retry Milliseconds that the last connection demanded.
 */
export function waitAfter(failures: number, response: Response | undefined, retry = 0): number {
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (1 + Math.random());
  return Math.min(LONGEST_TIMER, Math.max(backoff / 2, retry, retryAfter(response?.headers.get(RETRY_AFTER) ?? "")));
}

/** The header is a number of seconds or a date. */
function retryAfter(header: string): number {
  const time = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(time) ? 0 : time;
}

/** Waits, or until the signal is aborted. */
export function pause(time: number, signal = new AbortController().signal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      release();
      resolve();
    };
    const timer = setTimeout(end, time);
    const release = onAbort(signal, end);
    if (signal.aborted) end();
  });
}
