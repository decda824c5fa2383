import type { Flatten, WithOptional } from "../../define/types/row.js";
import type { RelationshipShape, Relationship, Identifier } from "../../define/types/relationship-shape.js";
import type { Invariant, AnyApi, AnyRoutes } from "../../define/types/routes.js";
import type { TypeName, IsUnion } from "./access.js";
import type { IsExact, NameIn } from "./query-input.js";
import type { AfterSpread, List } from "../../define/types/name-list.js";

/** The type of an item, for any include paths. Clients name it by the `Item` of `named-item.ts`, which checks the paths. */
export type Item<TApi extends AnyApi, TName extends TypeName<TApi>, TInclude extends string = never, TFields = {}> = [
  TInclude,
] extends [never]
  ? TName extends keyof TFields
    ? Chosen<TApi["~routes"][TName]["~item"], TFields[TName]>
    : TApi["~routes"][TName]["~item"]
  : TName extends keyof TFields
    ? Chosen<Full<TApi, TApi["~routes"][TName], TInclude, TFields>, TFields[TName]>
    : Full<TApi, TApi["~routes"][TName], TInclude, TFields>;

/** An item with all its fields. Includes of one segment have a type that is cheaper to resolve. */
type Full<TApi extends AnyApi, TRoutes extends AnyRoutes, TInclude extends string, TFields> =
  Invariant<TInclude> extends Invariant<keyof TRoutes["~item"]>
    ? Shallow<TApi, TRoutes["~item"], TRoutes["~definition"]["relationships"], TInclude, TFields>
    : Deep<TApi, TRoutes, TInclude, TFields, HeadName<TInclude>>;

/**
 * For includes of relationships that are properties anyway: `{ author: Identifier }` becomes `{ author: Item<…> }`. Optional properties stay
 * optional, because it maps `keyof TItem` itself. Because of `& {}`, editors show the properties and not the name `Shallow`.
 */
type Shallow<TApi extends AnyApi, TItem, R extends RelationshipShape, TInclude, TFields> = {
  readonly [K in keyof TItem]: K extends TInclude ? IncludedAs<TApi, R[K & string], TFields> : TItem[K];
} & {};

type IncludedAs<TApi extends AnyApi, TDeclared extends Relationship, TFields> = TDeclared["many"] extends true
  ? Item<TApi, TDeclared["target"], never, TFields>[]
  : Item<TApi, TDeclared["target"], never, TFields> | TDeclared["~null"];

/** For all other includes: longer paths, a to-many that is a property only if it is included, and paths that are not known exactly. */
type Deep<TApi extends AnyApi, TRoutes extends AnyRoutes, TInclude extends string, TFields, THead> = Flatten<
  {
    readonly [K in keyof TRoutes["~item"]]: K extends THead
      ? RelationshipValue<TApi, TRoutes["~definition"]["relationships"][K], K & string, TInclude, TFields>
      : TRoutes["~item"][K];
  } & WithOptional<
    OnlyIncluded<
      TApi,
      TRoutes["~definition"]["relationships"],
      Exclude<THead, keyof TRoutes["~item"] | TRoutes["~definition"]["~writeOnly"]> &
        keyof TRoutes["~definition"]["relationships"] &
        string,
      TInclude,
      TFields
    >,
    TRoutes["~definition"]["~visible"]
  >
>;

/** The relationships that are properties only if they are included. The names are a parameter, so that editors find their definitions. */
type OnlyIncluded<
  TApi extends AnyApi,
  R extends RelationshipShape,
  TName extends keyof R,
  TInclude extends string,
  TFields,
> = { readonly [K in TName]: RelationshipValue<TApi, R[K], K & string, TInclude, TFields> };

/** The fields that `fields` selects: with `["title"]`, `{ type, id, title }`; with a `string[]`, the others are optional. */
type Chosen<TItem, TNames> =
  IsExact<TNames> extends true
    ? Picked<TItem, keyof TItem & (NameIn<TNames> | keyof Identifier)>
    : Flatten<
        Picked<TItem, keyof TItem & keyof Identifier> &
          Partial<Picked<TItem, keyof TItem & (undefined extends TNames ? string : NameIn<TNames>)>>
      >;

