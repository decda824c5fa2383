import type { HandlerArgs } from "../../define/model/operation.js";
import type { RequestState } from "./request-state.js";

/** Handlers do not see the state; it travels with their arguments, through whatever middleware there is. */
const EXCHANGE = Symbol("state");

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

/** A handler's arguments while a request is served. Made by {@link runArgs}. */
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
  declare [EXCHANGE]: RequestState;

  constructor() {
    super();
    this.ctx = NO_CONTEXT;
    this[EXCHANGE] = NO_EXCHANGE;
  }
}

const NO_CONTEXT = {};
const NO_EXCHANGE = undefined as unknown as RequestState; // replaced before anybody sees it, and keeps the shape

/** How many are made at a time. */
const BATCH = 16;
const prepared: RunArgs[] = [];

/**
 * The arguments of one request. Some are made at a time: what defines an accessor is much code that nothing else of a
 * request runs, and has to be fetched into the processor's caches each time that it is.
 */
export function runArgs(ctx: object, state: RequestState): RunArgs {
  if (prepared.length === 0) for (let count = 0; count < BATCH; count++) prepared.push(new RunArgs());
  const args = prepared.pop() as RunArgs; // there is one
  args.ctx = ctx;
  args[EXCHANGE] = state;
  return args;
}

export function stateOf(args: RunArgs): RequestState {
  return args[EXCHANGE];
}
