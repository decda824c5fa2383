import { operationName } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { httpError } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import { report } from "../report.js";
import type { RequestState } from "./request-state.js";

type Outcome = RequestError | undefined;

/**
 * Waits for the steps of a request. When the timeout is over first, it resolves to the error to send: 408 while the
 * server waits for the body, else 503. What the steps come to later is discarded and logged.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withDeadline(
  running: Promise<Outcome>,
  timeout: number,
  state: RequestState,
  operation: OperationInfo,
): Promise<Outcome> {
  if (timeout === Number.POSITIVE_INFINITY) return running;
  return new Promise((resolve, reject) => {
    let lateId: string | undefined;
    const timer = setTimeout(() => {
      const error = new Error(`${operationName(operation)} did not respond within ${timeout} ms.`);
      const { isReading } = state;
      state.expire(error);
      if (isReading) return resolve(new RequestError([httpError(408, "The body did not arrive in time.")]));
      lateId = crypto.randomUUID();
      report(state.request, { error, id: lateId, operation });
      resolve(new RequestError([timeoutError(lateId, timeout)]));
    }, timeout);
    running.then(
      (outcome) => {
        clearTimeout(timer);
        if (lateId === undefined) return resolve(outcome);
        if (state.result instanceof Response) state.result.body?.cancel().catch(() => undefined);
        const error = new Error(`${operationName(operation)} finished after its timeout; its result was discarded.`);
        return report(state.request, { error, id: lateId, operation });
      },
      (cause: unknown) => {
        clearTimeout(timer);
        if (lateId === undefined) return reject(cause);
        const error = new Error(`${operationName(operation)} failed after its timeout.`, { cause });
        return report(state.request, { error, id: lateId, operation });
      },
    );
  });
}
