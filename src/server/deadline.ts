import { type OperationInfo, operationName } from "../define/operation-spec.js";
import { timeoutProblem } from "../protocol/error-document.js";
import { httpProblem } from "../protocol/http-problem.js";
import { Refusal } from "../protocol/problem.js";
import type { Exchange } from "./exchange.js";
import type { Outgoing } from "./incoming.js";

/**
 * What an operation answers, or a Refusal when that takes too long. The handler is told by its signal, which is all that
 * can be done: what it gives later is thrown away, and logged, since nobody else will ever hear of it.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withDeadline<T extends Outgoing | Response>(
  run: Promise<T>,
  timeout: number,
  exchange: Exchange,
  info: OperationInfo,
): Promise<T> {
  if (timeout === Number.POSITIVE_INFINITY) return run;
  return new Promise((resolve, reject) => {
    let isOver = false;
    let id: string | undefined;
    const report = (error: Error) => {
      if (id !== undefined) exchange.incoming.report({ error, id, operation: info });
    };
    const timer = setTimeout(() => {
      const error = new Error(`${operationName(info)} did not answer within ${timeout} ms.`);
      isOver = true;
      exchange.abort(error);
      // A body that does not arrive is the client's doing, and no handler runs yet.
      if (exchange.isReading) return reject(new Refusal([httpProblem(408, "The body did not arrive in time.")]));
      id = crypto.randomUUID();
      report(error);
      reject(new Refusal([timeoutProblem(id, timeout)]));
    }, timeout);
    run.then(
      (answer) => {
        clearTimeout(timer);
        if (!isOver) return resolve(answer);
        if (answer instanceof Response) answer.body?.cancel().catch(() => undefined);
        report(new Error(`${operationName(info)} answered after its time was over; the answer was thrown away.`));
      },
      (cause) => {
        clearTimeout(timer);
        if (!isOver) return reject(cause);
        report(new Error(`${operationName(info)} failed after its time was over.`, { cause }));
      },
    );
  });
}
