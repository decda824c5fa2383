import type { Shape } from "../../define/types/endpoint.js";
import type { AnyResourceContext } from "../../define/types/resource-context.js";
import type { PagedEnvelope } from "../../define/types/response.js";
import type { ListOperator, Operator, TextOperator } from "../store/store.js";

// A list whose options no rule covers gets a sentence in place of its rows, so that the handler does not compile.

interface Listed {
  readonly filter: object;
  readonly sort: { readonly [index: number]: { readonly field: string } };
}

/**
 * The rows of a list, or what no rule says. What no rule says is not a promise, because the message would print each twice more. With
 * `& {}`, declarations print this name. A condition in the place of `RowsUnless` would cost 30 more instantiations per resource.
 */
export type ListResult<S extends AnyResourceContext, TTaken, TSort extends string, A extends Listed, G> = RowsUnless<
  S,
  | BadFilter<S, S["attributes"], A["filter"], keyof A["filter"], G | keyof TTaken>
  | BadOwn<A["filter"], TTaken, keyof TTaken & keyof A["filter"], G>
  | BadSort<S, A["sort"][number]["field"], TSort>
> & {};

/** The same sentences, for filters and sorts in options. In `ListResult`, the name would cost a resource one instantiation. */
export type ListProblem<S extends AnyResourceContext, TTaken, TSort extends string, F, N extends string> =
  | BadFilter<S, S["attributes"], F, keyof F, keyof TTaken>
  | BadOwn<F, TTaken, keyof TTaken & keyof F, never>
  | BadSort<S, N, TSort>;

type RowsUnless<S extends AnyResourceContext, TProblem> = [TProblem] extends [never]
  ? Promise<PagedEnvelope<readonly S["~results"]["row"][]>>
  : NoRule<TProblem>;

/** What a list gives in place of its rows. A name for the sentence: TypeScript prints a text alone as `string`. */
export interface NoRule<TSentence> {
  readonly "~problem": TSentence;
}

/**
 * The names among `N` that stand for no field and operator that fit their schema. Most filters have the type of their attribute,
 * and one comparison shows it. `Unfit` examines the others, which costs a compiler more.
 */
type BadFilter<
  S extends AnyResourceContext,
  TAttributes extends Shape,
  F,
  N extends keyof F,
  TOwn,
> = F[N] extends Scalar
  ? N extends keyof TAttributes
    ? F[N] extends TAttributes[N]["_zod"]["output"] | null | undefined
      ? never
      : Unfit<S, N, F, TOwn>
    : N extends `${infer H extends keyof TAttributes & string}__${infer O extends Operator}`
      ? F[N] extends Operand<O, TAttributes[H]["_zod"]["output"]> | undefined
        ? never
        : Unfit<S, N, F, TOwn>
      : Unfit<S, N, F, TOwn>
  : Unfit<S, N, F, TOwn>;

/** The filters among `N` that the source declares, and whose schema gives what their rule does not take. A rule of the call goes before. */
type BadOwn<F, TTaken, N extends keyof TTaken & keyof F, G> = N extends G
  ? never
  : [Exclude<F[N], undefined>] extends [TTaken[N]]
    ? never
    : `the rule of the filter "${N & string}" does not take what its schema gives. Change the type of one of them`;

type Scalar = string | number | bigint | boolean | Date | null | undefined;
type Operand<O extends Operator, T> = O extends "isnull"
  ? boolean
  : O extends TextOperator
    ? T & string
    : O extends ListOperator
      ? never
      : T;

type Unfit<S extends AnyResourceContext, N, F, TOwn> = N extends TOwn
  ? never
  : N extends keyof F & string
    ? string extends N
      ? never // names that the compiler does not know, the router checks
      : Fits<S, N, NonNullable<F[N]>> extends true
        ? never
        : `no rule for the filter "${N}": it names no field and operator of "${S["~name"]}" that fits its schema. Give one to the source: filters: { ${N}: (value) => … }`
    : never;

/** A field's whole name goes before an operator. */
type Fits<S extends AnyResourceContext, N extends string, V> = N extends
  | "id"
  | keyof S["attributes"]
  | S["~relationship"]
  ? Alike<Element<V>, ValueOf<S, N>>
  : N extends `${infer H}__${infer O extends Operator}`
    ? H extends "id" | keyof S["attributes"] | S["~relationship"]
      ? FitsOperator<ValueOf<S, H>, O, V>
      : IsDeeper<S, N>
    : IsDeeper<S, N>;

/** What the related resource has, and what is inside of an object, the router checks. */
type IsDeeper<S extends AnyResourceContext, N extends string> = N extends `${S["~relationship"]}__${string}`
  ? true
  : IsInside<S, N>;

type IsInside<S extends AnyResourceContext, N extends string> = N extends `${infer H}__${string}`
  ? H extends keyof S["attributes"]
    ? NonNullable<S["attributes"][H]["_zod"]["output"]> extends Scalar | readonly unknown[]
      ? false
      : true
    : false
  : false;

type FitsOperator<T, O extends Operator, V> = O extends "isnull"
  ? V extends boolean
    ? true
    : false
  : O extends TextOperator
    ? V extends string
      ? Extract<T, string> extends never
        ? false
        : true
      : false
    : O extends "has"
      ? Alike<V, ElementOf<T>>
      : O extends ListOperator
        ? V extends readonly (infer E)[]
          ? Alike<E, ElementOf<T>>
          : false
        : Alike<Element<V>, T>;

/** Of another type than a list, a type that no query has: `never` would be alike with all. */
type ElementOf<T> = NonNullable<T> extends readonly (infer E)[] ? E : symbol;

type Element<V> = Exclude<V extends readonly (infer E)[] ? E : V, null>;

/** Whether one is the narrower: an enum is a kind of text. A list or an object is compared by a rule of its own only. */
type Alike<V, T> = NonNullable<T> extends infer U ? ([V] extends [U] ? true : [U] extends [V] ? true : false) : never;

type ValueOf<S extends AnyResourceContext, H extends string> = H extends keyof S["attributes"]
  ? S["attributes"][H]["_zod"]["output"]
  : H extends keyof S["relationships"]
    ? S["relationships"][H]["~id"]
    : S["~id"];

type BadSort<S extends AnyResourceContext, N extends string, TSort extends string> = [N] extends [
  TSort | "id" | keyof S["attributes"] | S["~toOne"] | `${S["~toOne"]}__${string}`,
]
  ? never
  : string extends N
    ? never
    : NoSortRule<S, Exclude<N, TSort | "id" | keyof S["attributes"] | S["~toOne"] | `${S["~toOne"]}__${string}`>>;

type NoSortRule<S extends AnyResourceContext, N extends string> = N extends string
  ? N extends `${S["~toMany"]}__count`
    ? never
    : IsInside<S, N> extends true
      ? never
      : `no rule for the sort "${N}": it names no field of "${S["~name"]}" or of a to-one relationship. Give one to the source: sorts: { ${N}: … }`
  : never;
