import type { HandlerArgs } from "../define/operation-spec.js";
import type { Exchange } from "./exchange.js";

/** Handlers do not see the exchange; it travels with their arguments, through whatever middleware there is. */
const EXCHANGE = Symbol("exchange");

/**
 * The signal is an accessor of the arguments' own, so that it is made only where one is read, and survives a spread.
 * One accessor for all: an object literal's own would give every request a shape of its own, at four times the cost.
 */
const SIGNAL: PropertyDescriptor & ThisType<RunArgs> = {
  get() {
    return this[EXCHANGE].signal;
  },
  enumerable: true,
  configurable: true,
};

/** Defined before anything else: an accessor that joins an object of a dozen members costs four times as much. */
class WithSignal {
  declare readonly signal: AbortSignal;

  constructor() {
    Object.defineProperty(this, "signal", SIGNAL);
  }
}

/** A handler's arguments while a request is served. */
export class RunArgs extends WithSignal implements HandlerArgs {
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
  declare request?: Request;
  readonly [EXCHANGE]: Exchange;

  constructor(ctx: object, exchange: Exchange) {
    super();
    this.ctx = ctx;
    this[EXCHANGE] = exchange;
  }
}

export function exchangeOf(args: RunArgs): Exchange {
  return args[EXCHANGE];
}
