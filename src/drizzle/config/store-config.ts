import type { FromFilter } from "../../source/options/from-filter.js";
import type { Column, SQL } from "drizzle-orm";
import type { Reading } from "../../source/options/own-rules.js";
import { COMMON_KEYS } from "../../source/options/config-names.js";
import type { MemberValue } from "../../source/options/member-value.js";
import type { After } from "../../source/options/row-change.js";
import type { SortTerm } from "../../source/types/source.js";
import type { JoinedFilters } from "../../source/store/store.js";
import type { Through } from "../../source/options/through.js";
import type { ViolationTexts } from "../../source/options/violation-error.js";
import type { WritableRule } from "../../source/options/writable.js";
import type { AnyDb } from "../database/session.js";
import type { DbTable } from "../declarations/table-config.js";

// A source's configuration as the store reads it. `drizzle-data.ts` has the types that users see.

/** A column that holds an attribute in another form. */
export interface MappedColumn {
  readonly "~mapped": true;
  readonly column: Column;
  readonly read: (value: never) => unknown;
  readonly write: (value: never) => unknown;
}

/** An id of several columns. */
export interface CompositeId {
  readonly "~composite": readonly Column[];
}

export interface HasMany {
  readonly "~kind": "hasMany";
  /** The columns that hold the parent's id. */
  readonly columns: readonly Column[];
  readonly orderBy: readonly SQL[];
  readonly limit: number | undefined;
}

/** The ids of a pair: the resource's own, and the member's. */
export interface LinkedIds {
  readonly from: never;
  readonly to: never;
}

export interface ManyToMany {
  readonly "~kind": "manyToMany";
  readonly table: DbTable;
  readonly from?: Column | undefined;
  readonly to?: Column | undefined;
  readonly where?: ((ctx: object) => SQL | undefined) | undefined;
  readonly values?: ((ctx: object, pair: LinkedIds) => object) | undefined;
  readonly orderBy: readonly SQL[];
  readonly limit?: number | undefined;
}

/** A to-one of several types: a column with the type, and one with the id. */
export interface ByType {
  readonly "~kind": "byType";
  readonly type: Column;
  readonly id: Column;
  readonly values: Readonly<Record<string, string>>;
}

/** A to-one of several types: a column for each. */
export interface ByColumn {
  readonly "~kind": "byColumn";
  readonly columns: Readonly<Record<string, Column>>;
}

export interface ColumnConfig {
  readonly [field: string]: Column | MappedColumn | SQL | CompositeId | MemberValue;
}

export type FilterRule = (value: never, more: { readonly ctx: object; readonly db: AnyDb }) => SQL | undefined;

export interface StoreConfig {
  readonly columns?: ColumnConfig;
  readonly relationships?: { readonly [name: string]: HasMany | ManyToMany | ByType | ByColumn };
  readonly scope?: "none" | Through | ((ctx: object) => SQL | undefined);
  readonly writable?: WritableRule<(ctx: object) => SQL | undefined>;
  readonly deleted?: Column | { readonly column: Column; readonly included: "hide" };
  readonly values?: (ctx: object) => object;
  readonly newId?: () => unknown;
  readonly after?: After<never>;
  readonly filters?: { readonly [name: string]: string | JoinedFilters | FilterRule | Reading<FilterRule> };
  readonly sorts?: { readonly [name: string]: StoreSort | Reading<StoreSort> };
  readonly orderBy?: readonly SortTerm[];
  readonly violations?: ViolationTexts;
  readonly acrossScopes?: readonly string[];
}

/** The members of a configuration. */
export const CONFIG_KEYS: Readonly<Record<keyof StoreConfig, true>> = { ...COMMON_KEYS, acrossScopes: true };

export type StoreSort = SQL | Column | FromFilter<object, SQL>;
