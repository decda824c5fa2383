/** What every relationship declaration has, whatever its arity. `~id` is the type of its target's ids. */
export interface Relationship {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  /** Resources that it is expected to hold, for the estimate of what an include brings along. */
  readonly fanOut: number;
  readonly "~id": unknown;
  readonly "~absent": null | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a link is compared by its arguments, and this one is any
  readonly "~link": RelationshipTarget<string, any>;
  readonly "~presence": Presence;
  readonly "~null": null;
  readonly "~leftOut": undefined;
  readonly "~row": unknown;
  readonly "~rowValue": unknown;
  readonly "~input": unknown;
  readonly "~sent": unknown;
  readonly "~identifier": unknown;
  readonly "~shown": unknown;
  readonly "~related": unknown;
  readonly "~answer": unknown;
  readonly "~pagedAnswer": unknown;
}

/** When a client's item shows a relationship: always, where the row has it, or where it is included. */
type Presence = "always" | "maybe" | "included";

/** A type's name and the type of its ids: what a relationship asks for, and what a router has. */
export interface RelationshipTarget<out N, in out TId> {
  readonly target: N;
  readonly id: TId;
}

export interface RelationshipShape {
  readonly [name: string]: Relationship;
}
