import { type OperationInfo, operationName } from "../define/operation-spec.js";
import { timeoutProblem } from "../protocol/error-document.js";
import { httpProblem } from "../protocol/http-problem.js";
import { Refusal } from "../protocol/problem.js";
import type { Exchange } from "./exchange.js";
import type { Outgoing } from "./incoming.js";

/**
 * What an operation answers, or what `fail` makes of its error; or of a Refusal when it takes too long. The handler is
 * told by its signal, which is all that can be done: what it gives later is thrown away, and logged, since nobody else
 * will ever hear of it.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withDeadline(
  run: Promise<Answer>,
  timeout: number,
  exchange: Exchange,
  info: OperationInfo,
  fail: (error: unknown) => Answer,
): Promise<Answer> {
  if (timeout === Number.POSITIVE_INFINITY) return run.catch(fail);
  return new Promise((resolve) => {
    const wait = new Wait(timeout, exchange, info, fail, resolve);
    run.then(
      (answer) => wait.take(answer),
      (cause) => wait.takeError(cause),
    );
  });
}

type Answer = Outgoing | Response;

/** One operation that is waited for. */
class Wait {
  readonly #timeout: number;
  readonly #exchange: Exchange;
  readonly #info: OperationInfo;
  readonly #fail: (error: unknown) => Answer;
  readonly #resolve: (answer: Answer | Promise<Answer>) => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isOver = false;
  /** What the client was told where the server is to blame. */
  #id: string | undefined;

  constructor(
    timeout: number,
    exchange: Exchange,
    info: OperationInfo,
    fail: (error: unknown) => Answer,
    resolve: (answer: Answer | Promise<Answer>) => void,
  ) {
    this.#timeout = timeout;
    this.#exchange = exchange;
    this.#info = info;
    this.#fail = fail;
    this.#resolve = resolve;
    this.#timer = setTimeout(giveUp, timeout, this);
  }

  take(answer: Answer): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) {
      this.#resolve(answer);
      return;
    }
    if (answer instanceof Response) answer.body?.cancel().catch(() => undefined);
    this.#report(
      new Error(`${operationName(this.#info)} answered after its time was over; the answer was thrown away.`),
    );
  }

  takeError(cause: unknown): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#answerError(cause);
    else this.#report(new Error(`${operationName(this.#info)} failed after its time was over.`, { cause }));
  }

  giveUp(): void {
    const error = new Error(`${operationName(this.#info)} did not answer within ${this.#timeout} ms.`);
    this.#isOver = true;
    this.#exchange.abort(error);
    // A body that does not arrive is the client's doing, and no handler runs yet.
    if (this.#exchange.isReading) {
      this.#answerError(new Refusal([httpProblem(408, "The body did not arrive in time.")]));
      return;
    }
    this.#id = crypto.randomUUID();
    this.#report(error);
    this.#answerError(new Refusal([timeoutProblem(this.#id, this.#timeout)]));
  }

  /** A log that throws must not leave the request without an answer: whoever waits is told. */
  #answerError(cause: unknown): void {
    try {
      this.#resolve(this.#fail(cause));
    } catch (error) {
      this.#resolve(Promise.reject(error));
    }
  }

  #report(error: Error): void {
    if (this.#id !== undefined) this.#exchange.incoming.report({ error, id: this.#id, operation: this.#info });
  }
}

function giveUp(wait: Wait): void {
  wait.giveUp();
}
