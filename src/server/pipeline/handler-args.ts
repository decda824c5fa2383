import type { HandlerArgs } from "../../define/model/operation.js";
import type { RequestState } from "./request-state.js";

/** A handler's arguments. The steps fill in what the operation's kind has. */
export class RequestArgs implements HandlerArgs {
  declare readonly signal: AbortSignal;
  readonly #state: RequestState;
  ctx: object;
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

  constructor(state: RequestState) {
    Object.defineProperty(this, "signal", RequestArgs.#signal);
    this.#state = state;
    this.ctx = state.ctx;
  }
}