type Picked<TItem, TKey extends keyof TItem> = { readonly [K in TKey]: TItem[K] } & {};

type RelationshipValue<
  TApi extends AnyApi,
  TDeclared extends Relationship,
  TField extends string,
  TInclude extends string,
  TFields,
> =
  TField extends Head<TInclude>
    ? Related<TDeclared, Item<TApi, TDeclared["target"], Below<TInclude, TField>, TFields>>
    : // It may or may not be included.
      Related<TDeclared, Item<TApi, TDeclared["target"], Below<TInclude, TField>, TFields>> | NotIncluded<TDeclared>;

type Related<TDeclared extends Relationship, TOne> = TDeclared["many"] extends true
  ? TOne[]
  : TOne | TDeclared["~null"];

/** The value of a relationship that is not included: its identifier, or undefined for one that is missing then. */
type NotIncluded<TDeclared extends Relationship> = TDeclared["~presence"] extends "included"
  ? undefined
  : TDeclared["~identifier"];

/**
 * The paths of a list: `["author", "tags"]` gives `"author" | "tags"`. A path that is not known exactly, from an array or a
 * condition, gets a leading `?`, because it may or may not be included: `[c ? "author" : "tags"]` gives `"?author" | "?tags"`.
 * Lists of no path or one are the most frequent, so they are checked first.
 */
export type Included<TPaths> = [TPaths] extends [[infer TPath extends string]]
  ? Sure<TPath>
  : [TPaths] extends [readonly []]
    ? never
    : IncludedOfMany<TPaths>;

/**
 * The paths of a call: `["author"]` stays `["author"]`. A readonly list gives `readonly []`: TypeScript never infers one from
 * arguments, so it is the constraint, which TypeScript uses if a path is mistyped.
 */
export type InferredPaths<TPaths> = TPaths extends unknown[] ? TPaths : readonly [];

/**
 * If a path is mistyped, TypeScript infers the constraint as the argument. {@link AfterSpread}, which is never an argument,
 * shows that: the result is then `never`, so the mistake is reported only once.
 */
type IncludedOfMany<TPaths> = [Extract<TPaths, AfterSpread>] extends [never]
  ? OfPaths<Extract<TPaths, readonly string[]>>
  : never;

type OfPaths<TPaths extends readonly string[]> =
  IsUnion<TPaths> extends true
    ? `?${TPaths[number]}`
    : number extends TPaths["length"]
      ? `?${TPaths[number]}`
      : { [K in keyof TPaths]: Sure<TPaths[K]> }[number];

/** The constraint of a list of paths. It contains a tuple, so TypeScript infers `["author"]` as a tuple, and not as `string[]`. */
export type Paths<TPath extends string> = readonly [] | List<TPath>;

/** `"author"` stays `"author"`, and a union `"author" | "tags"` becomes `"?author" | "?tags"`. */
type Sure<TPath extends string, TWhole = TPath> = TPath extends unknown
  ? [TWhole] extends [TPath]
    ? TPath
    : `?${TPath}`
  : never;

/** The first segments: `"author__articles" | "?categories"` gives `"author" | "?categories"`. */
export type Head<TInclude extends string> = TInclude extends `${infer THead}__${string}` ? THead : TInclude;

/** The first segments without the mark: `"author__articles" | "?categories"` gives `"author" | "categories"`. */
export type HeadName<TInclude extends string> = TInclude extends `?${infer TPath}` ? Head<TPath> : Head<TInclude>;

/** The paths below a relationship: of `"author__articles" | "tags"`, `"author"` has `"articles"`. */
export type Below<
  TInclude extends string,
  TRelationship extends string,
> = TInclude extends `${TRelationship}__${infer TTail}`
  ? TTail
  : TInclude extends `?${TRelationship}__${infer TTail}`
    ? `?${TTail}`
    : never;
