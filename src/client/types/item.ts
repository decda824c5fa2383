import type { RelationshipShape } from "../../define/definition.js";
import type { Shape } from "../../define/endpoint.js";
import type { Relationship } from "../../define/relationship.js";
import type { AnyApi } from "../../define/routes.js";
import type { AttributesOf, DefinitionOf, RelationshipsOf, Show, TypeName } from "./access.js";
import type { IsExact, NameIn } from "./fields.js";
import type { Below, Head, HeadName } from "./include.js";

/** A resource by its type and id: what a relationship shows that was not included. */
export interface Identifier<TName extends string = string> {
  readonly type: TName;
  readonly id: string;
}

/**
 * A resource as the client gives it: plain data, shaped by what was asked for.
 *
 * - `TInclude`: the include paths, as a union. An included relationship is the resource; one that is not is its
 *   {@link Identifier}, or for a to-many without `linkage` no property.
 * - `TFields`: what was given to `fields`: only these properties are there.
 *
 * @example
 * ```ts
 * import type { Item } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * type ArticleWithAuthor = Item<Api, "articles", "author">;
 * ```
 */
export type Item<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string = never,
  TFields = {},
> = TName extends keyof TFields
  ? Chosen<TApi, TName, TInclude, TFields, TFields[TName]>
  : Show<
      Identifier<TName> &
        Seen<
          Attributes<TApi, TName> & Relationships<TApi, TName, TInclude, TFields, string>,
          DefinitionOf<TApi, TName>["~visible"]
        >
    >;

/** Fields that some may not know of may be missing. */
type Seen<TFields, THideable> = [THideable] extends [never]
  ? TFields
  : Omit<TFields, THideable & keyof TFields> & Partial<Pick<TFields, THideable & keyof TFields>>;

/** An item of which `fields` chose some. What is not known exactly may be there, or not. */
type Chosen<TApi extends AnyApi, TName extends TypeName<TApi>, TInclude extends string, TFields, TNames> =
  IsExact<TNames> extends true
    ? Show<
        Identifier<TName> &
          Seen<Fields<TApi, TName, TInclude, TFields, NameIn<TNames>>, DefinitionOf<TApi, TName>["~visible"]>
      >
    : Show<
        Identifier<TName> &
          Partial<Fields<TApi, TName, TInclude, TFields, undefined extends TNames ? string : NameIn<TNames>>>
      >;

type Fields<TApi extends AnyApi, TName extends TypeName<TApi>, TInclude extends string, TFields, TChosen> = Pick<
  Attributes<TApi, TName>,
  keyof Attributes<TApi, TName> & TChosen
> &
  Relationships<TApi, TName, TInclude, TFields, TChosen>;

/** All attributes that can be read, whatever is asked for: once for each resource. */
type Attributes<TApi extends AnyApi, TName extends TypeName<TApi>> = AttributeValues<
  AttributesOf<TApi, TName>,
  keyof AttributesOf<TApi, TName> & DefinitionOf<TApi, TName>["~writeOnly"]
>;

type AttributeValues<TShape extends Shape, THidden extends keyof TShape> = [THidden] extends [never]
  ? undefined extends TShape[keyof TShape]["_zod"]["output"] // asked of all at once: most resources end here
    ? SplitValues<TShape, MaybeUndefined<TShape>>
    : Values<TShape>
  : SplitValues<Omit<TShape, THidden>, MaybeUndefined<Omit<TShape, THidden>>>;

type SplitValues<TShape extends Shape, TOptional extends keyof TShape> = Values<
  Pick<TShape, Exclude<keyof TShape, TOptional>>
> &
  Partial<Values<Pick<TShape, TOptional>>>;

/** Homomorphic, here and below: go-to-definition then finds the declaration. */
type Values<TShape extends Shape> = { readonly [K in keyof TShape]: TShape[K]["_zod"]["output"] };

type MaybeUndefined<TShape extends Shape> = {
  [K in keyof TShape]: undefined extends TShape[K]["_zod"]["output"] ? K : never;
}[keyof TShape];

/** The relationships that an item shows, out of those that were chosen. */
type Relationships<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TInclude extends string,
  TFields,
  TChosen,
> = RelationshipValues<TApi, RelationshipsOf<TApi, TName>, TInclude, TFields, Shown<TApi, TName, TInclude> & TChosen>;

type RelationshipValues<
  TApi extends AnyApi,
  TDeclared extends RelationshipShape,
  TInclude extends string,
  TFields,
  TShown extends keyof TDeclared,
> = undefined extends TDeclared[TShown]["~absent"]
  ? Picked<TApi, TDeclared, TInclude, TFields, Exclude<TShown, Absent<TDeclared>>> &
      Partial<Picked<TApi, TDeclared, TInclude, TFields, Absent<TDeclared> & TShown>>
  : Picked<TApi, TDeclared, TInclude, TFields, TShown>;

type Picked<
  TApi extends AnyApi,
  TDeclared extends RelationshipShape,
  TInclude extends string,
  TFields,
  TShown extends keyof TDeclared,
> = {
  readonly [K in TShown]: RelationshipValue<TApi, TDeclared[K], TDeclared[K]["target"], K & string, TInclude, TFields>;
};

/** To-ones that a row may leave out. */
type Absent<TDeclared extends RelationshipShape> = {
  [K in keyof TDeclared]: undefined extends TDeclared[K]["~absent"] ? K : never;
}[keyof TDeclared];

/** To-manys that show nothing unless they are included. */
type Hidden<TDeclared extends RelationshipShape> = {
  [K in keyof TDeclared]: TDeclared[K]["many"] extends true
    ? TDeclared[K]["linkage"] extends true
      ? never
      : K
    : never;
}[keyof TDeclared];

type Shown<TApi extends AnyApi, TName extends TypeName<TApi>, TInclude extends string> = Exclude<
  | Exclude<keyof RelationshipsOf<TApi, TName>, Hidden<RelationshipsOf<TApi, TName>>>
  | (keyof RelationshipsOf<TApi, TName> & HeadName<TInclude>),
  DefinitionOf<TApi, TName>["~writeOnly"]
>;

type RelationshipValue<
  TApi extends AnyApi,
  TDeclared extends Relationship,
  TTarget,
  TField extends string,
  TInclude extends string,
  TFields,
> =
  TTarget extends TypeName<TApi>
    ? TField extends Head<TInclude>
      ? Related<TDeclared, Item<TApi, TTarget, Below<TInclude, TField>, TFields>>
      : `?${TField}` extends Head<TInclude>
        ? Related<TDeclared, Item<TApi, TTarget, Below<TInclude, TField>, TFields>> | NotIncluded<TDeclared, TTarget>
        : Related<TDeclared, Identifier<TTarget>>
    : never;

type Related<TDeclared extends Relationship, TOne> = TDeclared["many"] extends true
  ? TOne[]
  : TOne | Extract<TDeclared["~absent"], null>;

/** What a relationship shows when it turns out not to be included. */
type NotIncluded<TDeclared extends Relationship, TTarget extends string> = TDeclared["many"] extends true
  ? TDeclared["linkage"] extends true
    ? Identifier<TTarget>[]
    : undefined
  : Identifier<TTarget>;
