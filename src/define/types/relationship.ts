import type { SendableId } from "./client-input.js";
import type { IdSchema, Schema } from "./endpoint.js";
import type { RelatedResult, RespondWithTotal } from "./handler-result.js";
import type { Identifier, Relationship, RelationshipTarget } from "./relationship-shape.js";

/** A nested row. Only the id is typed; the other columns are validated when the row is sent. */
export interface NestedRow<TId> {
  readonly id: TId;
}

/** A relationship to at most one resource. `TAbsent` includes `null` after `.nullable()` and `undefined` after `.optional()`. */
export interface ToOne<TTarget extends string, TId, TAbsent extends null | undefined = never> extends Relationship {
  readonly many: false;
  readonly target: TTarget;
  readonly "~id": TId;
  readonly "~absent": TAbsent;
  readonly "~link": RelationshipTarget<TTarget, TId>;
  readonly "~null": Extract<TAbsent, null>;
  readonly "~leftOut": Extract<TAbsent, undefined>;
  readonly "~presence": undefined extends TAbsent ? "maybe" : "always";
  readonly "~row": TId | NestedRow<TId> | TAbsent;
  readonly "~rowValue": TId | NestedRow<TId> | TAbsent;
  readonly "~input": TId | TAbsent;
  readonly "~sent": SendableId<TId> | Identifier<TTarget> | Extract<TAbsent, null>;
  readonly "~identifier": Identifier<TTarget> | Extract<TAbsent, null>;
  readonly "~shown": Identifier<TTarget> | TAbsent;
  readonly "~related": NestedRow<TId> | TAbsent;
  readonly "~result": RelatedResult<NestedRow<TId> | TAbsent> | Promise<RelatedResult<NestedRow<TId> | TAbsent>>;
  readonly "~pagedResult": RespondWithTotal<NestedRow<TId>> | Promise<RespondWithTotal<NestedRow<TId>>>;
  /** Allows null, for an empty relationship. */
  nullable(): ToOne<TTarget, TId, TAbsent | null>;
  /** Lets a row or a create request omit the relationship. */
  optional(): ToOne<TTarget, TId, TAbsent | undefined>;
}

/** A resource of one of several types, as rows and inputs have it: `{ type: "articles", id: 1 }`. */
type TypedId<TTarget extends string, TIds> = TTarget extends keyof TIds
  ? { readonly type: TTarget; readonly id: TIds[TTarget] }
  : never;

type LinkOf<TTarget extends string, TIds> = TTarget extends keyof TIds
  ? RelationshipTarget<TTarget, TIds[TTarget]>
  : never;

type IdentifierOf<TTarget extends string> = TTarget extends unknown ? Identifier<TTarget> : never;

/** The ids by type: one schema for all, or a schema for each. */
export type IdsOf<TTarget extends string, TId extends Schema, TMore> = {
  readonly [K in TTarget]: K extends keyof TMore
    ? TMore[K] extends Schema
      ? TMore[K]["_zod"]["output"]
      : TId["_zod"]["output"]
    : TId["_zod"]["output"];
};

/** A relationship to at most one resource of several types. `TIds` are the ids by type. */
export interface ToOneOf<TTarget extends string, TIds, TAbsent extends null | undefined = never> extends Relationship {
  readonly many: false;
  readonly target: TTarget;
  readonly "~id": TypedId<TTarget, TIds>;
  readonly "~absent": TAbsent;
  readonly "~link": LinkOf<TTarget, TIds>;
  readonly "~null": Extract<TAbsent, null>;
  readonly "~leftOut": Extract<TAbsent, undefined>;
  readonly "~presence": undefined extends TAbsent ? "maybe" : "always";
  readonly "~row": TypedId<TTarget, TIds> | TAbsent;
  readonly "~rowValue": TypedId<TTarget, TIds> | TAbsent;
  readonly "~input": TypedId<TTarget, TIds> | TAbsent;
  readonly "~sent": IdentifierOf<TTarget> | Extract<TAbsent, null>;
  readonly "~identifier": IdentifierOf<TTarget> | Extract<TAbsent, null>;
  readonly "~shown": IdentifierOf<TTarget> | TAbsent;
  readonly "~related": TypedId<TTarget, TIds> | TAbsent;
  readonly "~result":
    | RelatedResult<TypedId<TTarget, TIds> | TAbsent>
    | Promise<RelatedResult<TypedId<TTarget, TIds> | TAbsent>>;
  readonly "~pagedResult": never;
  /** Allows null, for an empty relationship. */
  nullable(): ToOneOf<TTarget, TIds, TAbsent | null>;
  /** Lets a row or a create request omit the relationship. */
  optional(): ToOneOf<TTarget, TIds, TAbsent | undefined>;
}

/** A relationship to any number of resources. If `TLinkage` is true, every row contains the ids. */
export interface ToMany<TTarget extends string, TId, TLinkage extends boolean> extends Relationship {
  readonly many: true;
  readonly target: TTarget;
  readonly linkage: TLinkage;
  readonly "~id": TId;
  readonly "~absent": never;
  readonly "~link": RelationshipTarget<TTarget, TId>;
  readonly "~leftOut": undefined;
  readonly "~null": never;
  readonly "~presence": TLinkage extends true ? "always" : "included";
  readonly "~row": readonly (TId | NestedRow<TId>)[];
  readonly "~rowValue": readonly (TId | NestedRow<TId>)[] | (TLinkage extends true ? never : undefined);
  readonly "~input": readonly TId[];
  readonly "~sent": readonly (SendableId<TId> | Identifier<TTarget>)[];
  readonly "~identifier": Identifier<TTarget>[];
  readonly "~shown": Identifier<TTarget>[];
  readonly "~related": readonly NestedRow<TId>[];
  readonly "~result": RelatedResult<readonly NestedRow<TId>[]> | Promise<RelatedResult<readonly NestedRow<TId>[]>>;
  readonly "~pagedResult": RespondWithTotal<NestedRow<TId>> | Promise<RespondWithTotal<NestedRow<TId>>>;
}

/** Ids that are integers: the default. It is an interface, because an intersection with `Schema` would become `any`. */
export interface IntegerId extends IdSchema {
  readonly _zod: { readonly input: number; readonly output: number };
}

/** Ids that are texts, such as uuids. */
export interface TextId extends IdSchema {
  readonly _zod: { readonly input: string; readonly output: string };
}

/** The type of `t.toOne`: as `toOne`, but ids are of the API's kind. */
export interface MakeToOne<TApiId extends Schema> {
  <const TTarget extends string, TId extends Schema = TApiId>(
    target: TTarget,
    options?: { readonly id?: TId },
  ): ToOne<TTarget, TId["_zod"]["output"]>;
  <const TTarget extends string, TId extends Schema = TApiId, TMore extends { readonly [K in TTarget]?: Schema } = {}>(
    targets: readonly [TTarget, TTarget, ...TTarget[]],
    options?: { readonly id?: TId; readonly ids?: TMore },
  ): ToOneOf<TTarget, IdsOf<TTarget, TId, TMore>>;
}

/** The type of `t.toMany`: as `toMany`, but ids are of the API's kind. */
export interface MakeToMany<TApiId extends Schema> {
  <const TTarget extends string, TId extends Schema = TApiId, const TLinkage extends boolean = false>(
    target: TTarget,
    options?: { readonly id?: TId; readonly linkage?: TLinkage; readonly fanOut?: number },
  ): ToMany<TTarget, TId["_zod"]["output"], TLinkage extends true ? true : false>;
}
