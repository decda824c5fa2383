import type { z } from "zod";
import { requireInteger } from "../model/limit.js";
import { checkOptionNames } from "../model/names.js";
import type { RelationshipSpec } from "../model/resource.js";
import type { Schema } from "../types/endpoint.js";
import type { IdsOf, IntegerId, ToMany, ToOne, ToOneOf } from "../types/relationship.js";

class ToOneSpec implements RelationshipSpec {
  readonly many = false;
  readonly linkage = false;
  readonly fanOut = 1;

  constructor(
    readonly target: string,
    readonly id: Id,
    readonly allowsNull: boolean,
    readonly allowsAbsent: boolean,
    readonly targets?: RelationshipSpec["targets"],
  ) {}

  nullable(): ToOneSpec {
    return new ToOneSpec(this.target, this.id, true, this.allowsAbsent, this.targets);
  }

  optional(): ToOneSpec {
    return new ToOneSpec(this.target, this.id, this.allowsNull, true, this.targets);
  }
}

/**
 * Declares a relationship to one resource. The target is a type name, so that modules may depend on each other. The router
 * checks that the type exists and that the type of its ids matches.
 *
 * With a list of types, the resource is of any of them. Rows and inputs then have its type and its id, `{ type: "articles", id: 1 }`. In
 * a row, more members than these are the row of the related resource.
 *
 * @param target The target's type name, or a list of two or more.
 * @param options.id The schema of the target's ids; default integers.
 * @param options.ids With a list: the schemas of ids by type, where they are not those of `id`.
 * @returns A required relationship. Use `.nullable()` and `.optional()` as in Zod.
 *
 * @example
 * ```ts
 * import { toOne } from "trestle";
 * import { z } from "zod";
 *
 * const relationships = {
 *   author: toOne("users").nullable(),
 *   upload: toOne("files", { id: z.uuid() }),
 *   subject: toOne(["articles", "videos"], { ids: { videos: z.uuid() } }),
 * };
 * ```
 */
export function toOne<const TTarget extends string, TId extends Schema = IntegerId>(
  target: TTarget,
  options?: { readonly id?: TId },
): ToOne<TTarget, TId["_zod"]["output"]>;
export function toOne<
  const TTarget extends string,
  TId extends Schema = IntegerId,
  TMore extends { readonly [K in TTarget]?: Schema } = {},
>(
  targets: readonly [TTarget, TTarget, ...TTarget[]],
  options?: { readonly id?: TId; readonly ids?: TMore },
): ToOneOf<TTarget, IdsOf<TTarget, TId, TMore>>;
export function toOne(target: string | readonly string[], options: ToOneOptions = {}): unknown {
  if (typeof target !== "string") return toOneOf(target, options);
  checkOptionNames(`toOne("${target}")`, options, { id: true });
  return new ToOneSpec(target, options.id as Id, false, false);
}

interface ToOneOptions {
  readonly id?: Schema;
  readonly ids?: { readonly [type: string]: Schema | undefined };
}

function toOneOf(types: readonly string[], options: ToOneOptions): ToOneSpec {
  const where = `toOne([${types.map((type) => `"${type}"`).join(", ")}])`;
  checkOptionNames(where, options, { id: true, ids: true });
  const { id, ids = {} } = options;
  const targets = new Map(types.map((type) => [type, (ids[type] ?? id) as Id]));
  if (targets.size < 2 || targets.size < types.length)
    throw new TypeError(`${where}: the list must have two or more types, each once.`);
  checkOptionNames(`${where}: ids`, ids, Object.fromEntries(types.map((type) => [type, true])));
  return new ToOneSpec(types.join('" or "'), undefined, false, false, targets);
}

/**
 * Declares a relationship to any number of resources.
 *
 * @param target The target's type name.
 * @param options.id The schema of the target's ids; default integers.
 * @param options.linkage `true` if every row contains the ids: a client's item then always has the identifiers.
 *   Default `false`: the item has the relationship only if it is included.
 * @param options.fanOut How many resources a large relationship contains. The server uses it to estimate the size of an include
 *   (default 10), and rejects requests over the limit `included`. Sources send at most as many members per row (default 1000).
 * @throws {TypeError} When `fanOut` is not a positive integer.
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
  if (options) checkOptionNames(`toMany("${target}")`, options, { id: true, linkage: true, fanOut: true });
  const fanOut = options?.fanOut;
  if (fanOut !== undefined) requireInteger(`toMany("${target}"): fanOut`, fanOut);
  const spec: RelationshipSpec = {
    many: true,
    target,
    linkage: options?.linkage ?? false,
    fanOut,
    id: options?.id as Id,
    allowsNull: false,
    allowsAbsent: true,
  };
  return spec as unknown as ReturnType<typeof toMany<TTarget, TId, TLinkage>>; // `~id` and `~absent` are types only
}

/** What users pass: `Schema` is only the part of it that types need. */
type Id = z.ZodType | undefined;
