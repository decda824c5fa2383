import type { Schema, Shape } from "./endpoint.js";
import type { OutputOf, PartialOutputOf } from "./handler-args.js";
import type { IncludeFlags } from "./include.js";
import type { AnyListOptions } from "./options.js";
import type { ExtraOf, FilterOf, IncludeOf, PageDeclaredBy, SortDeclaredBy } from "./options-of.js";
import type { LinkedPage, PageOf } from "./page.js";
import type { Flatten } from "./row.js";
import type { SortOf } from "./sort.js";

/** The arguments of an operation that another handler calls as a function. */
export interface CallBase<TBase> {
  readonly ctx: TBase;
  readonly signal?: AbortSignal;
}

interface CallRead<TBase, TInclude extends string> extends CallBase<TBase> {
  readonly include?: Partial<IncludeFlags<TInclude>>;
  readonly fields?: { readonly [type: string]: ReadonlySet<string> | undefined };
}

export interface CallGetOne<TBase, TId, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly id: TId;
}

export interface CallCreateOne<TBase, TInput, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly input: TInput;
}

export interface CallEditOne<TBase, TId, TInput, TInclude extends string> extends CallRead<TBase, TInclude> {
  readonly id: TId;
  readonly input: Partial<TInput>;
}

/**
 * The names that a caller must pass, because their schemas neither allow undefined nor have a default.
 * `RequiredName<{ a: z.ZodString; b: z.ZodOptional<z.ZodString> }>` is `"a"`.
 */
type RequiredName<S extends Shape> = {
  [K in keyof S]: undefined extends S[K]["_zod"]["input"] ? never : K;
}[keyof S];

/**
 * One part of the query of a call. It is optional unless one of its values is required: with a required `a`,
 * `CallPart<"filter", S>` is `{ filter: { a: string; b?: string } }`.
 */
type CallPart<TPart extends string, S extends Shape> = [RequiredName<S>] extends [never]
  ? { readonly [K in TPart]?: PartialOutputOf<S> }
  : { readonly [K in TPart]: Flatten<OutputOf<Pick<S, RequiredName<S>>> & PartialOutputOf<S>> };

type CallPage<P> = [P] extends [LinkedPage | undefined]
  ? { readonly page?: Partial<PageOf<P>> }
  : [P] extends [Schema]
    ? undefined extends P["_zod"]["input"]
      ? { readonly page?: PageOf<P> }
      : { readonly page: PageOf<P> }
    : P extends Shape
      ? CallPart<"page", P>
      : {};

interface CallSort<S> {
  readonly sort?: readonly SortOf<S>[];
}

type CallQuery<F extends Shape, S, P, X extends Shape> = CallSort<S> &
  CallPart<"filter", F> &
  CallPage<P> &
  CallPart<"extra", X>;

type CallQueryOf<O extends AnyListOptions> = CallQuery<FilterOf<O>, SortDeclaredBy<O>, PageDeclaredBy<O>, ExtraOf<O>>;

export type CallGetMany<TBase, O extends AnyListOptions> = CallRead<TBase, IncludeOf<O>> & CallQueryOf<O>;
export type CallGetRelated<TBase, TId, O extends AnyListOptions> = CallGetOne<TBase, TId, IncludeOf<O>> &
  CallQueryOf<O>;

export interface CallId<TBase, TId> extends CallBase<TBase> {
  readonly id: TId;
}

export interface CallRelationship<TBase, TId, TRelated> extends CallId<TBase, TId> {
  readonly related: TRelated;
}
