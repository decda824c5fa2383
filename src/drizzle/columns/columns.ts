import { Column, getTableColumns, getTableName, getTableUniqueName, type SQL } from "drizzle-orm";
import { Problems } from "../../define/model/problems.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { accepts } from "../../schema/run-schema.js";
import { Violation } from "../../source/store/violation.js";
import type { Values } from "../../source/store/store.js";
import { appSql, typeColumn } from "../database/app-sql.js";
import type { ColumnConfig, CompositeId } from "../config/store-config.js";
import { mayBeNull, mustBeGiven, namesOf, primaryKey } from "../declarations/constraints.js";
import { referencesTo } from "../declarations/foreign-keys.js";
import type { Dialect } from "../database/dialect.js";
import { dialectOf } from "../dialects/dialects.js";
import { IdColumns } from "./id-columns.js";
import { MemberColumn } from "./member-column.js";
import { renamedColumn } from "./renamed-column.js";
import type { SeveralColumns } from "./several.js";
import type { Tables } from "../config/table-problems.js";
import { type DbTable, isDbTable } from "../declarations/table-config.js";
import { columnsAndExpressions, isView } from "../declarations/views.js";

/** Where a field is stored. */
export interface FieldColumn {
  readonly expression: Column | SQL;
  /** Undefined for an expression, and for an id of several columns. */
  readonly column: Column | undefined;
  /** The columns of an id, or of a reference to one. */
  readonly ids: IdColumns | undefined;
  /** The names of its columns in Drizzle's table. */
  readonly keys: readonly string[];
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
  readonly #table: DbTable;
  readonly #dialect: Dialect;
  readonly #fields = new Map<string, FieldColumn>();
  readonly fields: ReadonlyMap<string, FieldColumn> = this.#fields;
  /** Those that are computed from members. They are there when all sources are known. */
  readonly members = new Map<string, MemberColumn>();
  /** The names of the columns that have one value in all rows in scope. */
  readonly #pinned: ReadonlySet<string>;

