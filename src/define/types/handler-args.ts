import type { Shape } from "./endpoint.js";
import type { IncludeFlags, OwnPaths, WithPrefixes } from "./include.js";
import type { AnyListOptions, AnyOptions, AnyReadOptions, AnyRpcOptions } from "./options.js";
import type { ContextOf, ExtraOf, FilterOf, IncludeOf, PageDeclaredBy, SortDeclaredBy } from "./options-of.js";
import type { PageOf } from "./page.js";
import type { SortOf } from "./sort.js";
import type { AnyResourceContext } from "./resource-context.js";

export type OutputOf<T extends Shape> = { readonly [K in keyof T]: T[K]["_zod"]["output"] } & {};
export type PartialOutputOf<T extends Shape> = { readonly [K in keyof T]?: T[K]["_zod"]["output"] };

// Members are repeated, because a generic base type costs instantiations: see docs/evidence/type-cost.md

export interface Abortable {
  /** Aborted when the client disconnects, and when the operation times out. */
  readonly signal: AbortSignal;
}

export interface GetOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  readonly id: S["~id"];
}

export interface CreateOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  /** The create fields, validated. */
  readonly input: S["~createInput"];
}

export interface EditOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  readonly id: S["~id"];
  /** The edit fields, validated. A field that the request did not send is `UNSET`. */
  readonly input: S["~editInput"];
  /** The version that the request states with `If-Match`; undefined if it states none. */
  readonly expected: S["~expected"];
}

export interface GetManyArgs<out S extends AnyResourceContext, in out O extends AnyListOptions> extends Abortable {
  readonly filter: OutputOf<FilterOf<O>>;
  /** In the order of the request; empty if the request does not sort. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
}

export interface IdArgs<out S extends AnyResourceContext, out O extends AnyOptions | AnyRpcOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  readonly id: S["~id"];
}

export interface DeleteOneArgs<out S extends AnyResourceContext, out O extends AnyOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  readonly id: S["~id"];
  /** The version that the request states with `If-Match`; undefined if it states none. */
  readonly expected: S["~expected"];
}

export interface GetRelatedArgs<out S extends AnyResourceContext, in out O extends AnyListOptions> extends Abortable {
  readonly filter: OutputOf<FilterOf<O>>;
  /** In the order of the request; empty if the request does not sort. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  readonly id: S["~id"];
  /** One flag per declared path, starting at the related resource: true if the request includes it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  readonly fields: { readonly [type: string]: ReadonlySet<string> | undefined };
}

export interface RelationshipArgs<
  out S extends AnyResourceContext,
  out K extends keyof S["relationships"],
  out O extends AnyOptions,
> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  readonly id: S["~id"];
  /** The id or ids in the request. */
  readonly related: S["relationships"][K]["~input"];
  /** The version that the request states with `If-Match`; undefined if it states none. */
  readonly expected: S["~expected"];
}

export interface RpcArgs<out S extends AnyResourceContext, out O extends AnyRpcOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: ContextOf<S, O>;
  readonly id: S["~id"];
  /** The original request. Its body has not been read. */
  readonly request: Request;
}
