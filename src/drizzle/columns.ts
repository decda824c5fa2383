import { Column, getTableColumns, getTableName, getTableUniqueName, is, SQL, Subquery } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { Problems } from "../define/model/problems.js";
import type { ResourceSpec } from "../define/model/resource.js";
import { accepts } from "../schema/run-schema.js";
import { Violation } from "../source/violation.js";
import type { Values } from "../source/store.js";
import { appSql, sqlText } from "./app-sql.js";
import { isChecked, isRounding, misfitOf, parameterOf, typeColumn } from "./column-values.js";
import type { ColumnConfig, MappedColumn } from "./config.js";
import { pointersTo } from "./foreign-keys.js";
import { renamedColumn } from "./renamed-column.js";
import { isSql } from "./statements.js";
import type { SeveralColumns } from "./several.js";
import type { Tables } from "./table-problems.js";

/** Where a field is stored. */
export interface FieldColumn {
  readonly expression: Column | SQL;
  /** Undefined for an expression. */
  readonly column: Column | undefined;
  /** The column's name in Drizzle's table. */
  readonly key: string | undefined;
  readonly read: ((value: never) => unknown) | undefined;
  readonly write: ((value: never) => unknown) | undefined;
  /** Whether a row has no such field where the column is null. */
  readonly omitsNull: boolean;
  /** Whether Drizzle rounds large values. */
  readonly isRounding: boolean;
}

/** The columns of a resource's fields. */
export class FieldColumns {
  readonly #spec: ResourceSpec;
  readonly #table: PgTable;
  readonly #fields = new Map<string, FieldColumn>();
  readonly fields: ReadonlyMap<string, FieldColumn> = this.#fields;

