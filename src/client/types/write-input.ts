import type { Relationship } from "../../define/types/relationship-shape.js";

/** A new value of a relationship: the id, the identifier or the fetched resource, such as `7`, `{ type: "users", id: "7" }`. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];
