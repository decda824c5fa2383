import { toEnvelope } from "../../define/model/response.js";
import { isComplete } from "../../define/model/complete-response.js";
import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { problemsOf } from "../../protocol/errors/error-document.js";
import { Refusal } from "../../protocol/errors/request-error.js";
import type { Query } from "../../protocol/query/parsed-query.js";
import { tellAffects } from "../affects-header.js";
import { compileParts, type Parts } from "../visibility/operation-view.js";
import { type Exchange, NO_FIELDS } from "./request-state.js";
import type { Outgoing } from "../http.js";
import { negotiate } from "./negotiate.js";
import { type OpenStreams, withoutBody } from "./open-streams.js";
import { asPromise, isPromised } from "./maybe-promise.js";
import { exchangeOf, type RunArgs, runArgs } from "./handler-args.js";
import type { View, Views } from "../visibility/views.js";

/** One operation, ready to serve. */
export interface Runner {
  /** What the handler gives, a Refusal in its stead, or a promise of either. Throws, or rejects, with whatever went wrong. */
  run(exchange: Exchange): unknown;
  /** Makes the answer of what the handler gave. Throws whatever is wrong with it. */
  finish(result: unknown, exchange: Exchange): Outgoing | Response;
}

/**
 * An operation that speaks JSON:API: negotiation, middleware, query and body, wrapper, handler, answer, in this order.
 * Middleware comes before anything else of the request is judged, so that who may not ask learns nothing.
 */
export class CompiledOperation implements Runner {
  readonly #operation: OperationSpec;
  readonly #views: Views;
  readonly #canHide: boolean;
  /** Where everybody sees the same. */
  #onlyParts: Parts | undefined;
  readonly #parts = new WeakMap<View, Parts>();
  readonly #tell: (answer: Outgoing) => Outgoing;
  readonly #run: (args: RunArgs) => unknown;

  constructor(operation: OperationSpec, views: Views) {
    const { handler, middleware } = operation;
    this.#operation = operation;
    this.#views = views;
    this.#canHide = views.canHide(operation);
    this.#tell = tellAffects(operation);
    const ask = (query: Query | Refusal | undefined, args: RunArgs, exchange: Exchange) => {
      if (query instanceof Refusal) {
        if (middleware.length === 0) return query;
        throw query; // as whatever middleware sees go wrong
      }
      exchange.query = query;
      return handler(args);
    };
    this.#run = wrapInMiddleware(operation.info, middleware, (args: RunArgs) => {
      const exchange = exchangeOf(args);
      const query = exchange.parts?.prepare(args, exchange);
      return isPromised(query) ? query.then((query) => ask(query, args, exchange)) : ask(query, args, exchange);
    });
  }

  run(exchange: Exchange): unknown {
    const negotiated = negotiate(exchange);
    return negotiated === undefined ? this.#begin(exchange) : negotiated.then(() => this.#begin(exchange));
  }

  finish(result: unknown, exchange: Exchange): Outgoing {
    const { parts, query } = exchange;
    if (parts === undefined || query === undefined) {
      throw new TypeError(
        `${operationName(this.#operation.info)}: a middleware answered by itself. Call next() and return what it gives, or throw.`,
      );
    }
    return this.#tell(parts.answer(toEnvelope(result), query, exchange));
  }

  #begin(exchange: Exchange): unknown {
    if (this.#canHide) return this.#beginUnseen(exchange);
    const ctx = exchange.incoming.makeContext();
    return isPromised(ctx) ? asPromise(ctx).then((made) => this.#handle(made, exchange)) : this.#handle(ctx, exchange);
  }

  /** Whoever is refused before it is known what they may see sees the least: the refusal would tell that something is there. */
  async #beginUnseen(exchange: Exchange): Promise<unknown> {
    let ctx: object;
    try {
      ctx = await exchange.incoming.makeContext();
    } catch (error) {
      if (problemsOf(error, NO_FIELDS) === undefined) throw error;
      throw nothingThere(this.#views.least, exchange);
    }
    return this.#handle(ctx, exchange);
  }

  #handle(ctx: object, exchange: Exchange): unknown {
    exchange.parts = this.#onlyParts ?? this.#partsFor(ctx, exchange);
    return this.#run(runArgs(ctx, exchange));
  }

  #partsFor(ctx: object, exchange: Exchange): Parts {
    const view = this.#views.of(ctx);
    const known = this.#parts.get(view);
    if (known !== undefined) return known;
    const parts = compileParts(this.#operation, view);
    if (parts === undefined) throw nothingThere(view, exchange);
    this.#parts.set(view, parts);
    if (this.#views.isOne) this.#onlyParts = parts;
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

/** An rpc: its request is neither negotiated nor parsed, and its response leaves as it is. */
export class CompiledRpc implements Runner {
  readonly #operation: OperationSpec;
  readonly #readId: (text: string) => unknown;
  readonly #streams: OpenStreams;
  readonly #tell: (answer: Response) => Response;
  readonly #run: (args: RunArgs) => unknown;

  /** @param bodySize Bytes that a body may have where the operation does not say. */
  constructor(operation: OperationSpec, readId: (text: string) => unknown, bodySize: number, streams: OpenStreams) {
    const limit = operation.options.bodySize ?? bodySize;
    this.#operation = operation;
    this.#readId = readId;
    this.#streams = streams;
    this.#tell = tellAffects(operation);
    this.#run = wrapInMiddleware(operation.info, operation.middleware, (args: RunArgs) => {
      const exchange = exchangeOf(args);
      args.id = this.#readId(exchange.id);
      args.request = exchange.incoming.toRequest(limit, exchange.signal);
      return operation.handler(args);
    });
  }

  async run(exchange: Exchange): Promise<unknown> {
    return this.#run(runArgs(await exchange.incoming.makeContext(), exchange));
  }

  finish(result: unknown, exchange: Exchange): Response {
    if (result instanceof Response) {
      const response = this.#tell(result);
      const { method, signal } = exchange.incoming;
      if (method === "HEAD" || signal.aborted) return withoutBody(response, exchange);
      return isComplete(result) ? response : this.#streams.watch(response, exchange);
    }
    throw new TypeError(
      `${operationName(this.#operation.info)}: an rpc handler must return a Response. Return json(value), or new Response().`,
    );
  }
}
