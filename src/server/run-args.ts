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

/** A handler's arguments while a request is served. */
export class RunArgs implements HandlerArgs {
  ctx: object;
  declare readonly signal: AbortSignal;
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
    this.ctx = ctx;
    this[EXCHANGE] = exchange;
    Object.defineProperty(this, "signal", SIGNAL);
  }
}

export function exchangeOf(args: RunArgs): Exchange {
  return args[EXCHANGE];
}
