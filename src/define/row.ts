import type { AnyDefinition, IdOf } from "./definition.js";
import type { Relationship } from "./relationship.js";
import type { UNSET } from "./unset.js";

/** One flat mapped type. `& {}` drops the alias, so that hovers and messages print the columns, not `Row<{ …definition… }>`. */
export type Show<T> = { [K in keyof T]: T[K] } & {};

/** A nested row: the id is what links it, its other columns are checked when it is sent. */
export interface NestedRow<TId> {
  readonly id: TId;
}

/** What a handler may give for a relationship: raw ids, or nested rows. */
type RowRelationship<S extends Relationship> = S["many"] extends true
  ? readonly (S["~id"] | NestedRow<S["~id"]>)[]
  : S["~id"] | NestedRow<S["~id"]> | S["~absent"];

type Attributes = AnyDefinition["attributes"];
type Relationships = AnyDefinition["relationships"];

type AttributeValues<A extends Attributes> = { [K in keyof A]: A[K]["_zod"]["output"] };

type OptionalAttribute<A extends Attributes> = {
  [K in keyof A]: undefined extends A[K]["_zod"]["output"] ? K : never;
}[keyof A];

type SplitAttributes<A extends Attributes, TOptional extends keyof A> = AttributeValues<Omit<A, TOptional>> &
  Partial<AttributeValues<Pick<A, TOptional>>>;

/** Whether any may be undefined is asked of all at once: most resources end there, and need no split. */
type RowAttributes<A extends Attributes> = undefined extends A[keyof A]["_zod"]["output"]
  ? SplitAttributes<A, OptionalAttribute<A>>
  : AttributeValues<A>;

/** A to-many may be left out unless `linkage` promises it; a to-one only after `.optional()`. */
type OptionalRelationship<R extends Relationships> = {
  [K in keyof R]: R[K]["many"] extends true
    ? R[K]["linkage"] extends true
      ? never
      : K
    : undefined extends R[K]["~absent"]
      ? K
      : never;
}[keyof R];

type RowRelationships<R extends Relationships, TOptional extends keyof R> = {
  [K in Exclude<keyof R, TOptional>]: RowRelationship<R[K]>;
} & { [K in TOptional]?: RowRelationship<R[K]> };

/** What is writeOnly is no part of a row. */
type Readable<T, TWriteOnly> = [TWriteOnly] extends [never] ? T : Omit<T, TWriteOnly & keyof T>;

/**
 * A row: what a handler returns for one resource. Attributes as the schema's output, relationships as ids or
 * nested rows. Columns that are not declared are no error; they never leave.
 */
export type Row<D extends AnyDefinition> = Show<
  { id: IdOf<D> } & RowAttributes<Readable<D["attributes"], D["~writeOnly"]>> &
    RowRelationships<
      Readable<D["relationships"], D["~writeOnly"]>,
      OptionalRelationship<Readable<D["relationships"], D["~writeOnly"]>>
    >
>;

/** A row from which attributes may be missing that the request's `fields` left out. */
export type SparseRow<TRow> = Show<Partial<TRow> & Pick<TRow, "id" & keyof TRow>>;

type InputRelationship<S extends Relationship> = S["many"] extends true ? readonly S["~id"][] : S["~id"] | S["~absent"];

type InputField<D extends AnyDefinition, K> = K extends keyof D["attributes"]
  ? D["attributes"][K]["_zod"]["output"]
  : K extends keyof D["relationships"]
    ? InputRelationship<D["relationships"][K]>
    : IdOf<D>;

/** What a create handler gets: the create fields, validated, defaults filled in. */
export type CreateInput<D extends AnyDefinition> = { readonly [K in D["~create"]]: InputField<D, K> };

/** What an edit handler gets: the edit fields, each UNSET where the request did not send it. No default is filled in. */
export type EditInput<D extends AnyDefinition> = { readonly [K in D["~edit"]]: InputField<D, K> | UNSET };

/** What a relationship handler gets: the id or ids that the request names. */
export type RelatedInput<D extends AnyDefinition, K extends keyof D["relationships"]> = InputRelationship<
  D["relationships"][K]
>;
