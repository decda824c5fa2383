import type { AnyDefinition, RelationshipShape } from "../../define/definition.js";
import type { Shape } from "../../define/endpoint.js";
import type { Relationship } from "../../define/relationship.js";
import type { AnyApi } from "../../define/routes.js";
import type { DefinitionOf, Show, TypeName } from "./access.js";
import type { Identifier } from "./item.js";
import type { Sendable, SendableId } from "./values.js";

/**
 * What a relationship may be set to. A related resource is given as its id, its identifier, or itself as it was fetched:
 * written out twice, since a message would print an alias in place of these.
 */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["many"] extends true
  ? readonly (SendableId<TRelationship["~id"]> | Identifier<TRelationship["target"]>)[]
  : SendableId<TRelationship["~id"]> | Identifier<TRelationship["target"]> | Extract<TRelationship["~absent"], null>;

/** What a create takes: its create fields, those with a default or that may be absent optional. */
export type CreateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = CreateFields<
  DefinitionOf<TApi, TName>,
  DefinitionOf<TApi, TName>["~create"]
>;

type CreateFields<TDefinition extends AnyDefinition, TField extends string> = Show<
  CreateAttributes<TDefinition["attributes"], keyof TDefinition["attributes"] & TField> &
    CreateRelationships<
      TDefinition["relationships"],
      RequiredName<TDefinition["relationships"]> & TField,
      keyof TDefinition["relationships"] & TField
    > & { readonly [K in TField & "id"]: SendableId<TDefinition["id"]["_zod"]["input"]> }
>;

type CreateAttributes<
  TShape extends Shape,
  TField extends keyof TShape,
> = undefined extends TShape[TField]["_zod"]["input"] // asked of all at once: without a default there is nothing to split
  ? Values<TShape, Exclude<TField, OptionalName<TShape>>> & Partial<Values<TShape, OptionalName<TShape> & TField>>
  : Values<TShape, TField>;

type Values<TShape extends Shape, TField extends keyof TShape> = {
  readonly [K in TField]: Sendable<TShape[K]["_zod"]["input"]>;
};

type CreateRelationships<
  TDeclared extends RelationshipShape,
  TRequired extends keyof TDeclared,
  TField extends keyof TDeclared,
> = { readonly [K in TRequired]: RelatedInput<TDeclared[K]> } & {
  readonly [K in Exclude<TField, TRequired>]?: RelatedInput<TDeclared[K]>;
};

type OptionalName<TShape extends Shape> = {
  [K in keyof TShape]: undefined extends TShape[K]["_zod"]["input"] ? K : never;
}[keyof TShape];

/** To-ones, unless they may be absent. A to-many that is left out is empty. */
type RequiredName<TDeclared extends RelationshipShape> = {
  [K in keyof TDeclared]: TDeclared[K]["many"] extends true
    ? never
    : undefined extends TDeclared[K]["~absent"]
      ? never
      : K;
}[keyof TDeclared];

/** What an edit takes: any of its edit fields. A field that is left out, or undefined, stays as it is. */
export type UpdateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = UpdateFields<
  DefinitionOf<TApi, TName>,
  DefinitionOf<TApi, TName>["~edit"]
>;

type UpdateFields<TDefinition extends AnyDefinition, TField extends string> = Show<
  Partial<Values<TDefinition["attributes"], keyof TDefinition["attributes"] & TField>> & {
    readonly [K in keyof TDefinition["relationships"] & TField]?: RelatedInput<TDefinition["relationships"][K]>;
  }
>;
