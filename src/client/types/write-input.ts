import type { Relationship } from "../../define/types/relationship-shape.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, TypeName } from "./access.js";

/** A new value of a relationship: the id, the identifier or the fetched resource, such as `7`, `{ type: "users", id: "7" }`. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];

/** The input of a create: its create fields. Those with a default, and those that may be absent, are optional. */
export type CreateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToCreate"];

/** The input of an update: any of its edit fields. A field that is missing or undefined does not change. */
export type UpdateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToEdit"];
