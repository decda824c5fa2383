import { type OperationInfo, operationName } from "../define/operation-spec.js";
import { timeoutProblem } from "../protocol/error-document.js";
import { httpProblem } from "../protocol/http-problem.js";
import { Refusal } from "../protocol/problem.js";
import type { Exchange } from "./exchange.js";
import { asPromise } from "./promised.js";
import { report } from "./report.js";

/** What becomes of an operation, whichever way it ends. */
export interface Outcome<T> {
  /** Takes what the handler gave. Never throws for what is wrong with it. */
  readonly finish: (result: unknown) => T;
  readonly fail: (error: unknown) => T;
}

/**
 * What `finish` makes of what an operation gives, or `fail` of its error; or of a Refusal when it takes too long. The
 * handler is told by its signal, which is all that can be done: what it gives later is thrown away, and logged, since
 * nobody else will ever hear of it.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withDeadline<T>(
  result: PromiseLike<unknown>,
  timeout: number,
  exchange: Exchange,
  info: OperationInfo,
  outcome: Outcome<T>,
): Promise<T> {
  const promise = asPromise(result);
  if (timeout === Number.POSITIVE_INFINITY) return promise.then(outcome.finish, outcome.fail);
  return new Promise((resolve, reject) => {
    const wait = new Wait(timeout, exchange, info, outcome, resolve, reject);
    promise.then(
      (value) => wait.take(value),
      (cause) => wait.takeError(cause),
    );
    // Behind what takes a promise that is settled already: where nothing is waited for, no timer is made.
    SETTLED.then(() => wait.begin());
  });
}

const SETTLED = Promise.resolve();

/** One operation that is waited for. */
class Wait<T> {
  readonly #timeout: number;
  readonly #exchange: Exchange;
  readonly #info: OperationInfo;
  readonly #outcome: Outcome<T>;
  readonly #resolve: (outcome: T) => void;
  readonly #reject: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTaken = false;
  #isOver = false;
  /** What the client was told where the server is to blame. */
  #id: string | undefined;

  constructor(
    timeout: number,
    exchange: Exchange,
    info: OperationInfo,
    outcome: Outcome<T>,
    resolve: (outcome: T) => void,
    reject: (error: unknown) => void,
  ) {
    this.#timeout = timeout;
    this.#exchange = exchange;
    this.#info = info;
    this.#outcome = outcome;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    if (!this.#isTaken) this.#timer = setTimeout(giveUp, this.#timeout, this);
  }

  take(result: unknown): void {
    this.#end();
    if (!this.#isOver) {
      this.#settle(this.#outcome.finish, result);
      return;
    }
    if (result instanceof Response) result.body?.cancel().catch(() => undefined);
    this.#report(
      new Error(`${operationName(this.#info)} answered after its time was over; the answer was thrown away.`),
    );
  }

  takeError(cause: unknown): void {
    this.#end();
    if (!this.#isOver) this.#settle(this.#outcome.fail, cause);
    else this.#report(new Error(`${operationName(this.#info)} failed after its time was over.`, { cause }));
  }

  #end(): void {
    this.#isTaken = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  giveUp(): void {
    const error = new Error(`${operationName(this.#info)} did not answer within ${this.#timeout} ms.`);
    this.#isOver = true;
    this.#exchange.abort(error);
    // A body that does not arrive is the client's doing, and no handler runs yet.
    if (this.#exchange.isReading) {
      this.#settle(this.#outcome.fail, new Refusal([httpProblem(408, "The body did not arrive in time.")]));
      return;
    }
    this.#id = crypto.randomUUID();
    this.#report(error);
    this.#settle(this.#outcome.fail, new Refusal([timeoutProblem(this.#id, this.#timeout)]));
  }

  /** A log that throws must not leave the request without an answer: whoever waits is told. */
  #settle(how: (value: unknown) => T, value: unknown): void {
    try {
      this.#resolve(how(value));
    } catch (error) {
      this.#reject(error);
    }
  }

  #report(error: Error): void {
    if (this.#id !== undefined) report(this.#exchange.incoming, { error, id: this.#id, operation: this.#info });
  }
}

function giveUp(wait: { giveUp(): void }): void {
  wait.giveUp();
}