  /**
   * @param schema All tables of the app, by type.
   * @param several The columns of each to-one of several types.
   */
  constructor(
    spec: ResourceSpec,
    table: PgTable,
    given: ColumnConfig,
    schema: Tables,
    readonly several: ReadonlyMap<
      string,
      Pick<SeveralColumns, "columns" | "read" | "write" | "leadsTo" | "meets" | "check" | "hasOthers">
    >,
  ) {
    this.#spec = spec;
    this.#table = table;
    const columns = getTableColumns(table) as Readonly<Record<string, Column>>;
    const problems = new Problems();
    const unnamed: string[] = [];
    for (const name of ["id", ...spec.attributes.keys(), ...toOneNames(spec)]) {
      problems.collect(() => {
        const found = given[name] ?? this.#renamed(name) ?? columns[name] ?? this.#byConvention(name, columns);
        if (found === undefined) unnamed.push(name);
        else this.#fields.set(name, this.#fieldColumn(name, found));
      });
    }
    for (const name of unnamed) {
      problems.collect(() => {
        const pointer = this.#onlyPointer(name, unnamed, schema);
        if (pointer !== undefined) this.#fields.set(name, this.#fieldColumn(name, pointer));
        else if (!this.#mayBeMissing(name)) throw new TypeError(noColumn(spec.type, table, name));
      });
    }
    problems.collect(() => this.#checkShared());
    problems.throwAll(`data.source(${spec.type})`);
  }

  /** Two fields of one column: a write of both would lose one, and that of an attribute alone would not ask for the related row. */
  #checkShared(): void {
    const { attributes, relationships, createFields, editFields, visible, writeOnly, type } = this.#spec;
    const isWritten = (name: string) => createFields.has(name) || editFields.has(name);
    const isHidden = (name: string) => visible.has(name) || writeOnly.has(name);
    const keys = [...this.#fields.keys(), ...this.several.keys()].flatMap((name) =>
      this.#keysOf(name).map((key) => [name, key] as const),
    );
    for (const [name, key] of keys) {
      for (const [other, same] of keys) {
        if (other === name || same !== key) continue;
        const isPointer = attributes.has(name) && relationships.has(other);
        const isWrittenTwice = isWritten(name) && (isPointer || isWritten(other));
        if (!isWrittenTwice && !(isPointer && isHidden(other) && !isHidden(name))) continue;
        const why = isWrittenTwice
          ? "so a client could write it in two ways"
          : `so "${name}" shows what "${other}" hides`;
        const use = isPointer ? `Leave out "${name}": omit: ["${key}"].` : "Remove one of them.";
        throw new TypeError(
          `data.source(${type}): "${name}" and "${other}" are both the column "${key}", ${why}. ${use}`,
        );
      }
    }
  }

  /** The names that Drizzle's table has for the columns of a field. */
  #keysOf(name: string): string[] {
    const several = this.several.get(name);
    if (several) return several.columns.map((column) => columnKey(this.#table, column));
    const { key } = this.#fields.get(name) ?? {};
    return key === undefined ? [] : [key];
  }

  /** Whether a name is a field's or a column's. */
  knows(name: string): boolean {
    return this.#fields.has(name) || this.several.has(name) || Object.hasOwn(getTableColumns(this.#table), name);
  }

  /** The first column that an insert must fill, and that is neither a column of these fields nor the tenant's. */
  unfilled(fields: Iterable<string>, tenantKey: string | undefined): string | undefined {
    const filled = new Set([tenantKey, ...[...fields].flatMap((name) => this.#keysOf(name))]);
    const columns = Object.entries(getTableColumns(this.#table) as Readonly<Record<string, Column>>);
    return columns.find(([key, column]) => mustBeGiven(column) && !filled.has(key))?.[0];
  }

  /** The sentence for the first of these fields that no write can set. */
  unwritable(fields: Iterable<string>): string | undefined {
    for (const name of fields) {
      let reason = unwritableBecause(this.#fields.get(name));
      for (const column of this.several.get(name)?.columns ?? []) reason ??= unwritableBecause({ column });
      if (reason !== undefined) return `"${this.#spec.type}.${name}" cannot be written, because ${reason}.`;
    }
    return undefined;
  }

  /** The column of a field that must have one. */
  column(name: string): Column {
    const column = this.#fields.get(name)?.column;
    if (column) return column;
    throw new TypeError(`"${this.#spec.type}.${name}" has no column.`);
  }

  /** The field that a column of the database is for. */
  fieldOf(columnName: string): string | undefined {
    const wanted = keyByName(this.#table, columnName);
    for (const [field, { key }] of this.#fields) if (key === wanted) return field;
    return [...this.several.keys()].find((name) => this.#keysOf(name).includes(wanted));
  }

  /** Values by column, as Drizzle writes them. */
  written(values: Values): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = this.#fields.get(name);
      if (field === undefined) continue; // a writeOnly field without a column is the handler's own
      const problem = this.unwritable([name]);
      if (field.column === undefined || field.key === undefined || problem !== undefined) throw new TypeError(problem);
      const stored = field.write && value !== null ? field.write(value as never) : value;
      const reason = misfitOf(field.column, stored);
      if (reason !== undefined) throw new Violation("unfit", [name], undefined, { reason });
      written[field.key] = parameterOf(field.column, stored);
    }
    return written;
  }

  /** The other columns of a to-one of several types, of which only one may be set. */
  clearedBy({ name }: Column): Record<string, null> {
    const several = [...this.several.values()].filter(({ columns }) => columns.some((each) => each.name === name));
    const others = several.flatMap(({ columns }) => columns.filter((each) => each.name !== name));
    return Object.fromEntries(others.map((column) => [columnKey(this.#table, column), null]));
  }

  /** The fields with values that only the database can check. */
  unchecked(values: Values): string[] {
    return Object.entries(values).flatMap(([name, value]) => {
      const column = this.#fields.get(name)?.column;
      return column && value !== null && value !== undefined && !isChecked(column, value) ? name : [];
    });
  }

  #fieldColumn(name: string, found: Column | MappedColumn | SQL): FieldColumn {
    const mapped = "~mapped" in found ? found : undefined;
    const expression = appSql(mapped ? mapped.column : (found as Column | SQL));
    const column = expression instanceof Column ? expression : undefined;
    return {
      expression,
      column,
      key: column && columnKey(this.#table, column),
      read: mapped?.read,
      write: mapped?.write,
      omitsNull: this.#omitsNull(name),
      isRounding: isRounding(typeColumn(expression)),
    };
  }

  #renamed(name: string): Column | undefined {
    return renamedColumn(this.#spec.attributes.get(name) ?? this.#spec.relationships.get(name));
  }

  /** The primary key for the id; `author_id` or `authorId` for a to-one `author`. */
  #byConvention(name: string, columns: Readonly<Record<string, Column>>): Column | undefined {
    if (this.#spec.relationships.has(name)) return columns[`${name}_id`] ?? columns[`${name}Id`];
    const primary = Object.values(columns).filter((column) => column.primary);
    return name === "id" && primary.length === 1 ? primary[0] : undefined;
  }

  /** The only foreign key from this table to the target's, if no other to-one may be it. */
  #onlyPointer(name: string, unnamed: readonly string[], schema: Tables): Column | undefined {
    const { relationships, type, writeOnly } = this.#spec;
    const { target = "", allowsNull, allowsAbsent } = relationships.get(name) ?? {};
    const table = schema[target];
    if (!is(table, PgTable) || writeOnly.has(name)) return undefined; // a writeOnly field without a column is the handler's own
    const pointers = pointersTo(this.#table, table);
    if (pointers.length > 1) {
      const names = pointers.map((column) => `"${column.name}"`).join(" and ");
      throw new TypeError(
        `data.source(${type}): ${names} point at "${target}". Say which is "${name}": columns: { ${name}: … }.`,
      );
    }
    const [pointer] = pointers;
    const hasRival = [...relationships].some(
      ([other, { many, target: same }]) =>
        !many &&
        other !== name &&
        (unnamed.includes(other) ? same === target : this.#fields.get(other)?.column?.name === pointer?.name),
    );
    if (pointer === undefined || hasRival) return undefined;
    if (pointer.notNull || allowsNull || allowsAbsent) return pointer;
    throw new TypeError(
      `data.source(${type}): the column "${pointer.name}" may be null, but "${name}" may not. Declare it .nullable(), or the column .notNull().`,
    );
  }

  #mayBeMissing(name: string): boolean {
    return this.#spec.writeOnly.has(name) || this.#spec.relationships.get(name)?.allowsAbsent === true;
  }

  #omitsNull(name: string): boolean {
    const relationship = this.#spec.relationships.get(name);
    if (relationship) return relationship.allowsAbsent && !relationship.allowsNull;
    const schema = this.#spec.attributes.get(name);
    return schema !== undefined && accepts(schema, undefined) && !accepts(schema, null);
  }
}

/** Drizzle 1.0 leaves a column that Postgres always generates out of an insert, and no error says so. */
function unwritableBecause(field: Pick<FieldColumn, "column"> | undefined): string | undefined {
  if (field === undefined) return undefined;
  const { column } = field;
  if (column === undefined) return "it is an SQL expression";
  if (column.generated !== undefined) return `Postgres computes its column "${column.name}"`;
  const isAlways = column.generatedIdentity?.type === "always";
  return isAlways ? `its column "${column.name}" is generated always as identity` : undefined;
}

/** Whether Postgres and Drizzle have no value for a column that an insert leaves out. */
export function mustBeGiven(column: Column): boolean {
  return column.notNull && !fillsItself(column);
}

/** Whether Postgres or Drizzle makes a value for a column that an insert leaves out. */
export function fillsItself({ hasDefault, generated, generatedIdentity, onUpdateFn }: Column): boolean {
  return hasDefault || Boolean(generated ?? generatedIdentity ?? onUpdateFn);
}

/** Whether the app makes the values of an id: a text or a uuid without a default. */
export function isTextKey(column: Column): boolean {
  return !column.hasDefault && /^(text|varchar|char|uuid|citext)/i.test(column.getSQLType());
}

/** The name that Drizzle's table has for a column. */
export function columnKey(table: PgTable, column: Column): string {
  for (const [key, each] of Object.entries(getTableColumns(table) as Readonly<Record<string, Column>>)) {
    if (each === column || (each.name === column.name && isColumnOf(table, column))) return key;
  }
  throw new TypeError(`The table "${getTableName(table)}" has no column "${column.name}".`);
}

/** The name that Drizzle's table has for a column of the database, or that column's own. */
export function keyByName(table: PgTable, name: string): string {
  const columns = Object.entries(getTableColumns(table) as Readonly<Record<string, Column>>);
  const isCased = ([, column]: [string, Column]) => column.keyAsName && plain(column.name) === plain(name);
  const found = columns.find(([, column]) => column.name === name) ?? columns.find(isCased);
  return found?.[0] ?? name;
}

/** A name without its case. The option `casing` of Drizzle 0.45 changes names in statements, but not in the schema. */
export function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

export function isColumnOf(table: PgTable, column: Column): boolean {
  return getTableUniqueName(column.table) === getTableUniqueName(table);
}

/** The sentence for a column of another table. Only two tables of one name need their schemas. */
export function strayColumn(column: Column, table: PgTable): string {
  const nameOf = getTableName(column.table) === getTableName(table) ? getTableUniqueName : getTableName;
  return `"${column.name}" is a column of "${nameOf(column.table)}", not of "${nameOf(table)}".`;
}

function toOneNames({ relationships }: ResourceSpec): string[] {
  return [...relationships].flatMap(([name, { many, targets }]) => (many || targets ? [] : name));
}

function noColumn(type: string, table: PgTable, name: string): string {
  return `data.source(${type}): the table "${getTableName(table)}" has no column "${name}". Name one: columns: { ${name}: … }.`;
}

/** The columns in an SQL expression, and whether it reads from other tables, so that their columns may be in it. */
export interface SqlColumns {
  readonly columns: readonly Column[];
  readonly hasFrom: boolean;
  /** Whether a part is missing: a function takes its place, as in `anyScope`. */
  readonly isOpen: boolean;
}

export function columnsIn(part: unknown): SqlColumns {
  if (part instanceof Column) return { columns: [part], hasFrom: false, isOpen: false };
  if (part instanceof Subquery) return columnsIn(part._.sql);
  const text = sqlText(part);
  if (text !== undefined) return { columns: [], hasFrom: /\bfrom\b/i.test(text), isOpen: false };
  const parts = Array.isArray(part) ? part : isSql(part) ? partsOf(part) : [];
  const found = parts.map(columnsIn);
  return {
    columns: found.flatMap(({ columns }) => columns),
    hasFrom: found.some(({ hasFrom }) => hasFrom),
    isOpen: typeof part === "function" || found.some(({ isOpen }) => isOpen),
  };
}

/** The parts of SQL or of a query. A table, a parameter or a name is the only part of its own SQL. */
function partsOf(part: SQL): unknown[] {
  const { queryChunks } = part.getSQL();
  return part instanceof SQL || queryChunks[0] !== part ? queryChunks : [];
}
