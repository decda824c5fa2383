import type { AnyApiContext } from "./resource-context.js";
import type { AnyQueryOptions, AnyStreamOptions } from "./action-options.js";
import type { InputOf } from "./action-result.js";
import type { Abortable } from "./handler-args.js";
import type { IncludeFlags } from "./endpoint.js";
import type { HandlerContext, IncludeOf } from "./options-of.js";
import type { ActionPlace } from "./operation-info.js";
import type { CallBase } from "./operation-call.js";

// Members are repeated, because a generic base type costs instantiations: see docs/evidence/type-cost.md

/** The arguments of the handler of a command or a query of a collection or of the API. */
export interface ActionArgs<out S extends AnyApiContext, out O extends AnyQueryOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
}

/** The arguments of the handler of a command or a query of one resource. */
export interface ItemActionArgs<out S extends AnyApiContext, out O extends AnyQueryOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** The id in the path. */
  readonly id: S["~id"];
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
}

/** The arguments of the handler of a stream of a collection or of the API. */
export interface StreamArgs<out S extends AnyApiContext, out O extends AnyStreamOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** The id of the last event that the client received, if it connects again or asked to start there. */
  readonly after: string | undefined;
}

/** The arguments of the handler of a stream of one resource. */
export interface ItemStreamArgs<out S extends AnyApiContext, out O extends AnyStreamOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** The id in the path. */
  readonly id: S["~id"];
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** The id of the last event that the client received, if it connects again or asked to start there. */
  readonly after: string | undefined;
}

/** The arguments of a command or a query that another handler calls. */
export type CallAction<S extends AnyApiContext, TPlace extends ActionPlace, O extends AnyQueryOptions> = CallBase<
  S["~base"]
> &
  IdAt<S, TPlace> &
  CallInput<O> & { readonly include?: Partial<IncludeFlags<IncludeOf<O>>> };

/** The arguments of a stream that another handler calls. */
export type CallStream<S extends AnyApiContext, TPlace extends ActionPlace, O extends AnyStreamOptions> = CallBase<
  S["~base"]
> &
  IdAt<S, TPlace> &
  CallInput<O> & { readonly after?: string | undefined };

type IdAt<S extends AnyApiContext, TPlace> = TPlace extends "item" ? { readonly id: S["~id"] } : unknown;
type CallInput<O> = O extends { readonly input: unknown } ? { readonly input: InputOf<O> } : unknown;
