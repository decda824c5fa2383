import type { AnyApiContext } from "./api-context.js";
import type { AnyQueryOptions, AnyStreamOptions } from "./action-options.js";
import type { InputOf } from "./action-result.js";
import type { Abortable } from "./handler-args.js";
import type { IncludeFlags } from "./include.js";
import type { ContextOf, IncludeOf } from "./options-of.js";

// Members are repeated, because a generic base type costs instantiations: see docs/evidence/type-cost.md

/** The arguments of the handler of a command or a query of a collection or of the API. */
export interface ActionArgs<out S extends AnyApiContext, out O extends AnyQueryOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
}

/** The arguments of the handler of a command or a query of one resource. */
export interface ItemActionArgs<out S extends AnyApiContext, out O extends AnyQueryOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
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
  readonly ctx: ContextOf<S, O>;
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** The id of the last event that the client received, if it connects again or asked to start there. */
  readonly after: string | undefined;
}

/** The arguments of the handler of a stream of one resource. */
export interface ItemStreamArgs<out S extends AnyApiContext, out O extends AnyStreamOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** The id in the path. */
  readonly id: S["~id"];
  /** The input, validated; undefined without the option `input`. */
  readonly input: InputOf<O>;
  /** The id of the last event that the client received, if it connects again or asked to start there. */
  readonly after: string | undefined;
}
