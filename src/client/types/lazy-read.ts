import type { CallOptions } from "../send/options.js";
import type { Safe } from "../send/call.js";
import type { ReadSource } from "../read/lazy.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { EndpointVia, RelationshipsOf, TypeName } from "./access.js";
import type { ReadFailure } from "./failure.js";
import type { FieldsInput, Mistyped, CheckedTypes, ExtraInput } from "./query-input.js";
import type { IncludeSomeInput } from "./include-some-input.js";
import type { InferredPaths, Included, Item } from "./item.js";

/**
 * A read that is sent when it is awaited, or by `fetch()`. If it is awaited again, it gives the same result, unless it failed.
 * You can use it in place of a promise.
 */
export interface LazyRead<TResult, TFailure> extends Awaitable<TResult> {
  /** Sends the request unless it was sent, and returns `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<TResult, TFailure>>;
}

/** A lazy read without its failures, because TypeScript would resolve the arguments of a base for every call of a chain. */
export interface Awaitable<TResult> {
  /**
   * Sends the request, even if it was sent before.
   *
   * @throws {ResponseError} As a rejection, for any failure.
   */
  fetch(options?: CallOptions): Promise<TResult>;

  then<TThen = TResult, TCatch = never>(
    onResult?: ((result: TResult) => TThen | PromiseLike<TThen>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
    onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null,
  ): Promise<TThen | TCatch>;
  // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
  catch<TCatch = never>(onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null): Promise<TResult | TCatch>;
  finally(onEnd?: (() => void) | null): Promise<TResult>;
  readonly [Symbol.toStringTag]: string;

  readonly "~": ReadSource<TResult>;
}

/** One resource that is not fetched yet. The request is sent when it is awaited, or by `fetch()`. */
export interface Single<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string = never,
  TFields = {},
  TVia extends string = "get",
> extends Awaitable<Item<TApi, TName, TInclude, TFields> | Empty<TApi, TVia>> {
  /** Sends the request unless it was sent, and returns `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<Item<TApi, TName, TInclude, TFields> | Empty<TApi, TVia>, ReadFailure<TApi, TName, TVia>>>;

  /** Adds relationships to include, in the item and in its type. */
  include<TPaths extends readonly EndpointVia<TApi, TName, TVia>["~includePath"][]>(
    ...paths: TPaths
  ): Single<TApi, TName, TInclude | Included<InferredPaths<TPaths>>, TFields, TVia>;

  /**
   * Includes some members of to-many relationships: those that a filter finds, in an order, up to a limit.
   *
   * @param queries As for a list.
   */
  includeSome<TPath extends EndpointVia<TApi, TName, TVia>["~includePath"]>(
    queries: IncludeSomeInput<TApi, TName, TPath>,
  ): Single<TApi, TName, TInclude | TPath, TFields, TVia>;

  /** Sets the only fields to read, by type, in the item and in its type. */
  fields<TChosen extends FieldsInput<TApi> | Mistyped, TTypes extends string = keyof TChosen & string>(
    fields: TChosen & CheckedTypes<TTypes, TApi, TName, TVia>,
  ): Single<TApi, TName, TInclude, TChosen, TVia>;

  /** Adds other query parameters, by their own names. */
  extra(extra: ExtraInput<EndpointVia<TApi, TName, TVia>>): this;
}

/** Null if the relationship may be empty: `"articles.reviewer"` gives `null` if a reviewer is nullable, else `never`. */
type Empty<TApi extends AnyApi, TVia> = TVia extends `${infer TSource extends TypeName<TApi>}.${infer TRelationship}`
  ? RelationshipsOf<TApi, TSource>[TRelationship]["~absent"] extends never
    ? never
    : null
  : never;
