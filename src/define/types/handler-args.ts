import type { Shape } from "./endpoint.js";
import type { IncludeFlags } from "./include.js";
import type { ListOptions, OperationOptions, ReadOptions, RpcOptions } from "./options.js";
import type { ContextOf, ExtraOf, FilterOf, IncludeOf, PageDeclaredBy, SortDeclaredBy } from "./options-of.js";
import type { PageOf } from "./page.js";
import type { SortOf } from "./sort.js";
import type { AnyResourceContext } from "./resource-context.js";

export type OutputOf<T extends Shape> = { readonly [K in keyof T]: T[K]["_zod"]["output"] };
export type PartialOutputOf<T extends Shape> = { readonly [K in keyof T]?: T[K]["_zod"]["output"] };

// Each is written out in full: a base would be worked out again for each operation.

export interface GetOneArgs<out S extends AnyResourceContext, out O extends ReadOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  /** A flag a declared path, true where the request asks for it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  /** The response is stripped to these anyway: they only let the handler skip work. */
  readonly fields: S["~fields"];
  readonly id: S["~id"];
}

export interface CreateOneArgs<out S extends AnyResourceContext, out O extends ReadOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  /** A flag a declared path, true where the request asks for it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  /** The response is stripped to these anyway: they only let the handler skip work. */
  readonly fields: S["~fields"];
  /** The create fields, validated. */
  readonly input: S["~createInput"];
}

export interface EditOneArgs<out S extends AnyResourceContext, out O extends ReadOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  /** A flag a declared path, true where the request asks for it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  /** The response is stripped to these anyway: they only let the handler skip work. */
  readonly fields: S["~fields"];
  readonly id: S["~id"];
  /** The edit fields, each `UNSET` where the request did not send it. */
  readonly input: S["~editInput"];
}

export interface GetManyArgs<out S extends AnyResourceContext, in out O extends ListOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  /** A flag a declared path, true where the request asks for it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  /** The response is stripped to these anyway: they only let the handler skip work. */
  readonly fields: S["~fields"];
  readonly filter: OutputOf<FilterOf<O>>;
  /** In the order that the client asked for; empty when it did not. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
}

export interface IdArgs<out S extends AnyResourceContext, out O extends OperationOptions | RpcOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  readonly id: S["~id"];
}

export interface GetRelatedArgs<out S extends AnyResourceContext, in out O extends ListOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  readonly id: S["~id"];
  /** Paths from the related resource. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  readonly fields: { readonly [type: string]: ReadonlySet<string> | undefined };
  readonly filter: OutputOf<FilterOf<O>>;
  /** In the order that the client asked for; empty when it did not. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
}

export interface RelationshipArgs<
  out S extends AnyResourceContext,
  out K extends keyof S["relationships"],
  out O extends OperationOptions,
> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  readonly id: S["~id"];
  /** The id, or ids, that the request names. */
  readonly related: S["relationships"][K]["~input"];
}

export interface RpcArgs<out S extends AnyResourceContext, out O extends RpcOptions> {
  /** The request's context, with what middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** Aborted when the client goes away, and when the operation's time is over. */
  readonly signal: AbortSignal;
  readonly id: S["~id"];
  /** The request as it came: its body is not read. */
  readonly request: Request;
}
