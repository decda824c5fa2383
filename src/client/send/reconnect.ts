import { RETRY_AFTER } from "../../wire/headers.js";
import type { ResponseError } from "../errors/error-response.js";
import { onAbort } from "./on-abort.js";

/** Milliseconds before the first new connection. Each failure in a row doubles them. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;

/** The longest time of a timer. */
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
