import type { z } from "zod";
import type { RelatedResult, RespondWithTotal } from "./answers.js";
import type { Schema } from "./endpoint.js";
import type { Identifier } from "./identifier.js";
import type { SendableId } from "./sent.js";

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
  readonly "~link": Link<string, any>;
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
export interface Link<out N, in out TId> {
  readonly target: N;
  readonly id: TId;
}

/** A nested row: the id is what links it, its other columns are checked when it is sent. */
export interface NestedRow<TId> {
  readonly id: TId;
}

/**
 * A relationship to at most one resource. `TAbsent` is what may stand in place of an id:
 * `null` after `.nullable()`, `undefined` after `.optional()`.
 */
export interface ToOne<TTarget extends string, TId, TAbsent extends null | undefined = never> extends Relationship {
  readonly many: false;
  readonly target: TTarget;
  readonly "~id": TId;
  readonly "~absent": TAbsent;
  readonly "~link": Link<TTarget, TId>;
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
  readonly "~answer": RelatedResult<NestedRow<TId> | TAbsent> | Promise<RelatedResult<NestedRow<TId> | TAbsent>>;
  readonly "~pagedAnswer": RespondWithTotal<NestedRow<TId>> | Promise<RespondWithTotal<NestedRow<TId>>>;
  /** Allows null: the relationship may be empty. */
  nullable(): ToOne<TTarget, TId, TAbsent | null>;
  /** Allows a row or a create to leave the relationship out. */
  optional(): ToOne<TTarget, TId, TAbsent | undefined>;
}

/** A relationship to any number of resources. With `TLinkage` true, every row carries its ids. */
export interface ToMany<TTarget extends string, TId, TLinkage extends boolean> extends Relationship {
  readonly many: true;
  readonly target: TTarget;
  readonly linkage: TLinkage;
  readonly "~id": TId;
  readonly "~absent": never;
  readonly "~link": Link<TTarget, TId>;
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
  readonly "~answer": RelatedResult<readonly NestedRow<TId>[]> | Promise<RelatedResult<readonly NestedRow<TId>[]>>;
  readonly "~pagedAnswer": RespondWithTotal<NestedRow<TId>> | Promise<RespondWithTotal<NestedRow<TId>>>;
}

/** What the engine reads of a declaration. `id` is undefined where the declaration left it to the default: integers. */
export interface RelationshipSpec {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  readonly fanOut: number;
  readonly id: z.ZodType | undefined;
  readonly allowsNull: boolean;
  readonly allowsAbsent: boolean;
}

/** The default of `id`: a named interface, since an intersection would collapse to `any` and check nothing. */
export interface IntegerId extends Schema {
  readonly _zod: { readonly input: number; readonly output: number };
}

class ToOneSpec implements RelationshipSpec {
  readonly many = false;
  readonly linkage = false;
  readonly fanOut = 1;

  constructor(
    readonly target: string,
    readonly id: z.ZodType | undefined,
    readonly allowsNull: boolean,
    readonly allowsAbsent: boolean,
  ) {}

  nullable(): ToOneSpec {
    return new ToOneSpec(this.target, this.id, true, this.allowsAbsent);
  }

  optional(): ToOneSpec {
    return new ToOneSpec(this.target, this.id, this.allowsNull, true);
  }
}

/**
 * Declares a relationship to one resource of the type named. It is named, not referred to, so that modules may
 * be circular; the router checks that the type exists and that its ids are of the kind given here.
 *
 * @param target The target's type name.
 * @param options.id The schema of the target's ids; integers unless given.
 * @returns A required relationship; `.nullable()` and `.optional()` loosen it, as in Zod.
 *
 * @example
 * ```ts
 * import { toOne } from "trestle";
 * import { z } from "zod";
 *
 * const relationships = {
 *   author: toOne("users").nullable(),
 *   upload: toOne("files", { id: z.uuid() }),
 * };
 * ```
 */
export function toOne<const TTarget extends string, TId extends Schema = IntegerId>(
  target: TTarget,
  options?: { readonly id?: TId },
): ToOne<TTarget, TId["_zod"]["output"]> {
  const spec: unknown = new ToOneSpec(target, asZod(options?.id), false, false);
  return spec as ToOne<TTarget, TId["_zod"]["output"]>; // `~id` and `~absent` exist as types only
}

/**
 * Declares a relationship to any number of resources of the type named.
 *
 * @param target The target's type name.
 * @param options.id The schema of the target's ids; integers unless given.
 * @param options.linkage `true` when every row carries the ids: a client's item then always has the identifiers.
 *   Default `false`: the item has the relationship only when it is included.
 * @param options.fanOut How many resources it holds where it holds many: by it the server estimates what an include
 *   brings along, and refuses what is over the limit `included`. Default 10.
 * @throws {TypeError} When `fanOut` is no positive integer.
 *
 * @example
 * ```ts
 * import { toMany } from "trestle";
 *
 * const relationships = { comments: toMany("comments"), categories: toMany("categories", { linkage: true }) };
 * ```
 */
export function toMany<
  const TTarget extends string,
  TId extends Schema = IntegerId,
  const TLinkage extends boolean = false,
>(
  target: TTarget,
  options?: { readonly id?: TId; readonly linkage?: TLinkage; readonly fanOut?: number },
): ToMany<TTarget, TId["_zod"]["output"], TLinkage extends true ? true : false> {
  const fanOut = options?.fanOut ?? 10;
  if (!Number.isSafeInteger(fanOut) || fanOut < 1) {
    throw new TypeError(`toMany("${target}"): fanOut must be a positive integer; it is ${fanOut}.`);
  }
  const spec: RelationshipSpec = {
    many: true,
    target,
    linkage: options?.linkage ?? false,
    fanOut,
    id: asZod(options?.id),
    allowsNull: false,
    allowsAbsent: true,
  };
  return spec as unknown as ReturnType<typeof toMany<TTarget, TId, TLinkage>>; // `~id` and `~absent` exist as types only
}

/** The structural `Schema` is all that types need; every value of it that a user can pass is a Zod schema. */
function asZod(schema: Schema | undefined): z.ZodType | undefined {
  return schema as z.ZodType | undefined;
}
