import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Relationship } from "../../define/types/relationship-shape.js";

/** A new value of a relationship: the id, the identifier or the fetched resource, such as `7`, `{ type: "users", id: "7" }`. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];

type WholeItemSentence = "an update takes the fields that change, not a whole item: update(item.id, { title })";

/** Refuses a whole item where its changes belong: every item has a type, and no field may be called so. */
export interface Changes {
  /** @deprecated No input has a type. This member refuses `{ ...item, title }`. */
  readonly type?: NotAllowed<WholeItemSentence>;
}

/** Finds out whether an input is a whole item. */
export interface Changing<TType> {
  /** @deprecated No input has a type. This member refuses `{ ...item, title }`. */
  readonly type?: TType;
}

/** The `this` of an update: no value has it if the input is a whole item. The message then prints neither the item nor the fields. */
export type NoWholeItem<TType> = TType extends string ? WholeItemSentence : unknown;
