import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Relationship } from "../../define/types/relationship-shape.js";

/** A new value of a relationship: the id, the identifier or the fetched resource, such as `7`, `{ type: "users", id: "7" }`. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];

/** Refuses a whole item where its changes belong: every item has a type, and no field may be called so. */
export interface Changes {
  /** @deprecated No input has a type. This member refuses `{ ...item, title }`. */
  readonly type?: NotAllowed<"an update takes the fields that change, not a whole item: update(item.id, { title })">;
}
