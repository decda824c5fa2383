import type { $brand, z } from "zod";
import type { NotAllowed } from "./not-allowed.js";
import type { RelationshipShape } from "./relationship-shape.js";
import type { Schema, Shape } from "./endpoint.js";
import type { Fields, MarkedAmong, Optional, ReadonlyFlat, UnmarkedName } from "./row.js";

/**
 * What a client may send for a value: the schema's input, and a string for a value that JSON cannot represent.
 * `Sendable<{ at: Date }>` is `{ readonly at: Date | string }`.
 */
export type Sendable<T> = [z.core.util.JSONType] extends [T] ? SendableJson<T> : SendableMember<T>;

/** Any JSON value. With this name, messages and hovers do not print what it may contain. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What may be any JSON value may also be much more: `any`, for example. */
type SendableJson<T> = unknown extends T
  ? T
  : [T] extends [Json | undefined]
    ? Json | Extract<T, undefined>
    : SendableMember<T>;

type SendableMember<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint | Date
    ? T | string
    : T extends Blob
      ? T
      : T extends ReadonlyMap<infer TKey, infer TValue>
        ? ReadonlyMap<Sendable<TKey>, Sendable<TValue>>
        : T extends ReadonlySet<infer TElement>
          ? ReadonlySet<Sendable<TElement>>
          : T extends readonly unknown[]
            ? SendableList<T>
            : T extends object
              ? { readonly [K in keyof T]: Sendable<T[K]> }
              : T;

/** A list, or a tuple. TypeScript looks at the items of a list later, so a list may contain itself, as in `z.json()`. */
type SendableList<T extends readonly unknown[]> = T[number][] extends T
  ? readonly Sendable<T[number]>[]
  : { readonly [K in keyof T]: Sendable<T[K]> };

/**
 * What a client may send for an id: `SendableId<number>` is `number | string`, because ids in documents are strings. A client sends ids
 * without a brand, as it reads them.
 */
export type SendableId<TId> = TId extends string ? (TId extends $brand<never> ? string : TId) : number | string;

/** What a client may send for every field. A to-many relationship may be undefined: it is then empty. */
export type ClientInput<TId extends Schema, A extends Shape, R extends RelationshipShape> = {
  readonly [K in keyof A]: Sendable<A[K]["_zod"]["input"]>;
} & { readonly [K in keyof R]: R[K]["~sent"] | R[K]["~leftOut"] } & {
  readonly id: SendableId<TId["_zod"]["input"]>;
};

/**
 * What a client sends to create a resource: the create fields. Those that have a default or may be absent are optional, and those that
 * `createFields` marks, as in `"note?"`.
 */
export type ClientCreateInput<TSent extends Fields, TCreate> = [TCreate] extends [never]
  ? NoCreateFields
  : TCreate & `${string}?` extends never
    ? ReadonlyFlat<TSent, MarkedAmong<TSent, TCreate & keyof TSent>>
    : OmittableInput<TSent, TCreate & keyof TSent, UnmarkedName<TCreate> & keyof TSent>;

type OmittableInput<TSent extends Fields, TCreate extends keyof TSent, TOmittable extends keyof TSent> = CreateFlat<
  TSent,
  MarkedAmong<TSent, TCreate> & Optional<TSent, TOmittable>,
  TOmittable
>;

/** `undefined` is named, for programs with `exactOptionalPropertyTypes`. */
type CreateFlat<TSent extends Fields, TMarked, TOmittable> = {
  readonly [K in keyof TMarked]: TSent[K] | (K extends TOmittable ? undefined : never);
} & {};

/** The input of a create that accepts no field. TypeScript would accept every field for `{}`. */
export interface NoCreateFields {
  readonly [name: string]: NotAllowed<"a create accepts this field only if createFields contains it">;
}

/** What a client sends to edit a resource: any of the edit fields. One that is undefined is left as it is. */
export type ClientEditInput<TSent extends Fields, TEdit> = EditFlat<TSent, Optional<TSent, TEdit & keyof TSent>>;

/** `undefined` is named, for programs with `exactOptionalPropertyTypes`. */
type EditFlat<TSent extends Fields, TMarked> = { readonly [K in keyof TMarked]: TSent[K] | undefined } & {};
