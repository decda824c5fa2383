import type { Flatten } from "../../define/types/row.js";
import type { WithOptional } from "../../define/types/visible-fields.js";
import type { RelationshipShape } from "../../define/types/relationship-shape.js";
import type { Relationship } from "../../define/types/relationship-shape.js";
import type { Identifier } from "../../define/types/identifier.js";
import type { Invariant } from "../../define/types/compare-whole.js";
import type { AnyApi, AnyRoutes } from "../../define/types/routes.js";
import type { TypeName } from "./access.js";
import type { IsExact, NameIn } from "./fields.js";
import type { Below, Head, HeadName } from "./include.js";

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

/** For includes of relationships that are properties anyway: `{ author: Identifier }` becomes `{ author: Item<…> }`. It is homomorphic, so optional properties stay optional. `& {}` drops the alias. */
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
      Exclude<THead, keyof TRoutes["~item"] | TRoutes["~definition"]["~writeOnly"]> & string,
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
