import { IDEMPOTENCY_KEY } from "../../wire/headers.js";
import { isTemporary, pause, waitAfter } from "../action/reconnect.js";
import type { ResponseError } from "../errors/error-response.js";
import { withDeadline } from "../request/deadline.js";
import { type ClientOptions, combined, type SendOptions } from "../request/options.js";

// The client loads this file at the first write with a key.

/**
 * Sends a write with one key until it succeeds, fails for good, or has been repeated `retry` times. The client's timeout and the signal
 * limit all tries together.
 */
export function withRetries<T>(
  { timeout }: ClientOptions,
  { key = crypto.randomUUID(), retry = 0, signal, ...options }: SendOptions,
  send: (options: SendOptions) => Promise<T>,
): Promise<T> {
  // A string of a structured field (RFC 9651).
  const headers = combined(options.headers, { [IDEMPOTENCY_KEY]: `"${key.replace(/["\\]/g, "\\$&")}"` });
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
          if (failures >= retry || signal.aborted || !mayRepeat(error as ResponseError)) throw error; // `send` throws nothing else
          await pause(waitAfter(failures, (error as ResponseError).response), signal);
        }
      }
    },
  );
}

/** Whether the server or the network failed, or the first try still runs. */
function mayRepeat(error: ResponseError): boolean {
  return isTemporary(error) || error.code === "request_in_progress";
}
