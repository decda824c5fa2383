import type { Relationship } from "../../define/types/relationship-shape.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, TypeName } from "./access.js";

/** What a relationship may be set to. A related resource is given as its id, its identifier, or itself as it was fetched. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];

/** What a create takes: its create fields, those with a default or that may be absent optional. */
export type CreateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToCreate"];

/** What an edit takes: any of its edit fields. A field that is left out, or undefined, stays as it is. */
export type UpdateInput<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentToEdit"];
