import { toEnvelope } from "../../define/model/response.js";
import { isComplete } from "../../define/model/complete-response.js";
import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import type { ParsedQuery } from "../../protocol/query/parsed-query.js";
import { withAffectsHeader } from "../affects-header.js";
import { compileView, type OperationView } from "../visibility/operation-view.js";
import { type RequestState, NO_FIELDS } from "./request-state.js";
import type { ServerResponse } from "../http.js";
import { negotiate } from "./negotiate.js";
import { type OpenStreams, withoutBody } from "./open-streams.js";
import { asPromise, isPromise } from "./maybe-promise.js";
import { stateOf, type RunArgs, runArgs } from "./handler-args.js";
import type { View, Views } from "../visibility/views.js";

/** One operation, ready to serve. */
export interface Runner {
  /** What the handler gives, a RequestError in its stead, or a promise of either. Throws, or rejects, with whatever went wrong. */
  run(state: RequestState): unknown;
  /** Makes the answer of what the handler gave. Throws whatever is wrong with it. */
  finish(result: unknown, state: RequestState): ServerResponse | Response;
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
  #onlyParts: OperationView | undefined;
  readonly #parts = new WeakMap<View, OperationView>();
  readonly #tell: (answer: ServerResponse) => ServerResponse;
  readonly #run: (args: RunArgs) => unknown;

  constructor(operation: OperationSpec, views: Views) {
    const { handler, middleware } = operation;
    this.#operation = operation;
    this.#views = views;
    this.#canHide = views.canHide(operation);
    this.#tell = withAffectsHeader(operation);
    const ask = (query: ParsedQuery | RequestError | undefined, args: RunArgs, state: RequestState) => {
      if (query instanceof RequestError) {
        if (middleware.length === 0) return query;
        throw query; // as whatever middleware sees go wrong
      }
      state.query = query;
      return handler(args);
    };
    this.#run = wrapInMiddleware(operation.info, middleware, (args: RunArgs) => {
      const state = stateOf(args);
      const query = state.parts?.prepare(args, state);
      return isPromise(query) ? query.then((query) => ask(query, args, state)) : ask(query, args, state);
    });
  }

  run(state: RequestState): unknown {
    const negotiated = negotiate(state);
    return negotiated === undefined ? this.#begin(state) : negotiated.then(() => this.#begin(state));
  }

  finish(result: unknown, state: RequestState): ServerResponse {
    const { parts, query } = state;
    if (parts === undefined || query === undefined) {
      throw new TypeError(
        `${operationName(this.#operation.info)}: a middleware answered by itself. Call next() and return what it gives, or throw.`,
      );
    }
    return this.#tell(parts.answer(toEnvelope(result), query, state));
  }

  #begin(state: RequestState): unknown {
    if (this.#canHide) return this.#beginUnseen(state);
    const ctx = state.incoming.makeContext();
    return isPromise(ctx) ? asPromise(ctx).then((made) => this.#handle(made, state)) : this.#handle(ctx, state);
  }

  /** Whoever is refused before it is known what they may see sees the least: the refusal would tell that something is there. */
  async #beginUnseen(state: RequestState): Promise<unknown> {
    let ctx: object;
    try {
      ctx = await state.incoming.makeContext();
    } catch (error) {
      if (errorObjectsOf(error, NO_FIELDS) === undefined) throw error;
      throw nothingThere(this.#views.least, state);
    }
    return this.#handle(ctx, state);
  }

  #handle(ctx: object, state: RequestState): unknown {
    state.parts = this.#onlyParts ?? this.#partsFor(ctx, state);
    return this.#run(runArgs(ctx, state));
  }

  #partsFor(ctx: object, state: RequestState): OperationView {
    const view = this.#views.of(ctx);
    const known = this.#parts.get(view);
    if (known !== undefined) return known;
    const parts = compileView(this.#operation, view);
    if (parts === undefined) throw nothingThere(view, state);
    this.#parts.set(view, parts);
    if (this.#views.isOne) this.#onlyParts = parts;
    return parts;
  }
}

/** What is answered where nothing was declared. */
function nothingThere({ table }: View, { incoming }: RequestState): unknown {
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
    this.#tell = withAffectsHeader(operation);
    this.#run = wrapInMiddleware(operation.info, operation.middleware, (args: RunArgs) => {
      const state = stateOf(args);
      args.id = this.#readId(state.id);
      args.request = state.incoming.toRequest(limit, state.signal);
      return operation.handler(args);
    });
  }

  async run(state: RequestState): Promise<unknown> {
    return this.#run(runArgs(await state.incoming.makeContext(), state));
  }

  finish(result: unknown, state: RequestState): Response {
    if (result instanceof Response) {
      const response = this.#tell(result);
      const { method, signal } = state.incoming;
      if (method === "HEAD" || signal.aborted) return withoutBody(response, state);
      return isComplete(result) ? response : this.#streams.watch(response, state);
    }
    throw new TypeError(
      `${operationName(this.#operation.info)}: an rpc handler must return a Response. Return json(value), or new Response().`,
    );
  }
}
