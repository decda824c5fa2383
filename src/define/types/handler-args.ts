import type { RelationshipShape } from "./relationship-shape.js";
import type { Shape, IncludeFlags, WithPrefixes } from "./endpoint.js";
import type { AnyListOptions, AnyOptions, AnyReadOptions, AnyRpcOptions } from "./options.js";
import type { HandlerContext, ExtraOf, FilterOf, IncludeOf, PageDeclaredBy, SortDeclaredBy } from "./options-of.js";
import type { IncludeQueries } from "./include-query.js";
import type { PageOf } from "./page.js";
import type { SortOf } from "./sort.js";
import type { AnyResourceContext } from "./resource-context.js";
import type { NothingResult } from "./handler-result.js";

export type OutputOf<T extends Shape> = { readonly [K in keyof T]: T[K]["_zod"]["output"] } & {};
export type PartialOutputOf<T extends Shape> = { readonly [K in keyof T]?: T[K]["_zod"]["output"] };

// The names are a type parameter, so that editors find their definitions. A member, because hovers print the name of an alias.
interface OwnPaths<R extends RelationshipShape, TPath extends keyof R> {
  /** The same flags, for paths that start at the relationships `R`. */
  readonly flags: { readonly [K in TPath]: FlagOf<R> };
}

/** A boolean. A mapped type keeps `R`, where the definitions are, only if its members mention it. */
type FlagOf<_R> = boolean;

// Members are repeated, because a generic base type costs instantiations: see docs/evidence/type-cost.md

export interface Abortable {
  /** Aborted when the client disconnects, and when the operation times out. */
  readonly signal: AbortSignal;
}

export interface GetOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  readonly id: S["~id"];
  /** What the request asks of the members of its includes, by path with `__` between names. Undefined if it asks nothing. */
  readonly includeQueries?: IncludeQueries;
}

export interface CreateOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  /** The create fields, validated. */
  readonly input: S["~createInput"];
}

export interface EditOneArgs<out S extends AnyResourceContext, out O extends AnyReadOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
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
  /** The groups of filters, with `alternatives`. If there are some, a row must meet all filters of one of them. */
  readonly any: readonly PartialOutputOf<FilterOf<O>>[];
  /** In the order of the request; empty if the request does not sort. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  /** One flag per declared path: true if the request includes it. */
  readonly include: OwnPaths<S["relationships"], WithPrefixes<IncludeOf<O>>>["flags"];
  /** The requested fields by type. Use them only to save work: Trestle removes the other fields from the response. */
  readonly fields: S["~fields"];
  /** What the request asks of the members of its includes, by path with `__` between names. Undefined if it asks nothing. */
  readonly includeQueries?: IncludeQueries;
}

export interface IdArgs<out S extends AnyResourceContext, out O extends AnyOptions | AnyRpcOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  readonly id: S["~id"];
}

export interface DeleteOneArgs<out S extends AnyResourceContext, out O extends AnyOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  readonly id: S["~id"];
  /** The version that the request states with `If-Match`; undefined if it states none. */
  readonly expected: S["~expected"];
}

export interface GetRelatedArgs<out S extends AnyResourceContext, in out O extends AnyListOptions> extends Abortable {
  readonly filter: OutputOf<FilterOf<O>>;
  /** The groups of filters, with `alternatives`. If there are some, a row must meet all filters of one of them. */
  readonly any: readonly PartialOutputOf<FilterOf<O>>[];
  /** In the order of the request; empty if the request does not sort. */
  readonly sort: readonly SortOf<SortDeclaredBy<O>>[];
  readonly page: PageOf<PageDeclaredBy<O>>;
  readonly extra: OutputOf<ExtraOf<O>>;
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  readonly id: S["~id"];
  /** One flag per declared path, starting at the related resource: true if the request includes it. */
  readonly include: IncludeFlags<IncludeOf<O>>;
  readonly fields: { readonly [type: string]: ReadonlySet<string> | undefined };
  /** What the request asks of the members of its includes, by path with `__` between names. Undefined if it asks nothing. */
  readonly includeQueries?: IncludeQueries;
}

export interface RelationshipArgs<
  out S extends AnyResourceContext,
  out K extends keyof S["relationships"],
  out O extends AnyOptions,
> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  readonly id: S["~id"];
  /** The id or ids in the request. */
  readonly related: S["relationships"][K]["~input"];
  /** The version that the request states with `If-Match`; undefined if it states none. */
  readonly expected: S["~expected"];
}

export interface RpcArgs<out S extends AnyResourceContext, out O extends AnyRpcOptions> extends Abortable {
  /** The request's context, including what the middleware added. */
  readonly ctx: HandlerContext<S, O>;
  readonly id: S["~id"];
  /** The original request. Its body has not been read. */
  readonly request: Request;
}

// While you type `notes.getMany(…)`, the call fits no overload. Editors then read the first overload, which takes options and a handler.
// Its options may also be one of these handlers, so that editors complete both. As `string & …` no value has that type, and messages
// about options do not print it. Interfaces cost less than function types: see docs/evidence/type-cost.md

export interface GetOneAlone<S extends AnyResourceContext> {
  (args: GetOneArgs<S, {}>): S["~results"]["one"];
}

export interface GetManyAlone<S extends AnyResourceContext> {
  /** Editors complete the names of attributes in `sort: ["…"]`, too. Other names stay possible. */
  sort: (keyof S["attributes"])[];
  (args: GetManyArgs<S, {}>): S["~results"]["many"];
}

export interface CreateOneAlone<S extends AnyResourceContext> {
  (args: CreateOneArgs<S, {}>): S["~results"]["one"];
}

export interface EditOneAlone<S extends AnyResourceContext> {
  (args: EditOneArgs<S, {}>): S["~results"]["one"];
}

export interface DeleteOneAlone<S extends AnyResourceContext> {
  (args: DeleteOneArgs<S, {}>): NothingResult;
}

export interface GetRelatedAlone<S extends AnyResourceContext, K extends keyof S["relationships"]> {
  (args: GetRelatedArgs<S, {}>): S["relationships"][K]["~result"];
}

export interface RelationshipAlone<S extends AnyResourceContext, K extends keyof S["relationships"]> {
  (args: RelationshipArgs<S, K, {}>): NothingResult;
}
