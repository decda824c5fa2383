import { operationName } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { bodyTimeout } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import { report } from "../report.js";
import type { RequestState } from "./request-state.js";

const SETTLED = Promise.resolve();

/** Sends the response to what the steps come to. */
interface Ending<T> {
  readonly respond: (error: RequestError | undefined) => T;
  /** @param error What a step threw. */
  readonly fail: (error: unknown) => T;
  /** Called if the steps succeed after the timeout. */
  readonly late: () => void;
}

/**
 * Waits for the steps of a request. If the timeout is over first, the response is an error: 408 while the server waits
 * for the body, else 503. What the steps come to later is discarded and logged.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withTimeout<T>(
  running: Promise<RequestError | undefined>,
  timeout: number,
  state: RequestState,
  operation: OperationInfo,
  { respond, fail, late }: Ending<T>,
): Promise<T> {
  if (timeout === Number.POSITIVE_INFINITY) return running.then(respond, fail);
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDone = false;
    let lateId: string | undefined;
    const end = <V>(send: (value: V) => T, value: V) => {
      try {
        resolve(send(value));
      } catch (error) {
        reject(error); // the framework does not accept the response
      }
    };
    const expire = () => {
      const error = new Error(
        `${operationName(operation)} did not respond within ${timeout} ms (its option "timeout").`,
      );
      const { isReading } = state;
      state.expire(error);
      if (isReading) return end(fail, new RequestError([bodyTimeout(timeout)]));
      lateId = crypto.randomUUID();
      report(state.request, { error, id: lateId, operation });
      end(fail, new RequestError([timeoutError(lateId, timeout)]));
    };
    running.then(
      (error) => {
        isDone = true;
        clearTimeout(timer);
        if (!state.isExpired) return end(respond, error);
        if (error === undefined) late();
        if (state.result instanceof Response) state.result.body?.cancel().catch(() => undefined);
        reportLate(new Error(`${operationName(operation)} finished after its timeout; its result was discarded.`));
      },
      (cause: unknown) => {
        isDone = true;
        clearTimeout(timer);
        if (!state.isExpired) return end(fail, cause);
        reportLate(new Error(`${operationName(operation)} failed after its timeout.`, { cause }));
      },
    );
    // Runs after the handlers of an already settled promise: most `async` handlers wait for nothing, and need no timer.
    SETTLED.then(() => {
      if (!isDone && state.response === undefined) timer = setTimeout(expire, timeout);
    });
    const reportLate = (error: Error) => {
      if (lateId !== undefined) report(state.request, { error, id: lateId, operation });
    };
  });
}
