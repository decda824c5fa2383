import { checkKnownKeys } from "../define/model/known-keys.js";
import type { Reading } from "../source/own-rules.js";
import type { SortTerm } from "../source/source.js";
import type { ViolationTexts } from "../source/violation-error.js";

// biome-ignore lint/suspicious/noExplicitAny: rows may have columns that the resource does not declare
type AnyRow = any;

/** A condition on a row. */
export type Predicate = (row: AnyRow) => boolean;

type Filter<TCtx> = (value: never, more: { readonly ctx: TCtx }) => Predicate | undefined;
type Sort = (row: AnyRow) => unknown;

/** How a resource is kept in memory. */
export interface MemoryConfig<TCtx, TFilter extends string, TSort extends string> {
  /** The first rows: an id, attributes, ids of related resources, and columns that only the server sees. */
  readonly rows?: readonly object[];
  /**
   * To-many relationships that the related rows hold: `{ comments: { by: "article" } }`. Others are lists of ids in the row.
   * `limit` is the most members per row, as ids or included; by default the `fanOut` of `toMany`, or 1000.
   */
  readonly relationships?: { readonly [name: string]: { readonly by?: string; readonly limit?: number } };
  /** The rows that exist for a context, in every read and write. `"none"`: all rows, for everybody. */
  readonly scope?: "none" | ((ctx: TCtx) => Predicate | undefined);
  /** The rows that a context may change, of those that it sees. Others are a 403. */
  readonly writable?: (ctx: TCtx) => Predicate | undefined;
  /** The column with the time at which a row was deleted. A to-one still shows the row, unless `included` is "hide". */
  readonly deleted?: string | { readonly field: string; readonly included: "hide" };
  /** Columns of every new row that are not fields. */
  readonly values?: (ctx: TCtx) => object;
  /** Filters beyond fields and operators: a condition, or the name that the filter stands for. */
  readonly filters?: { readonly [K in TFilter]: string | Filter<TCtx> | Reading<Filter<TCtx>> };
  /** Sorts beyond fields. */
  readonly sorts?: { readonly [K in TSort]: Sort | Reading<Sort> };
  /** The order if a request names none. The id breaks ties. */
  readonly orderBy?: readonly SortTerm[];
  /** Lists of fields that no two rows have in common. */
  readonly unique?: readonly (readonly string[])[];
  /** The app's own words for broken rules, by the fields joined with `__`. */
  readonly violations?: ViolationTexts;
}

/** The members of a configuration. */
const CONFIG_KEYS: Readonly<Record<keyof MemoryConfig<never, never, never>, true>> = {
  rows: true,
  relationships: true,
  scope: true,
  writable: true,
  deleted: true,
  values: true,
  filters: true,
  sorts: true,
  orderBy: true,
  unique: true,
  violations: true,
};
const RELATIONSHIP_KEYS = { by: true, limit: true } as const;

/** Throws for a member of a configuration that has no meaning. */
export function checkKeys(type: string, config: MemoryConfig<never, string, string>): void {
  const where = `data.source(${type})`;
  checkKnownKeys(where, config, CONFIG_KEYS);
  for (const [name, stored] of Object.entries(config.relationships ?? {})) {
    checkKnownKeys(`${where}: relationships: "${name}"`, stored, RELATIONSHIP_KEYS);
  }
}
