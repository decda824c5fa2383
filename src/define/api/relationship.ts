import type { z } from "zod";
import { requireInteger } from "../model/limit.js";
import { checkOptionNames } from "../model/names.js";
import type { RelationshipSpec } from "../model/resource.js";
import type { IntegerId, MakeToMany, MakeToOne } from "../types/relationship.js";

class ToOneSpec implements RelationshipSpec {
  readonly many = false;
  readonly linkage = false;
  readonly fanOut = 1;

  constructor(
    readonly target: string,
    readonly id: z.ZodType | undefined,
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
export const toOne = ((target: string | readonly string[], options: ToOneOptions = {}): unknown => {
  if (typeof target !== "string") return toOneOf(target, options);
  checkOptionNames(`toOne("${target}")`, options, { id: true });
  return new ToOneSpec(target, options.id, false, false);
}) as MakeToOne<IntegerId>; // `~id` and `~absent` are types only, and `Schema` is only the part of a schema that types need

interface ToOneOptions {
  readonly id?: z.ZodType;
  readonly ids?: { readonly [type: string]: z.ZodType | undefined };
}

function toOneOf(types: readonly string[], options: ToOneOptions): ToOneSpec {
  const where = `toOne([${types.map((type) => `"${type}"`).join(", ")}])`;
  checkOptionNames(where, options, { id: true, ids: true });
  const { id, ids = {} } = options;
  const targets = new Map(types.map((type) => [type, ids[type] ?? id]));
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
export const toMany = ((target: string, options: ToManyOptions = {}): unknown => {
  checkOptionNames(`toMany("${target}")`, options, { id: true, linkage: true, fanOut: true });
  const { id, linkage = false, fanOut } = options;
  if (fanOut !== undefined) requireInteger(`toMany("${target}"): fanOut`, fanOut);
  const spec: RelationshipSpec = { many: true, target, linkage, fanOut, id, allowsNull: false, allowsAbsent: true };
  return spec;
}) as MakeToMany<IntegerId>; // as above

interface ToManyOptions {
  readonly id?: z.ZodType;
  readonly linkage?: boolean;
  readonly fanOut?: number;
}
