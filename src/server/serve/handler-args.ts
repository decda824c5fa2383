import type { HandlerArgs } from "../../define/model/operation.js";
import type { RequestState } from "../kernel/request-state.js";

/** A handler's arguments. The steps fill in what the operation's kind has. */
export class RequestArgs implements HandlerArgs {
  declare readonly signal: AbortSignal;
  #state!: RequestState; // set before a handler gets the arguments
  ctx!: object;
  id: unknown = undefined;
  input: unknown = undefined;
  related: unknown = undefined;
  filter: unknown = undefined;
  sort: unknown = undefined;
  page: unknown = undefined;
  include: unknown = undefined;
  fields: unknown = undefined;
  extra: unknown = undefined;
  declare expected?: unknown;
  declare request?: Request;
  declare after?: string | undefined;

  /** Made when it is first read, because most handlers do not; an own property, so that `{ ...args }` keeps it. */
  static readonly #signal: PropertyDescriptor & ThisType<RequestArgs> = {
    get() {
      return this.#state.signal;
    },
    enumerable: true,
    configurable: true,
  };

  private constructor() {
    Object.defineProperty(this, "signal", RequestArgs.#signal);
  }

  static readonly #prepared: RequestArgs[] = [];

  /**
   * The arguments of one request. They are made 16 at a time: nothing else in a request runs the code that defines an accessor, so the processor
   * would load it for each of them. That takes 3 % of a small request: bench `server --before`, get one.
   */
  static of(state: RequestState): RequestArgs {
    const prepared = RequestArgs.#prepared;
    if (prepared.length === 0) for (let count = 0; count < 16; count++) prepared.push(new RequestArgs());
    const args = prepared.pop() as RequestArgs; // there is one
    args.#state = state;
    args.ctx = state.ctx;
    return args;
  }
}
