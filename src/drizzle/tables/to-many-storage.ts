import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import { fillsItself } from "../declarations/constraints.js";
import type { HasMany, ManyToMany } from "../config/store-config.js";
import { idPointersTo, pointersTo } from "../declarations/foreign-keys.js";
import { ownId, pairKey } from "./link-table.js";
import { type AppTenant, tenantColumn } from "./tenant.js";
import type { TypedIds } from "../columns/typed-ids.js";
import type { DbTable } from "../declarations/table-config.js";

export type ToManyStorage = HasMany | ManyToMany;

/** What foreign keys are searched for: between which tables, and in which. */
export interface Between {
  readonly ownTable: DbTable;
  /** The columns of its ids. */
  readonly id: readonly Column[];
  readonly target: DbTable;
  readonly tables: readonly DbTable[];
  readonly hasSource: (table: DbTable) => boolean;
  readonly tenant: AppTenant | undefined;
  readonly newId: (() => string) | undefined;
  /** The columns of the members that hold ids of several types, also of `ownTable`. */
  readonly typed: readonly TypedIds[];
  /** Another relationship that may be stored in the same way. */
  readonly rivalOf: (storage: ToManyStorage) => string | undefined;
}

/** A way to store a to-many, and why only the app can say that it is meant. */
interface Choice {
  readonly text: string;
  readonly storage: ToManyStorage;
  readonly doubt: string | undefined;
}

/** How a to-many is stored if foreign keys leave one way only: a column of the members, or a table of pairs and nothing else. */
export function toManyStorage(where: string, name: string, between: Between): ToManyStorage {
  const { ownTable, id, target, tables, typed, rivalOf } = between;
  const pointers = id.length === 1 ? pointersTo(target, ownTable).map((column) => [column]) : [];
  const alone = pointers.length > 0 ? pointers : idPointersTo(target, ownTable, id);
  const children = [...alone, ...typed.map(({ columns }) => columns)].map((columns) => childrenIn(target, columns));
  const links = tables.flatMap((table) => (table === ownTable || table === target ? [] : pairsIn(table, between)));
  const [choice, ...others] = [...children, ...links];
  if (choice === undefined) {
    const [from, to] = [getTableName(target), getTableName(ownTable)];
    const none = `"${from}" has no foreign key to "${to}", and no table has a unique pair of foreign keys to both`;
    throw new TypeError(
      `${where}: nothing says how "${name}" is stored: ${none}. Write relationships: { ${name}: hasMany(…) } or manyToMany(…).`,
    );
  }
  const rival = rivalOf(choice.storage);
  const doubt = choice.doubt ?? (rival && `so may "${rival}"`);
  if (others.length === 0 && doubt === undefined) return choice.storage;
  const texts = [choice, ...others].map(({ text }) => text).join(" or ");
  const but = others.length === 0 ? `, but ${doubt}` : "";
  throw new TypeError(`${where}: "${name}" may be ${texts}${but}. Say which: relationships: { ${name}: … }.`);
}

function childrenIn(table: DbTable, columns: readonly Column[]): Choice {
  const storage = { "~kind": "hasMany", columns, orderBy: [], limit: undefined } as const;
  const names = columns.map(({ name }) => `${getTableName(table)}.${name}`).join(", ");
  return { text: `hasMany(${columns.length === 1 ? names : `[${names}]`})`, storage, doubt: undefined };
}

/**
 * A row that says more than that two rows belong together is not only a pair: the app may mean it otherwise, or guard it by a source. What
 * fills itself says nothing more: an id, or the time at which a pair was made.
 */
function pairsIn(table: DbTable, { ownTable, target, hasSource, tenant, newId }: Between): Choice[] {
  const [froms, tos] = [pointersTo(table, ownTable), pointersTo(table, target)];
  if (!froms.some((from) => tos.some((to) => pairKey(table, from, to, tenant)))) return [];
  const columns: readonly Column[] = Object.values(getTableColumns(table));
  const ofPair = [...froms, ...tos, tenant && tenantColumn(table, tenant), newId && ownId(table, [...froms, ...tos])];
  const more = columns.find((column) => !ofPair.includes(column) && !fillsItself(column));
  const name = getTableName(table);
  const doubt =
    froms.length > 1 || tos.length > 1
      ? `"${name}" has several foreign keys to one table`
      : hasSource(table)
        ? `"${name}" has a source of its own`
        : more && `"${name}" also has the column "${more.name}"`;
  return [{ text: `manyToMany(${name})`, storage: { "~kind": "manyToMany", table, orderBy: [] }, doubt }];
}
