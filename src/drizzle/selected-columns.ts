import { and, Column, type SQL, sql } from "drizzle-orm";
import type { ResourceSpec } from "../define/model/resource.js";
import type { Selection } from "../source/store.js";
import { joinId } from "../source/composite-id.js";
import { ownLine } from "./app-sql.js";
import type { FieldColumn } from "./columns.js";
import type { DbSession, RawRow } from "./config.js";
import type { Dialect } from "./dialect.js";
import { type IdColumns, idName } from "./id-columns.js";
import { type Pairs, pairsAs } from "./link-table.js";
import { sqlDecoder } from "./statements.js";
import type { StoredTable } from "./stored-table.js";

/** What a select statement selects, by name. */
export type Selected = Record<string, SQL | Column>;

/** @param linked The members of `linkage`, from `linkedIds`. */
export function selectedColumns(
  from: StoredTable,
  { fields, linkage }: Selection,
  linked: readonly (SQL | undefined)[],
): Selected {
  const selected: Selected = from.id.selected("id");
  for (const name of fields) {
    const field = from.columns.fields.get(name);
    if (field?.ids && !field.ids.only) Object.assign(selected, field.ids.selected(name));
    else if (field) selected[name] = selectedField(from.dialect, field);
    const several = field ? undefined : from.columns.several.get(name);
    if (several) for (const [index, column] of several.columns.entries()) selected[`${name}#${index}`] = column;
  }
  for (const [index, name] of [...linkage.keys()].entries()) {
    selected[name] = sql`${linked[index]}`.mapWith(idsDecoder(from.target(name).spec));
  }
  return selected;
}

/** What the statement of a selection depends on, apart from the linked ids. */
export function shapeOf({ fields, linkage }: Selection): string {
  return `${[...fields].join(",")} ${[...linkage.keys()].join(",")}`;
}

/** Drizzle drops the table's name in the chunks of an expression of its own, so an expression is wrapped. */
function selectedField(dialect: Dialect, { expression, column }: FieldColumn): SQL | Column {
  const json = column ?? sqlDecoder(expression);
  if (dialect.jsonKind(json) !== undefined) return dialect.selectedJson(expression, json);
  return column ? dialect.selectedColumn(column) : sql`${expression}`.mapWith(readerOf(dialect, expression));
}

/** The fields in a row of the database. */
export function readRow(from: StoredTable, raw: RawRow, { fields, linkage }: Selection): RawRow {
  const row: RawRow = { id: from.id.only ? raw.id : from.id.read(raw, "id") };
  for (const name of fields) {
    const field = from.columns.fields.get(name);
    const several = field ? undefined : from.columns.several.get(name);
    if (several) {
      const values = several.columns.map((_, index) => raw[`${name}#${index}`]);
      const to = several.read(values, (type) => from.tableOf(type).spec.idKind);
      const { allowsAbsent, allowsNull } = from.spec.relationships.get(name) ?? {};
      if (to !== null || allowsNull || !allowsAbsent) row[name] = to;
    }
    const value = field?.ids && !field.ids.only ? field.ids.read(raw, name) : raw[name];
    if (field === undefined || (value === null && field.omitsNull)) continue;
    if (field.isRounding && typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      const use = `Declare the column as bigint({ mode: "bigint" }), and the attribute as z.bigint().`;
      throw new RangeError(`"${from.spec.type}.${name}" of ${raw.id} is too large for a number. ${use}`);
    }
    row[name] = field.read && value !== null ? field.read(value as never) : value;
  }
  for (const name of linkage.keys()) row[name] = raw[name];
  return row;
}

/**
 * In a subquery, every column needs a name of its own. Drizzle reads a column faster than an expression, so a column keeps its name.
 * Others get a number: the name of a field may be that of another column, and Postgres cuts long names.
 */
