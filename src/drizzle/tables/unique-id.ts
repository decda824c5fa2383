import { type Column, getTableColumns, getTableName, type SQL } from "drizzle-orm";
import type { ResourceSpec } from "../../define/model/resource.js";
import { columnsIn } from "../database/app-sql.js";
import { columnKey, type FieldColumns, isColumnOf } from "../columns/columns.js";
import type { StoreConfig } from "../config/store-config.js";
import { keyColumnsBeside, mayBeNull, namesOf } from "../declarations/constraints.js";
import type { IdColumns } from "../columns/id-columns.js";
import { anyScope, pinnedColumns } from "../columns/scope-columns.js";
import type { DbTable } from "../declarations/table-config.js";
import { isView } from "../declarations/views.js";

/** What makes an id mean one row, so that a change of it changes no others. */
export class UniqueId {
  /** The other columns of each key of the id: the scope must compare those of one key with values. Empty if ids are unique alone. */
  readonly #keys: readonly (readonly string[])[];
  /** Whether other scopes may have the same ids. */
  readonly isShared: boolean;
  /** The columns of one of these keys. */
  readonly beside: readonly Column[];

  /** @param type The resource's, for messages. */
  constructor(
    readonly where: string,
    type: string,
    readonly table: DbTable,
    ids: IdColumns,
    scope: StoreConfig["scope"],
  ) {
    const keys = keyColumnsBeside(table, ids.columns);
    const isUnique = keys.some((beside) => beside.length === 0);
    this.#keys = isUnique ? [] : pinnedKeys(table, keys, scope);
    this.isShared = this.#keys.length > 0;
    const [beside = []] = this.#keys;
    this.beside = Object.values<Column>(getTableColumns(table)).filter(({ name }) => beside.includes(name));
    if (!isUnique && !this.isShared) throw new TypeError(`${where}: ${notUnique(type, table, ids, keys)}`);
    const empty = ids.single && !isView(table) ? undefined : ids.columns.find((column) => mayBeNull(table, column));
    if (empty !== undefined)
      throw new TypeError(`${where}: the id's column "${empty.name}" may be null. Declare it .notNull().`);
  }

  /** An id that is unique only within its scope needs a scope that compares the rest of its key, for every caller. */
  check(scope: SQL | undefined): void {
    if (!this.isShared || comparedKeys(this.table, this.#keys, scope).length > 0) return;
    const others = this.#keys.map((beside) => beside.map((name) => `"${name}"`).join(" and ")).join(", or ");
    const key = `The id of "${getTableName(this.table)}" is unique only together with ${others}`;
    throw new TypeError(`${this.where}: scope: ${key}. Compare it with one value for every caller: eq(column, value).`);
  }
}

/** For a caller who sees the rows of all scopes, the ids of the target say nothing. @param target The type. */
export function withoutScope(where: string, target: string): TypeError {
  const shared = `other scopes may have the ids of "${target}", too, so rows of several scopes do not say whose they mean`;
  return new TypeError(`${where}: scope: ${shared}. Return a condition for every caller.`);
}

/** The columns of an id, if they can make one. */
export function checkedId(
  where: string,
  { type, idKind, visible, writeOnly }: ResourceSpec,
  table: DbTable,
  fields: FieldColumns,
  { columns, newId }: StoreConfig,
): IdColumns {
  const ids = fields.fields.get("id")?.ids;
  if (ids === undefined) {
    const use = "An id is a column or compositeId(…), so that an index finds it: columns: { id: … }.";
    throw new TypeError(`${where}: the id is an SQL expression. ${use}`);
  }
  if (isView(table) && columns?.id === undefined) {
    const use = "Name the column that is unique in it: columns: { id: … }, or compositeId(…) for several.";
    throw new TypeError(`${where}: tables.${type} is a view, which has no key. ${use}`);
  }
  if (ids.single) return ids;
  if (idKind !== "string")
    throw new TypeError(`${where}: an id of several columns is a text. Declare the resource with id: z.string().`);
  const hidden = fields.partOfId([...visible.keys(), ...writeOnly]);
  if (hidden !== undefined)
    throw new TypeError(
      `${where}: "${hidden}" is hidden from some callers, but it is a part of the id, which all see. Show it, or use another id: columns: { id: … }.`,
    );
  if (newId === undefined) return ids;
  throw new TypeError(`${where}: newId makes no id of several columns. Set its columns: values: (ctx) => ({ … }).`);
}

function pinnedKeys(table: DbTable, keys: readonly (readonly string[])[], scope: StoreConfig["scope"]) {
  const any = typeof scope === "function" ? anyScope(scope) : undefined;
  return columnsIn(any).isOpen ? keys : comparedKeys(table, keys, any as SQL | undefined);
}

/** The keys whose columns a scope compares with values. */
function comparedKeys(table: DbTable, keys: readonly (readonly string[])[], scope: SQL | undefined) {
  const pinned = new Set(namesOf(pinnedColumns(scope).filter((column) => isColumnOf(table, column))));
  return keys.filter((beside) => beside.every((name) => pinned.has(name)));
}

function notUnique(type: string, table: DbTable, { columns }: IdColumns, keys: readonly (readonly string[])[]): string {
  const names = namesOf(columns);
  const name = getTableName(table);
  const id = names.length === 1 ? `the id's column "${names[0]}" is` : `the id's columns (${names.join(", ")}) are`;
  const [beside] = keys;
  if (beside === undefined) {
    return `${id} not unique in "${name}". Name a column with a primary key, a unique constraint or a unique index: columns: { id: … }.`;
  }
  const all: readonly Column[] = Object.values(getTableColumns(table));
  const others = beside.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const pathOf = (column: Column) => `${type}.${columnKey(table, column)}`;
  const whole = [...columns, ...others].map(pathOf).join(", ");
  const pins = others.map((column) => `eq(${pathOf(column)}, …)`).join(" and ");
  return `${id} not unique in "${name}": the key is (${[...names, ...beside].join(", ")}). Name all: columns: { id: compositeId(${whole}) }. Or let a tenant rule or the scope imply the others: scope: (ctx) => ${pins}.`;
}
