import { idsIn } from "./members-filter.js";
import type { Condition, JoinedFilters } from "../store/store.js";

/**
 * A filter of a source that finds the rows that at least one of several filters finds. Each gets the value of the request.
 *
 * @param filters Names that a filter of the resource may have: fields with operators, related fields, and other filters of the source. Or
 * what `anyOf`, `allOf` and `noneOf` return.
 * @returns What a member of the option `filters` of a source takes, with any storage. `t.router` checks the names, and that the value fits
 * each of them.
 * @throws {TypeError} Without filters.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { anyOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const articles = t.resource("articles", { id: z.int(), attributes: { title: z.string(), body: z.string() } });
 * const source = memoryData().source(articles, { filters: { search: anyOf("title__contains", "body__contains") } });
 *
 * const routes = source.routes({ getMany: { filter: { search: z.string().optional() } } });
 * ```
 */
export function anyOf(...filters: readonly (string | JoinedFilters)[]): JoinedFilters {
  return joined("any", filters);
}

/**
 * A filter of a source that finds the rows that all of several filters find. Each gets the value of the request.
 *
 * @param filters As for `anyOf`.
 * @returns What a member of the option `filters` of a source takes, with any storage.
 * @throws {TypeError} Without filters.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { allOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const rooms = t.resource("rooms", { id: z.int(), attributes: { opens: z.int(), closes: z.int() } });
 * const source = memoryData().source(rooms, { filters: { open_at: allOf("opens__lte", "closes__gt") } });
 *
 * const routes = source.routes({ getMany: { filter: { open_at: z.int().optional() } } });
 * ```
 */
export function allOf(...filters: readonly (string | JoinedFilters)[]): JoinedFilters {
  return joined("all", filters);
}

/**
 * A filter of a source that finds the rows that none of several filters finds. Each gets the value of the request. Rows without a value are
 * found, too, because no filter finds them.
 *
 * @param filters As for `anyOf`.
 * @returns What a member of the option `filters` of a source takes, with any storage.
 * @throws {TypeError} Without filters.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { noneOf } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const articles = t.resource("articles", { id: z.int(), attributes: { title: z.string(), body: z.string() } });
 * const source = memoryData().source(articles, { filters: { without: noneOf("title__contains", "body__contains") } });
 *
 * const routes = source.routes({ getMany: { filter: { without: z.string().optional() } } });
 * ```
 */
export function noneOf(...filters: readonly (string | JoinedFilters)[]): JoinedFilters {
  return joined("none", filters);
}

function joined(of: JoinedFilters["~of"], filters: JoinedFilters["~filters"]): JoinedFilters {
  if (filters.length > 0) return { "~of": of, "~filters": filters };
  throw new TypeError(`${of}Of needs at least one filter: ${of}Of("title__contains", …).`);
}

export function isJoined(rule: unknown): rule is JoinedFilters {
  return typeof rule === "object" && rule !== null && "~filters" in rule;
}

export function namesIn({ "~filters": filters }: JoinedFilters): string[] {
  return filters.flatMap((each) => (typeof each === "string" ? each : namesIn(each)));
}

/** A condition, or the conditions that are joined in it. Those of members have the path from the listed row. */
export function partsOf(condition: Condition): readonly Condition[] {
  if (condition.kind === "joined") return condition.conditions.flatMap(partsOf);
  if (condition.kind !== "members") return [condition];
  const { path, field, has } = condition;
  if (has.use !== "none") return [condition, ...idsIn(condition)];
  return partsOf(has.condition).map((part) =>
    "path" in part ? { ...part, path: [...path, field, ...part.path] } : part,
  );
}
