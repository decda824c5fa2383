import type { AnyDefinition } from "../../define/definition.js";
import type { Relationship } from "../../define/relationship.js";
import type { AnyApi } from "../../define/routes.js";
import type { DefinitionOf, Show, TypeName } from "./access.js";
import type { Identifier } from "../../define/identifier.js";
import type { Sendable, SendableId } from "./values.js";

/**
 * What a relationship may be set to. A related resource is given as its id, its identifier, or itself as it was fetched:
 * written out twice, since a message would print an alias in place of these.
 */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["many"] extends true
  ? readonly (SendableId<TRelationship["~id"]> | Identifier<TRelationship["target"]>)[]
  : SendableId<TRelationship["~id"]> | Identifier<TRelationship["target"]> | Extract<TRelationship["~absent"], null>;

/** What may be sent for every field. What may be left out may be undefined here: a to-many that is left out is empty. */
type Sendables<TDefinition extends AnyDefinition> = {
  readonly [K in keyof TDefinition["attributes"]]: Sendable<TDefinition["attributes"][K]["_zod"]["input"]>;
} & {
  readonly [K in keyof TDefinition["relationships"]]:
    | RelatedInput<TDefinition["relationships"][K]>
    | TDefinition["relationships"][K]["~leftOut"];
} & { readonly id: SendableId<TDefinition["id"]["_zod"]["input"]> };

/** What a create takes: its create fields, those with a default or that may be absent optional. */
export type CreateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = CreateFields<
  Sendables<DefinitionOf<TApi, TName>>,
  DefinitionOf<TApi, TName>["~create"]
>;

type CreateFields<TSendables, TField> = undefined extends TSendables[TField & keyof TSendables]
  ? SplitFields<TSendables, TField & keyof TSendables, OptionalName<TSendables, TField & keyof TSendables>>
  : Fields<TSendables, TField & keyof TSendables>;

type Fields<TSendables, TField extends keyof TSendables> = { readonly [K in TField]: TSendables[K] } & {};

type SplitFields<TSendables, TField extends keyof TSendables, TOptional extends keyof TSendables> = Show<
  Fields<TSendables, Exclude<TField, TOptional>> & Partial<Fields<TSendables, TOptional>>
>;

type OptionalName<TSendables, TField extends keyof TSendables> = {
  [K in TField]: undefined extends TSendables[K] ? K : never;
}[TField];

/** What an edit takes: any of its edit fields. A field that is left out, or undefined, stays as it is. */
export type UpdateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = UpdateFields<
  Sendables<DefinitionOf<TApi, TName>>,
  DefinitionOf<TApi, TName>["~edit"]
>;

type UpdateFields<TSendables, TField> = Show<Partial<Fields<TSendables, TField & keyof TSendables>>>;
