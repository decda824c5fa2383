import { operationName } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { httpError } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { RequestState } from "./request-state.js";
import { asPromise } from "./maybe-promise.js";
import { report } from "../report.js";

/** What becomes of an operation, whichever way it ends. */
export interface Outcome<T> {
  /** Takes what the handler gave. Never throws for what is wrong with it. */
  readonly finish: (result: unknown) => T;
  readonly fail: (error: unknown) => T;
  /** Takes what `fail` gave when the time is over: whoever waits for the operation need not any more. */
  readonly interrupt: (outcome: T) => void;
}

/**
 * What `finish` makes of what an operation gives, or `fail` of its error. When it takes too long, `interrupt` gets what
 * `fail` makes of a RequestError, and the promise gives undefined, should it ever: it is the operation's own, without
 * another to be settled by either. The handler is told by its signal, which is all that can be done: what it gives later
 * is thrown away, and logged, since nobody else will ever hear of it.
 *
 * @param timeout Milliseconds, or `Infinity`.
 */
export function withDeadline<T>(
  result: PromiseLike<unknown>,
  timeout: number,
  state: RequestState,
  info: OperationInfo,
  outcome: Outcome<T>,
): Promise<T | undefined> {
  const promise = asPromise(result);
  if (timeout === Number.POSITIVE_INFINITY) return promise.then(outcome.finish, outcome.fail);
  const wait = new Wait(timeout, state, info, outcome);
  const taken = promise.then(
    (value) => wait.take(value),
    (cause) => wait.takeError(cause),
  );
  // Behind what takes a promise that is settled already: where nothing is waited for, no timer is made.
  SETTLED.then(() => wait.begin());
  return taken;
}

const SETTLED = Promise.resolve();

/** One operation that is waited for. */
class Wait<T> {
  readonly #timeout: number;
  readonly #state: RequestState;
  readonly #info: OperationInfo;
  readonly #outcome: Outcome<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTaken = false;
  #isOver = false;
  /** What the client was told where the server is to blame. */
  #id: string | undefined;

  constructor(timeout: number, state: RequestState, info: OperationInfo, outcome: Outcome<T>) {
    this.#timeout = timeout;
    this.#state = state;
    this.#info = info;
    this.#outcome = outcome;
  }

  begin(): void {
    if (!this.#isTaken) this.#timer = setTimeout(giveUp, this.#timeout, this);
  }

  take(result: unknown): T | undefined {
    this.#end();
    if (!this.#isOver) return this.#outcome.finish(result);
    if (result instanceof Response) result.body?.cancel().catch(() => undefined);
    this.#report(
      new Error(`${operationName(this.#info)} answered after its time was over; the answer was thrown away.`),
    );
    return undefined;
  }

  takeError(cause: unknown): T | undefined {
    this.#end();
    if (!this.#isOver) return this.#outcome.fail(cause);
    this.#report(new Error(`${operationName(this.#info)} failed after its time was over.`, { cause }));
    return undefined;
  }

  #end(): void {
    this.#isTaken = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  giveUp(): void {
    const error = new Error(`${operationName(this.#info)} did not answer within ${this.#timeout} ms.`);
    this.#isOver = true;
    this.#state.abort(error);
    // A body that does not arrive is the client's doing, and no handler runs yet.
    if (this.#state.isReading) {
      this.#interrupt(new RequestError([httpError(408, "The body did not arrive in time.")]));
      return;
    }
    this.#id = crypto.randomUUID();
    this.#report(error);
    this.#interrupt(new RequestError([timeoutError(this.#id, this.#timeout)]));
  }

  #interrupt(refusal: RequestError): void {
    const { fail, interrupt } = this.#outcome;
    interrupt(fail(refusal));
  }

  #report(error: Error): void {
    if (this.#id !== undefined) report(this.#state.incoming, { error, id: this.#id, operation: this.#info });
  }
}

function giveUp(wait: { giveUp(): void }): void {
  wait.giveUp();
}