  /**
   * @param schema All tables of the app, by type.
   * @param pinned The columns that have one value in all rows in scope.
   * @param several The columns of each to-one of several types.
   */
  constructor(
    spec: ResourceSpec,
    table: DbTable,
    given: ColumnConfig,
    schema: Tables,
    pinned: readonly Column[],
    readonly several: ReadonlyMap<string, Pick<SeveralColumns, keyof SeveralColumns>>,
  ) {
    this.#spec = spec;
    this.#table = table;
    this.#dialect = dialectOf(table);
    this.#pinned = new Set(pinned.map((column) => columnKey(table, column)));
    const columns = columnsAndExpressions(table);
    const problems = new Problems();
    const unnamed: string[] = [];
    const toOnes = [...spec.relationships].flatMap(([name, { many, targets }]) => (many || targets ? [] : name));
    for (const name of ["id", ...spec.attributes.keys(), ...toOnes]) {
      problems.collect(() => {
        const found =
          given[name] ??
          renamedColumn(spec.attributes.get(name) ?? spec.relationships.get(name)) ??
          columns[name] ??
          this.#byConvention(name, columns);
        if (found === undefined) unnamed.push(name);
        else this.#fields.set(name, this.#fieldColumn(name, found));
      });
    }
    for (const name of unnamed) {
      problems.collect(() => {
        const pointer = this.#onlyPointer(name, unnamed, schema);
        if (pointer !== undefined) this.#fields.set(name, this.#fieldColumn(name, pointer));
        else if (!spec.writeOnly.has(name) && spec.relationships.get(name)?.allowsAbsent !== true)
          throw new TypeError(
            `data.source(${spec.type}): the table "${getTableName(table)}" has no column "${name}". Name one: columns: { ${name}: … }.`,
          );
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
    const fields = [...this.#fields.keys(), ...this.several.keys()].map((name) => [name, this.#keysOf(name)] as const);
    for (const [name, keys] of fields) {
      for (const [other, others] of fields) {
        // Parts of two references may be the column of the tenant, which has one value in all rows in scope.
        const isPart = keys.length > 1 || others.length > 1;
        const key = keys.find((key) => others.includes(key) && !(isPart && this.#pinned.has(key)));
        if (other === name || key === undefined) continue;
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
  #keysOf(name: string): readonly string[] {
    const several = this.several.get(name);
    if (several) return several.columns.map((column) => columnKey(this.#table, column));
    return this.#fields.get(name)?.keys ?? [];
  }

  /** Whether a name is a field's or a column's. */
  knows(name: string): boolean {
    return this.#fields.has(name) || this.several.has(name) || Object.hasOwn(getTableColumns(this.#table), name);
  }

  /** The first column that an insert must fill, and that is neither a column of these fields nor the tenant's. */
  unfilled(fields: Iterable<string>, tenantKey: string | undefined): string | undefined {
    const filled = new Set([tenantKey, ...[...fields].flatMap((name) => this.#keysOf(name))]);
    const columns = Object.entries<Column>(getTableColumns(this.#table));
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

  /** The first of these fields that is a part of an id of several columns, so that a change of it would be another id. */
  partOfId(fields: Iterable<string>): string | undefined {
    return [...fields].find((name) => this.#fields.get(name)?.keys.some((key) => this.isPartOfId(key)));
  }

  /** Whether a column is a part of an id of several columns, and not the same in all rows in scope. */
  isPartOfId(key: string): boolean {
    const { ids, keys = [] } = this.#fields.get("id") ?? {};
    return ids?.single === undefined && keys.includes(key) && !this.#pinned.has(key);
  }

  /** The columns of an id, or of a to-one. */
  ids(name: string): IdColumns {
    const ids = this.#fields.get(name)?.ids;
    if (ids) return ids;
    throw new TypeError(`"${this.#spec.type}.${name}" has no column.`);
  }

  /** Says which columns hold the ids of a to-one, when those of its target are known. */
  setIds(name: string, columns: readonly Column[]): void {
    this.#fields.set(name, this.#fieldColumn(name, compositeOf(columns)));
    this.#checkShared();
  }

  /** The column of a field that must have one. */
  column(name: string): Column {
    const column = this.#fields.get(name)?.column;
    if (column) return column;
    throw new TypeError(`"${this.#spec.type}.${name}" has no column.`);
  }

  /** The field that a column of the database is for. @param sent The fields of a write, which come first. */
  fieldOf(columnName: string, sent: Values = {}): string | undefined {
    const wanted = keyByName(this.#table, columnName);
    const all = [...this.#fields].filter(([, { keys }]) => keys.includes(wanted));
    const written = all.filter(([name]) => Object.hasOwn(sent, name));
    const fields = written.length > 0 ? written : all;
    const whole = fields.find(([, { keys }]) => keys.length === 1) ?? fields.find(([name]) => name !== "id");
    return (whole ?? fields[0])?.[0] ?? [...this.several.keys()].find((name) => this.#keysOf(name).includes(wanted));
  }

  /** Values by column, as Drizzle writes them. */
  written(values: Values): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = this.#fields.get(name);
      if (field === undefined) continue; // a writeOnly field without a column is the handler's own
      const { column, ids, keys, write } = field;
      if (unwritableBecause(field) !== undefined) throw new TypeError(this.unwritable([name]));
      if (column === undefined) {
        const parts = ids ? this.#writtenParts(name, ids, value) : [];
        for (const [index, part] of parts.entries()) if (part !== undefined) written[keys[index] ?? ""] = part;
        continue;
      }
      const stored = write && value !== null ? write(value as never) : value;
      const reason = this.#dialect.misfitOf(column, stored);
      if (reason !== undefined) throw new Violation("unfit", [name], undefined, { reason });
      written[keys[0] ?? ""] = this.#dialect.stored(column, stored);
    }
    return written;
  }

  /** The other columns of a to-one of several types. A row sets only one of them. */
  clearedBy({ name }: Column): Record<string, null> {
    const several = [...this.several.values()].filter(({ columns }) => columns.some((each) => each.name === name));
    const others = several.flatMap(({ columns }) => columns.filter((each) => each.name !== name));
    return Object.fromEntries(others.map((column) => [columnKey(this.#table, column), null]));
  }

  /** The parts of an id, one for each of its columns. */
  #writtenParts(name: string, ids: IdColumns, id: unknown): readonly unknown[] {
    if (id === null) return this.emptied(ids);
    const texts = ids.split(id);
    return ids.columns.map((column, index) => {
      const text = texts?.[index];
      const isText = text !== undefined && this.#dialect.partKind(column) === "text";
      const reason =
        text === undefined
          ? `it is not ${ids.columns.length} values of the right types with "~" between them`
          : isText
            ? this.#dialect.misfitOf(column, text)
            : undefined;
      if (reason !== undefined) throw new Violation("unfit", [name], undefined, { reason });
      return this.#dialect.partParam(column, text);
    });
  }

  /**
   * What a row without a reference has in the columns of the reference: null, or undefined where it keeps its value, because the column
   * must not be null, or is the tenant's, or a part of the id or of another reference.
   */
  emptied({ single, columns }: IdColumns): readonly (null | undefined)[] {
    if (single) return [null];
    const [same, others] = [new Set<string>(), new Set<string>()];
    for (const [name, { ids, keys }] of this.#fields) {
      if (this.#isSame(ids, columns)) same.add(name);
      else if (ids) for (const key of keys) others.add(key);
    }
    const parts = columns.map((column) => {
      const key = columnKey(this.#table, column);
      return mayBeNull(this.#table, column) && !this.#pinned.has(key) && !others.has(key) ? null : undefined;
    });
    if (parts.includes(null)) return parts;
    throw new Violation("required", [...same], undefined);
  }

  /** The fields with values that only the database can check. */
  unchecked(values: Values): string[] {
    return Object.entries(values).flatMap(([name, value]) => {
      const column = this.#fields.get(name)?.column;
      return column && value !== null && value !== undefined && !this.#dialect.isChecked(column, value) ? name : [];
    });
  }

  #fieldColumn(name: string, found: ColumnConfig[string]): FieldColumn {
    if ("~members" in found) return new MemberColumn(found, this.#omitsNull(name));
    if ("~composite" in found) return this.#compositeColumn(name, found["~composite"]);
    const mapped = "~mapped" in found ? found : undefined;
    const expression = appSql(mapped ? mapped.column : (found as Column | SQL));
    const column = expression instanceof Column ? expression : undefined;
    return {
      expression,
      column,
      ids: column && new IdColumns([column]),
      keys: column ? [columnKey(this.#table, column)] : [],
      read: mapped?.read,
      write: mapped?.write,
      omitsNull: this.#omitsNull(name),
      isRounding: this.#dialect.isRounding(typeColumn(expression)),
    };
  }

  #compositeColumn(name: string, columns: readonly Column[]): FieldColumn {
    const { type, relationships, attributes } = this.#spec;
    const where = `data.source(${type}): columns: "${name}"`;
    const { allowsNull, allowsAbsent } = relationships.get(name) ?? {};
    if (attributes.has(name)) throw new TypeError(`${where}: compositeId is for the id and for relationships.`);
    const stray = columns.find((column) => !isColumnOf(this.#table, column));
    if (stray !== undefined) throw new TypeError(`${where}: ${strayColumn(stray, this.#table)}`);
    const odd = columns.find((column) => this.#dialect.partKind(column) === undefined);
    if (odd !== undefined)
      throw new TypeError(
        `${where}: "${odd.name}" is of the type ${odd.getSQLType()}, which cannot be a part of an id. Use integers, uuids, texts, enums, booleans or dates as texts.`,
      );
    const empty = allowsNull || allowsAbsent ? undefined : columns.find((column) => mayBeNull(this.#table, column));
    if (empty !== undefined) throw new TypeError(`data.source(${type}): ${mustNotBeNull(empty, name)}`);
    const ids = new IdColumns(columns);
    return {
      expression: ids.list,
      column: undefined,
      ids,
      keys: columns.map((column) => columnKey(this.#table, column)),
      read: undefined,
      write: undefined,
      omitsNull: this.#omitsNull(name),
      isRounding: false,
    };
  }

  /** The primary key for the id; `author_id` or `authorId` for a to-one `author`. */
  #byConvention(name: string, columns: Readonly<Record<string, Column | SQL>>): Column | SQL | CompositeId | undefined {
    if (this.#spec.relationships.has(name)) return columns[`${name}_id`] ?? columns[`${name}Id`];
    const primary = name === "id" ? primaryKey(this.#table)?.columns : undefined;
    return primary && compositeOf(primary);
  }

  /** The only foreign key from this table to the target's, if no other to-one may be it. */
  #onlyPointer(name: string, unnamed: readonly string[], schema: Tables): Column | CompositeId | undefined {
    const { relationships, type, writeOnly } = this.#spec;
    const { target = "", allowsNull, allowsAbsent } = relationships.get(name) ?? {};
    const table = schema[target];
    if (!isDbTable(table) || writeOnly.has(name)) return undefined; // a writeOnly field without a column is the handler's own
    const references = referencesTo(this.#table, table).map(({ columns }) => columns);
    const alone = references.filter((columns) => columns.length === 1);
    // A key of several columns holds the ids of a target with such ids, or its ids and their tenant: the sources will tell.
    const pointers = distinct(alone.length > 0 ? alone : references);
    if (pointers.length > 1) {
      const names = pointers
        .map((columns) => (columns.length === 1 ? quoted(columns) : `(${quoted(columns)})`))
        .join(" and ");
      throw new TypeError(
        `data.source(${type}): ${names} point at "${target}". Say which is "${name}": columns: { ${name}: … }.`,
      );
    }
    const [pointer] = pointers;
    const hasRival = [...relationships].some(
      ([other, { many, target: same }]) =>
        !many &&
        other !== name &&
        (unnamed.includes(other) ? same === target : this.#isSame(this.#fields.get(other)?.ids, pointer)),
    );
    if (pointer === undefined || hasRival) return undefined;
    const empty = pointer.find((column) => !column.notNull);
    if (empty === undefined || allowsNull || allowsAbsent) return compositeOf(pointer);
    throw new TypeError(`data.source(${type}): ${mustNotBeNull(empty, name)}`);
  }

  #isSame(ids: IdColumns | undefined, columns: readonly Column[] = []): boolean {
    return ids !== undefined && namesOf(ids.columns).join() === namesOf(columns).join();
  }

  #omitsNull(name: string): boolean {
    const relationship = this.#spec.relationships.get(name);
    if (relationship) return relationship.allowsAbsent && !relationship.allowsNull;
    const schema = this.#spec.attributes.get(name);
    return schema !== undefined && accepts(schema, undefined) && !accepts(schema, null);
  }
}

/** Drizzle 1.0 leaves a column that Postgres always generates out of an insert, and no error says so. */
function unwritableBecause(
  field: (Pick<FieldColumn, "column"> & { readonly ids?: IdColumns | undefined }) | undefined,
): string | undefined {
  if (field === undefined) return undefined;
  const { column, ids } = field;
  if (column === undefined && ids === undefined) return "it is an SQL expression";
  for (const { name, generated, generatedIdentity } of column ? [column] : (ids?.columns ?? [])) {
    if (generated !== undefined) return `${dialectOf(column ?? ids?.columns[0]).name} computes its column "${name}"`;
    if (generatedIdentity?.type === "always") return `its column "${name}" is generated always as identity`;
  }
  return undefined;
}

/** Whether the app makes the values of an id: a text or a uuid without a default. */
export function isTextKey(column: Column): boolean {
  return !column.hasDefault && /^(text|varchar|char|uuid|citext)/i.test(column.getSQLType());
}

/** An id as the configuration states it. */
function compositeOf(columns: readonly Column[]): Column | CompositeId {
  const [column] = columns;
  return column && columns.length === 1 ? column : { "~composite": columns };
}

function mustNotBeNull(column: Column, name: string): string {
  return `the column "${column.name}" may be null, but "${name}" may not. Declare it .nullable(), or the column .notNull().`;
}

function quoted(columns: readonly Column[]): string {
  return columns.map((column) => `"${column.name}"`).join(", ");
}

function distinct(lists: readonly (readonly Column[])[]): (readonly Column[])[] {
  return [...new Map(lists.map((columns) => [namesOf(columns).join(), columns])).values()];
}

/** The name that Drizzle's table has for a column. */
export function columnKey(table: DbTable, column: Column): string {
  for (const [key, each] of Object.entries<Column>(getTableColumns(table))) {
    if (each === column || (each.name === column.name && isColumnOf(table, column))) return key;
  }
  throw new TypeError(`The table "${getTableName(table)}" has no column "${column.name}".`);
}

/** The name that Drizzle's table has for a column of the database, or that column's own. */
export function keyByName(table: DbTable, name: string): string {
  const columns = Object.entries<Column>(getTableColumns(table));
  const isCased = ([, column]: [string, Column]) => column.keyAsName && plain(column.name) === plain(name);
  return (columns.find(([, column]) => column.name === name) ?? columns.find(isCased))?.[0] ?? name;
}

/** A name without its case. The option `casing` of Drizzle 0.45 changes names in statements, but not in the schema. */
export function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

export function isColumnOf(table: DbTable, column: Column): boolean {
  const nameOf = isView(table) ? getTableName : getTableUniqueName; // a column of a view has the schema of its own table
  return nameOf(column.table) === nameOf(table);
}

/** The sentence for a column of another table. Only two tables of one name need their schemas. */
export function strayColumn(column: Column, table: DbTable): string {
  const nameOf = getTableName(column.table) === getTableName(table) ? getTableUniqueName : getTableName;
  return `"${column.name}" is a column of "${nameOf(column.table)}", not of "${nameOf(table)}".`;
}