export function withAliases(selected: Selected): Record<string, unknown> {
  const used = new Set<string>();
  return Object.fromEntries(
    Object.entries(selected).map(([name, value], index) => {
      if (value instanceof Column && !used.has(value.name)) {
        used.add(value.name);
        return [name, value];
      }
      const expression = value instanceof Column ? sql`${value}`.mapWith(value) : value;
      return [name, expression.as(`#${index}`)];
    }),
  );
}

/** The ids of the to-many relationships that a selection links. */
export function linkedIds(from: StoredTable, session: DbSession, { linkage }: Selection): SQL[] {
  const linked: SQL[] = [];
  for (const [name, limit] of linkage) linked.push(idsOf(from, session, name, limit));
  return linked;
}

/** The ids of a to-many, read with the row. As texts in JSON: drivers read arrays in their own ways, and JSON rounds bigints. */
function idsOf(from: StoredTable, session: DbSession, name: string, limit: number | undefined): SQL {
  const pairs = from.pairs(name);
  const ids = pairs.orderBy.length === 0 ? idsById(from, session, name, pairs) : idsInOrder(from, session, name, pairs);
  return from.dialect.linkage(ids, limit);
}

function idsById(from: StoredTable, session: DbSession, name: string, pairs: Pairs): SQL {
  const member = pairs.to.of("#linked");
  const isOwn = pairs.from.of("#linked").same(from.id);
  const seen = from.seenMembers(session, name, "#linked");
  const where = sql`${isOwn}${seen && sql` and ${seen}`}`;
  const rows = pairsAs("#linked", pairs, session.ctx);
  return sql`select ${member.text} from ${rows} where ${where} order by ${member.list}`;
}

/**
 * An order names columns of the target and of the table of pairs, so both have their own names. The row's id is read outside them: the
 * row may be of the same table.
 */
function idsInOrder(from: StoredTable, session: DbSession, name: string, pairs: Pairs): SQL {
  const target = from.target(name);
  const own = sql`(select ${namedList(from.id)}) "#row"`;
  const members = sql`${own} inner join ${pairs.table} on ${pairs.from.equalsNamed("#row")}`;
  const joined = from.isLink(name) ? sql` inner join ${target.table} on ${target.id.same(pairs.to)}` : sql``;
  // Of the joined rows themselves: another tenant may have the same ids.
  const seen = and(target.visible(session), pairs.seen?.(session.ctx as never));
  const order = sql.join([...pairs.orderBy.map(ownLine), target.id.list], sql`, `);
  const rows = sql`${members}${joined}${seen && sql` where ${seen}`}`;
  if (pairs.key) return sql`select ${target.id.text} from ${rows} order by ${order}`;
  // Only pairs of a table without a key are several, and its ids have one column.
  const places = sql`select ${target.id.list} as "#id", row_number() over (order by ${order}) as "#place" from ${rows}`;
  return sql`select ${from.dialect.textOf(sql`"#id"`)} from (${places}) "#places" group by "#id" order by min("#place")`;
}

/** The columns of an id with the names that `equalsNamed` compares. */
function namedList({ columns }: IdColumns): SQL {
  return sql.join(
    columns.map((column, index) => sql`${sql`${column}`} as ${sql.identifier(idName(index))}`),
    sql`, `,
  );
}

/** Ids come as texts in JSON, or as lists of the texts of their parts. */
function idsDecoder({ idKind }: ResourceSpec): (ids: unknown) => unknown {
  const read = (id: string | string[]) => (typeof id !== "string" ? joinId(...id) : idKind === "int" ? Number(id) : id);
  return (ids) => ((typeof ids === "string" ? JSON.parse(ids) : ids) as readonly (string | string[])[]).map(read);
}

function readerOf(dialect: Dialect, expression: SQL | Column): (value: unknown) => unknown {
  const decoder = sqlDecoder(expression);
  const reader = decoder instanceof Column ? dialect.selectedColumn(decoder) : decoder;
  return reader ? (value) => reader.mapFromDriverValue(value) : (value) => value;
}
