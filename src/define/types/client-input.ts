import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { Fields, MarkedAmong, Optional, ReadonlyFlat } from "./fields.js";

/** What may be given for a value: the schema's input, and for what JSON cannot carry also its text. */
export type Sendable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint | Date
    ? T | string
    : T extends object
      ? { readonly [K in keyof T]: Sendable<T[K]> }
      : T;

/** What may be given for an id: in documents an id is always a string, so one that was read is as good. */
export type SendableId<TId> = TId extends string ? TId : TId | string;

/** What a client may send for every field. What may be left out may be undefined here: a to-many that is left out is empty. */
export type ClientInput<TId extends Schema, A extends Shape, R extends RelationshipShape> = {
  readonly [K in keyof A]: Sendable<A[K]["_zod"]["input"]>;
} & { readonly [K in keyof R]: R[K]["~sent"] | R[K]["~leftOut"] } & {
  readonly id: SendableId<TId["_zod"]["input"]>;
};

/** What a client sends to create: the create fields, those with a default or that may be absent optional. */
export type ClientCreateInput<TSent extends Fields, TCreate> = ReadonlyFlat<
  TSent,
  MarkedAmong<TSent, TCreate & keyof TSent>
>;

/** What a client sends to edit: any of the edit fields. */
export type ClientEditInput<TSent extends Fields, TEdit> = ReadonlyFlat<TSent, Optional<TSent, TEdit & keyof TSent>>;
