import type { ResourceSpec } from "../define/model/resource.js";
import { checkOptionNames } from "../define/model/names.js";
import type { AnyResourceContext } from "../define/types/resource-context.js";
import { COMMON_KEYS } from "../source/options/config-names.js";
import type { FromFilter } from "../source/options/from-filter.js";
import type { MemberValue } from "../source/options/member-value.js";
import type { OwnRules, Reading } from "../source/options/own-rules.js";
import type { After } from "../source/options/row-change.js";
import type { SortTerm } from "../source/types/source.js";
import type { JoinedFilters, Operator } from "../source/store/store.js";
import type { Through } from "../source/options/through.js";
import type { ViolationTexts } from "../source/options/violation-error.js";
import type { WritableRule } from "../source/options/writable.js";
import type { ColumnsSet, FirstRows, KnownRow, MemoryRow } from "./memory-row.js";

/** A condition on a row. */
// biome-ignore lint/suspicious/noExplicitAny: without a type argument, of any row
export type Predicate<in TRow = any> = (row: TRow) => boolean;

type Filter<TCtx, TRow> = (value: never, more: { readonly ctx: TCtx }) => Predicate<TRow> | undefined;
type Sort<TRow> = (row: TRow) => unknown;
type SortFrom<TCtx, TRow> = Sort<TRow> | FromFilter<TCtx, Sort<TRow>>;

/** What options may name. Members, because messages print a union's names, but for an alias the whole resource. */
interface Names<S extends AnyResourceContext> {
  /** A field whose value orders rows, or one of a related resource. */
  readonly order: "id" | (keyof S["attributes"] & string) | S["~toOne"] | `${S["~toOne"]}__${string}`;
  /** Another name of a filter. */
  readonly alias:
    | "id"
    | (keyof S["attributes"] & string)
    | S["~relationship"]
    | `${"id" | (keyof S["attributes"] & string)}__${Operator}`
    | `${S["~relationship"]}__${string}`;
}

/** How a resource is kept in memory. */
export interface MemoryConfig<
  S extends AnyResourceContext,
  TFirst,
  TValues,
  TFilter extends string,
  TSort extends string,
  TRules = {},
  TComputed extends string = string,
  // `NoInfer`: a name in `unique` would become a column.
  TRow = MemoryRow<S, NoInfer<TFirst>, NoInfer<TValues>>["row"],
  TColumn extends string = MemoryRow<S, NoInfer<TFirst>, NoInfer<TValues>>["listed"],
> {
  /** The first rows: an id, attributes, ids of related resources, and columns that only the server sees. */
  readonly rows?: FirstRows<TFirst, KnownRow<S, TComputed>["first"]>;
  /** Attributes that are computed from members: `countOf(…)` of `trestle/source`. No row has them. */
  readonly columns?: { readonly [K in TComputed]: MemberValue };
  /**
   * To-many relationships that the related rows hold: `{ comments: { by: "article" } }`. Others are lists of ids in the row.
   * `limit` is the most members per row, as ids or included; by default the `fanOut` of `toMany`, or 1000.
   */
  readonly relationships?: { readonly [K in S["~toMany"]]?: { readonly by?: string; readonly limit?: number } };
  /**
   * The rows that exist for a context, in every read and write. `through` of `trestle/source` makes it from a to-one relationship.
   * `"none"`: all rows, for everybody.
   */
  readonly scope?: "none" | Through<S["~toOne"]> | ((ctx: S["~context"]) => Predicate<TRow> | undefined);
  /**
   * The rows that a context may change, of those that it sees, before the write and after it. Others are a 403. If a write may leave a row
   * that it could not change, write `{ before, after }`: `after` is a rule for rows after the write, or `"any"`.
   */
  readonly writable?: WritableRule<(ctx: S["~context"]) => Predicate<TRow> | undefined>;
  /** The column with the time at which a row was deleted. A to-one still shows the row, unless `included` is "hide". */
  readonly deleted?: TColumn | { readonly field: TColumn; readonly included: "hide" };
  /** Columns of every new row that are not fields. They must be columns of `rows`, unless `rows` is empty. */
  readonly values?: (ctx: S["~context"]) => ColumnsSet<TValues, TRow>;
  /** Makes the id of a new row that neither the client nor `values` gives one. */
  readonly newId?: () => S["~id"];
  /** Called after each write, in its transaction, in place of the `after` of the data. */
  readonly after?: After<S["~context"]>;
  /** Filters beyond fields and operators: a condition, or the name that the filter stands for. */
  readonly filters?: {
    readonly [K in TFilter]:
      | Names<S>["alias"]
      | JoinedFilters
      | Filter<S["~context"], TRow>
      | Reading<Filter<S["~context"], TRow>>;
  } & OwnRules<TRules>;
  /** Sorts beyond fields: a function of a row, or `fromFilter` of `trestle/source`. */
  readonly sorts?: { readonly [K in TSort]: SortFrom<S["~context"], TRow> | Reading<SortFrom<S["~context"], TRow>> };
  /** The order if a request names none. The id breaks ties. */
  readonly orderBy?: readonly MemoryOrder<Names<S>["order"] | NoInfer<TSort>>[];
  /** Lists of columns that no two rows have in common. */
  readonly unique?: readonly (readonly TColumn[])[];
  /** The app's own words for broken rules, by the fields joined with `__`. */
  readonly violations?: ViolationTexts;
}

interface MemoryOrder<TName extends string> extends SortTerm {
  readonly field: TName;
}

/** A configuration as the store reads it. */
export type StoreConfig = MemoryConfig<AnyResourceContext, object, object, string, string>;

// biome-ignore lint/suspicious/noExplicitAny: rows may have columns that the resource does not declare
export type StoreSort = SortFrom<never, any>;

/** The members of a configuration. */
const CONFIG_KEYS: Readonly<Record<keyof StoreConfig, true>> = { rows: true, ...COMMON_KEYS, unique: true };
const RELATIONSHIP_KEYS = { by: true, limit: true } as const;

/** Throws for a member of a configuration that has no meaning. */
export function checkKeys(type: string, config: StoreConfig): void {
  const where = `data.source(${type})`;
  checkOptionNames(where, config, CONFIG_KEYS);
  for (const [name, stored] of Object.entries(config.relationships ?? {})) {
    checkOptionNames(`${where}: relationships: "${name}"`, stored ?? {}, RELATIONSHIP_KEYS);
  }
}

/** Throws for names in `unique` and `deleted` that no row has: the rule would have no effect. */
export function checkColumns(spec: ResourceSpec, config: StoreConfig): void {
  const { rows = [], unique = [], deleted, values } = config;
  // Without rows, only the result of `values` would say which columns there are.
  if (rows.length === 0 && values !== undefined) return;
  const fields = ["id", ...spec.attributes.keys(), ...spec.relationships.keys()];
  const columns = new Set([...fields, ...rows.flatMap((row) => Object.keys(row))]);
  const checkColumn = (option: string, column: string) => {
    if (columns.has(column)) return;
    const advice = rows.length === 0 ? "return it from values" : "add it to a row of rows";
    const use = `Use ${[...columns].join(", ")}, or ${advice}.`;
    throw new TypeError(`data.source(${spec.type}): ${option}: no row has a column "${column}". ${use}`);
  };
  for (const column of unique.flat()) checkColumn("unique", column);
  if (deleted !== undefined) checkColumn("deleted", typeof deleted === "string" ? deleted : deleted.field);
}
