import type { Shape } from "./endpoint.js";
import type { NotAllowed, OnlyKnown } from "./not-allowed.js";

/** The option `version` of a resource. */
export type VersionOption<TName> = TName | { readonly field: TName; readonly required?: boolean };

/** `VersionField<{ field: "version" }>` is `"version"`. */
export type VersionField<V> = V extends { readonly field: infer TField } ? TField : V;

/** The version that a client states; undefined if it states none. Always undefined for a resource without versions. */
export type ExpectedVersion<A extends Shape, V> = [V] extends [never]
  ? undefined
  : A[VersionField<V> & keyof A]["_zod"]["output"] | undefined;

/** The id by which a client may change a resource without its version: never where the version is required. */
export type UnguardedId<TSentId, V> = [V] extends [never]
  ? TSentId
  : V extends { readonly required: true }
    ? never
    : TSentId;

/** The field that an item must have for a guarded change: `{ version: number }`. Never for a resource without versions. */
export type VersionedItem<A extends Shape, V> = [V] extends [never]
  ? never
  : { readonly [K in VersionField<V> & keyof A]: A[K]["_zod"]["output"] };

/**
 * A version must be an integer or a date, and only the server may set it. An unknown name is reported by the bound of `V`: then `V`
 * is the bound itself.
 */
export type VersionProblem<A extends Shape, V, TWritable> = [V] extends [never]
  ? unknown
  : VersionOption<keyof A> extends V
    ? unknown
    : A[VersionField<V> & keyof A]["_zod"]["output"] extends number | Date
      ? VersionField<V> extends TWritable
        ? NotAllowed<`clients must not set or hide the version "${VersionField<V> & string}". Remove it from createFields, editFields, writeOnly and visible.`>
        : OnlyKnown<V, "field" | "required", "version">
      : NotAllowed<`the version "${VersionField<V> & string}" must be z.int() or z.date().`>;
