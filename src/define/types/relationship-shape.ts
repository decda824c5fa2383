/** The type and id of a resource. An item has one for each related resource that was not included. */
export interface Identifier<TName extends string = string> {
  readonly type: TName;
  readonly id: string;
}

/** The members that to-one and to-many declarations share. `~id` is the type of the target's ids. */
export interface Relationship {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  /** How many resources it is expected to contain. Used to estimate the size of an include. */
  readonly fanOut: number;
  readonly "~id": unknown;
  readonly "~absent": null | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: an id of any type
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
  readonly "~result": unknown;
  readonly "~pagedResult": unknown;
}

/** When an item on the client has the relationship: always, only if the row has it, or only if it is included. */
type Presence = "always" | "maybe" | "included";

/** A type name and the type of its ids. A relationship requires one, and the router checks that it exists. */
export interface RelationshipTarget<out N, in out TId> {
  readonly target: N;
  readonly id: TId;
}

export interface RelationshipShape {
  readonly [name: string]: Relationship;
}
