import { toEnvelope } from "../define/envelope.js";
import { wrapInMiddleware } from "../define/middleware.js";
import { type OperationSpec, operationName } from "../define/operation-spec.js";
import { problemsOf } from "../protocol/error-document.js";
import { tellAffects } from "./affects.js";
import { compileParts, type Parts } from "./compile-parts.js";
import { type Exchange, NO_FIELDS } from "./exchange.js";
import type { Outgoing } from "./incoming.js";
import { negotiate } from "./negotiate.js";
import { isPromised } from "./promised.js";
import { exchangeOf, RunArgs } from "./run-args.js";
import type { View, Views } from "./views.js";

/** One operation, ready to serve. */
export interface Runner {
  /** Throws, or rejects, with whatever went wrong. */
  run(exchange: Exchange): Outgoing | Response | Promise<Outgoing | Response>;
}

/**
 * An operation that speaks JSON:API: negotiation, middleware, query and body, wrapper, handler, answer, in this order.
 * Middleware comes before anything else of the request is judged, so that who may not ask learns nothing.
 */
export class CompiledOperation implements Runner {
  readonly #operation: OperationSpec;
  readonly #views: Views;
  readonly #canHide: boolean;
  readonly #parts = new WeakMap<View, Parts>();
  readonly #tell: (answer: Outgoing) => Outgoing;
  readonly #run: (args: RunArgs) => unknown;

  constructor(operation: OperationSpec, views: Views) {
    const { handler } = operation;
    this.#operation = operation;
    this.#views = views;
    this.#canHide = views.canHide(operation);
    this.#tell = tellAffects(operation);
    this.#run = wrapInMiddleware(operation.info, operation.middleware, (args: RunArgs) => {
      const exchange = exchangeOf(args);
      const query = exchange.parts?.prepare(args, exchange);
      if (isPromised(query)) {
        return query.then((query) => {
          exchange.query = query;
          return handler(args);
        });
      }
      exchange.query = query;
      return handler(args);
    });
  }

  run(exchange: Exchange): Outgoing | Promise<Outgoing> {
    const negotiated = negotiate(exchange);
    return negotiated === undefined ? this.#begin(exchange) : negotiated.then(() => this.#begin(exchange));
  }

  #begin(exchange: Exchange): Outgoing | Promise<Outgoing> {
    if (this.#canHide) return this.#beginUnseen(exchange);
    const ctx = exchange.incoming.makeContext();
    return isPromised(ctx) ? later(ctx, (made) => this.#handle(made, exchange)) : this.#handle(ctx, exchange);
  }

  /** Whoever is refused before it is known what they may see sees the least: the refusal would tell that something is there. */
  async #beginUnseen(exchange: Exchange): Promise<Outgoing> {
    let ctx: object;
    try {
      ctx = await exchange.incoming.makeContext();
    } catch (error) {
      if (problemsOf(error, NO_FIELDS) === undefined) throw error;
      throw nothingThere(this.#views.least, exchange);
    }
    return this.#handle(ctx, exchange);
  }

  #handle(ctx: object, exchange: Exchange): Outgoing | Promise<Outgoing> {
    const parts = this.#partsFor(ctx, exchange);
    exchange.parts = parts;
    const result = this.#run(new RunArgs(ctx, exchange));
    return isPromised(result)
      ? later(result, (made) => this.#write(made, parts, exchange))
      : this.#write(result, parts, exchange);
  }

  #write(result: unknown, { answer }: Parts, exchange: Exchange): Outgoing {
    if (exchange.query === undefined) {
      throw new TypeError(
        `${operationName(this.#operation.info)}: a middleware answered by itself. Call next() and return what it gives, or throw.`,
      );
    }
    return this.#tell(answer(toEnvelope(result), exchange.query, exchange));
  }

  #partsFor(ctx: object, exchange: Exchange): Parts {
    const view = this.#views.of(ctx);
    const known = this.#parts.get(view);
    if (known !== undefined) return known;
    const parts = compileParts(this.#operation, view);
    if (parts === undefined) throw nothingThere(view, exchange);
    this.#parts.set(view, parts);
    return parts;
  }
}

/** What is answered where nothing was declared. */
function nothingThere({ table }: View, { incoming }: Exchange): unknown {
  try {
    table.match(incoming.method, incoming.path);
  } catch (refusal) {
    return refusal;
  }
  return new TypeError(`A hidden route is served at ${incoming.path}.`);
}

/** A promise of what follows, whatever kind of promise comes first: query builders have a `then` of their own. */
function later<T, R>(promised: PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): Promise<R> {
  return promised instanceof Promise ? promised.then(next) : Promise.resolve(promised).then(next);
}

/** An rpc: its request is neither negotiated nor parsed, and its response leaves as it is. */
export class CompiledRpc implements Runner {
  readonly #operation: OperationSpec;
  readonly #readId: (text: string) => unknown;
  readonly #tell: (answer: Response) => Response;
  readonly #run: (args: RunArgs) => unknown;

  /** @param bodySize Bytes that a body may have where the operation does not say. */
  constructor(operation: OperationSpec, readId: (text: string) => unknown, bodySize: number) {
    const limit = operation.options.bodySize ?? bodySize;
    this.#operation = operation;
    this.#readId = readId;
    this.#tell = tellAffects(operation);
    this.#run = wrapInMiddleware(operation.info, operation.middleware, (args: RunArgs) => {
      const exchange = exchangeOf(args);
      args.id = this.#readId(exchange.id);
      args.request = exchange.incoming.toRequest(limit, exchange.signal);
      return operation.handler(args);
    });
  }

  async run(exchange: Exchange): Promise<Response> {
    const result = await this.#run(new RunArgs(await exchange.incoming.makeContext(), exchange));
    if (result instanceof Response) return this.#tell(result);
    throw new TypeError(
      `${operationName(this.#operation.info)}: an rpc handler must return a Response. Return json(value), or new Response().`,
    );
  }
}
