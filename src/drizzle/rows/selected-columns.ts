import { and, Column, type SQL, sql } from "drizzle-orm";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { Branch, Found, FoundRow, MemberQuery, Selection } from "../../source/store/store.js";
import { joinId } from "../../source/options/composite-id.js";
import { ownLine, valueKind } from "../database/app-sql.js";
import { askedParts, askedShape } from "./asked-part.js";
import { expressionOf } from "./conditions.js";
import type { FieldColumn } from "../columns/columns.js";
import type { DbSession, RawRow } from "../database/session.js";
import { type Dialect, NEVER } from "../database/dialect.js";
import { type IdColumns, namedList } from "../columns/id-columns.js";
import { MemberColumn } from "../columns/member-column.js";
import { type Pairs, pairsAs } from "../tables/link-table.js";
import { type DecoderOf, keepLeaves, sqlDecoder, type StatementPart } from "../database/statements.js";
import type { StoredTable } from "../tables/stored-table.js";

/** What a select statement selects, by name. */
export type Selected = Record<string, SQL | Column>;

/** @param linked The members of `linkage`, and then the values that are computed from members. */
export function selectedColumns(
  table: StoredTable,
  { fields, linkage }: Selection,
  linked: readonly (SQL | undefined)[],
): Selected {
  const selected: Selected = table.id.selected("id");
  let next = linkage.size;
  for (const name of fields) {
    const field = table.columns.fields.get(name);
    if (field?.ids && !field.ids.single) Object.assign(selected, field.ids.selected(name));
    else if (field instanceof MemberColumn) {
      const type = sqlDecoder(field.expression) as Column; // `prepareMembers` has set it
      const value = sql`${linked[next++]}`;
      // As a text, because some drivers return a small bigint as a number.
      selected[name] =
        valueKind(type) === "bigint"
          ? table.dialect.textOf(value).mapWith(BigInt)
          : sql`${value}`.mapWith(table.dialect.selectedColumn(type) as Column);
    } else if (field) selected[name] = selectedField(table.dialect, field);
    const several = field ? undefined : table.columns.several.get(name);
    if (several) for (const [index, column] of several.columns.entries()) selected[`${name}#${index}`] = column;
  }
  for (const [index, name] of [...linkage.keys()].entries()) {
    selected[name] = sql`${linked[index]}`.mapWith(idsDecoder(table.target(name).spec));
  }
  return selected;
}

/** How many parts of a statement are the `linked` of rows. */
export function linkedSize({ columns }: StoredTable, { fields, linkage }: Selection): number {
  let size = linkage.size;
  for (const name of columns.members.keys()) if (fields.has(name)) size++;
  return size;
}

/** Drizzle drops the table's name in the chunks of an expression of its own, so an expression is wrapped. */
function selectedField(
  dialect: Dialect,
  { expression, column }: Pick<FieldColumn, "expression" | "column">,
): SQL | Column {
  const json = column ?? sqlDecoder(expression);
  if (dialect.jsonKind(json) !== undefined) return dialect.selectedJson(expression, json);
  return column ? dialect.selectedColumn(column) : sql`${expression}`.mapWith(readerOf(dialect, expression));
}

/** Reads one field of a row. */
interface FieldReader {
  readonly name: string;
  /** The number of its columns. */
  readonly width: number;
  /** Reads a value that is not null. Undefined: it is the value of the field. */
  readonly one?: Decode | undefined;
  /** Reads the values of several columns. */
  readonly ofColumns?: (values: readonly unknown[]) => unknown;
  readonly omitsNull?: boolean;
}

type Decode = (value: unknown, row: RawRow) => unknown;

/** Reads the rows of a part of a statement. */
export interface PartReader {
  readonly row: RowReader;
  /** Reads the columns after those of the row, the first of which is at a place. */
  readonly more?:
    | { readonly start: number; read(row: FoundRow["row"], values: readonly unknown[], at: number): FoundRow }
    | undefined;
}

/** A function of its own, because a statement is kept longer than the request that builds it. */
export function foundReader(
  parts: readonly (PartReader & { readonly width: number })[],
  paths: readonly string[],
  hasOwner: boolean,
  counts: boolean,
): (values: readonly (readonly unknown[])[]) => Found {
  const isTree = parts.length > 1; // whose rows begin with the number of their part
  let width = isTree ? 1 : 0;
  const starts: number[] = [];
  for (const part of parts) {
    starts.push(width);
    width += part.width;
  }
  return (values) => {
    const found: FoundRow[][] = [];
    for (const _ of parts) found.push([]);
    for (const row of values) {
      const index = isTree ? Number(row[0]) : 0;
      const { row: read, more } = parts[index] as (typeof parts)[number]; // the statement numbers its parts
      const start = starts[index] as number;
      const fields = read(row, start);
      found[index]?.push(more ? more.read(fields, row, start + more.start) : { row: fields });
    }
    const [rows = []] = found;
    if (!isTree) return { rows };
    const along = new Map<string, FoundRow[]>();
    for (const [index, path] of paths.entries()) along.set(path, found[index + 1] ?? []);
    const [one, other] = found.slice(paths.length + 1);
    const total = counts && { total: (hasOwner ? other : one)?.[0]?.row.total as number };
    return { rows, parts: along, ...(hasOwner && { isOwnerSeen: one?.length === 1 }), ...total };
  };
}

/** Makes the fields of a row from the values of a statement. The first of them is at a place. */
export type RowReader = (values: readonly unknown[], at: number) => RawRow;

/**
 * Made once for a statement, so nothing in it is of one request.
 *
 * @param selected From `selectedColumns` for the same selection.
 */
export function rowReader(
  owner: StoredTable,
  decoderOf: DecoderOf,
  selected: Selected,
  { fields, linkage }: Selection,
): RowReader {
  const { id } = owner;
  const idReader = id.single ? { name: "id", width: 1, one: decoderOf(id.single) } : idsReader("id", id);
  const readers: FieldReader[] = [idReader];
  for (const name of fields) readers.push(...fieldReader(owner, decoderOf, name, selected[name]));
  for (const name of linkage.keys()) readers.push({ name, width: 1, one: decoderOf(selected[name] as SQL) });
  return (values, at) => {
    const row: RawRow = {};
    let place = at;
    for (const { name, width, one, ofColumns, omitsNull } of readers) {
      let value = values[place];
      if (ofColumns) value = ofColumns(values.slice(place, place + width));
      else if (one && value !== null) value = one(value, row);
      if (value !== null || !omitsNull) row[name] = value;
      place += width;
    }
    return row;
  };
}

/** The reader of a field that has columns. */
function fieldReader(
  owner: StoredTable,
  decoderOf: DecoderOf,
  name: string,
  selected: SQL | Column | undefined,
): FieldReader[] {
  const field = owner.columns.fields.get(name);
  const severalColumns = owner.columns.several.get(name);
  if (field?.ids && !field.ids.single) return [{ ...idsReader(name, field.ids), omitsNull: field.omitsNull }];
  if (field) {
    const decode = decoderOf(selected as SQL | Column);
    const exact = field.isRounding ? exactNumber(`${owner.spec.type}.${name}`, decode) : decode;
    const { omitsNull, read } = field as { omitsNull: boolean; read?: (value: unknown) => unknown };
    const mapped = read && ((value: unknown, row: RawRow) => read(exact ? exact(value, row) : value));
    return [{ name, width: 1, one: mapped ?? exact, omitsNull }];
  }
  if (severalColumns === undefined) return [];
  const { allowsAbsent, allowsNull } = owner.spec.relationships.get(name) ?? {};
  const kindOf = (type: string) => owner.tableOf(type).spec.idKind;
  const decoders = severalColumns.columns.map((column) => decoderOf(column));
  const decoded = (value: unknown, index: number) => (value === null ? null : (decoders[index]?.(value) ?? value));
  const ofColumns = (values: readonly unknown[]) => severalColumns.read(values.map(decoded), kindOf);
  return [{ name, width: severalColumns.columns.length, ofColumns, omitsNull: allowsAbsent === true && !allowsNull }];
}

/** Ids of several columns come as texts. */
function idsReader(name: string, ids: IdColumns): FieldReader {
  return { name, width: ids.columns.length, ofColumns: (texts) => ids.read(texts) };
}

/** Drizzle reads a bigint as a number, which may not be the one in the database. */
function exactNumber(field: string, decode: Decode | undefined): Decode {
  return (value, row) => {
    const number = decode ? decode(value, row) : value;
    if (typeof number !== "number" || Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
    const use = `Declare the column as bigint({ mode: "bigint" }), and the attribute as z.bigint().`;
    throw new RangeError(`"${field}" of ${row.id} is too large for a number. ${use}`);
  };
}

/** An include that a statement reads. */
export interface ReadStep {
  /** The number of the part above. That of the first step is 0. */
  readonly above: number;
  readonly from: StoredTable;
  readonly target: StoredTable;
  readonly branch: Branch;
}

/** What a statement of a selection reads. */
interface Reads {
  readonly steps: ReadStep[];
  /** What may differ between callers: the linkage and the values of members, and then the condition and these of each step. */
  readonly makers: ((session: DbSession) => StatementPart)[];
  /** What else the statement depends on. */
  shape: string;
  columns: number;
  /** Whether some of it does differ. */
  differs: boolean;
  /** Whether other requests can use the statement. */
  isRepeated: boolean;
}

/** Columns of a statement. Postgres has at most 1664, and some fields have several. */
const MOST_COLUMNS = 800;

/** By the shape of a selection. */
const readsFor = new WeakMap<object, Reads & { parts?: readonly StatementPart[] }>();

/** Includes that the statement cannot read are left out, and the source reads them in another way. */
export function readsOf(owner: StoredTable, session: DbSession, selection: Selection) {
  const kept = selection.shape && readsFor.get(selection.shape);
  if (kept?.parts) return { ...kept, parts: kept.parts };
  const reads =
    kept ??
    addReads(owner, selection, { steps: [], makers: [], shape: "", columns: 0, differs: false, isRepeated: true });
  const parts = reads.makers.map((make) => make(session));
  if (selection.shape && kept === undefined) readsFor.set(selection.shape, reads.differs ? reads : { ...reads, parts });
  if (!reads.differs) for (const part of parts) keepLeaves(part);
  return { ...reads, parts };
}

function addReads(owner: StoredTable, { fields, linkage, branches }: Selection, reads: Reads): Reads {
  const { steps, makers } = reads;
  const above = steps.length;
  reads.columns += fields.size + linkage.size;
  reads.shape += `${[...fields].join(",")} ${[...linkage.keys()].join(",")}`;
  for (const [name, limit] of linkage) {
    makers.push((session) => idsOf(owner, session, name, limit));
    reads.differs ||= owner.target(name).isScoped || owner.pairs(name).seen !== undefined;
  }
  const { members } = owner.columns;
  if (members.size > 0)
    for (const name of fields) {
      const member = members.get(name);
      if (member === undefined) continue;
      makers.push((session) => expressionOf(owner, session, member) as SQL);
      const list = member.value["~members"];
      reads.differs ||=
        owner.target(list).isScoped || owner.pairs(list).seen !== undefined || member.conditions.length > 0;
    }
  for (const branch of branches ?? []) {
    const { name, type, path, limit, query, selection } = branch;
    const target = owner.tableOf(type);
    if (reads.columns > MOST_COLUMNS || !isReadable(owner, target, name)) continue;
    steps.push({ above, from: owner, target, branch });
    const withDeleted = owner.spec.relationships.get(name)?.many === false;
    if (query) addQuery(reads, target, owner, name, query);
    else makers.push((session) => target.visible(session, withDeleted));
    reads.differs ||= target.isScoped;
    reads.shape += ` ${path}(${limit} `;
    addReads(target, selection, reads);
    reads.shape += ")";
  }
  return reads;
}

function addQuery(reads: Reads, target: StoredTable, owner: StoredTable, name: string, query: MemberQuery): void {
  const shape = askedShape(target, query);
  if (shape === undefined) reads.isRepeated = false;
  reads.shape += ` ${shape}`;
  reads.differs = true;
  for (const index of [0, 1]) reads.makers.push((session) => askedParts(target, session, owner, name, query)[index]);
}

/** The ids of a to-many, read with the row. As texts in JSON: drivers read arrays in their own ways, and JSON rounds bigints. */
function idsOf(owner: StoredTable, session: DbSession, name: string, limit: number | undefined): SQL {
  const pairs = owner.pairs(name);
  const idsIn = pairs.orderBy.length === 0 ? idsById : idsInOrder;
  return owner.dialect.linkage(idsIn(owner, session, name, pairs), limit, pairs.to.single === undefined);
}

function idsById(owner: StoredTable, session: DbSession, name: string, pairs: Pairs): SQL {
  const member = pairs.to.as("#linked");
  const ofRow = pairs.from.as("#linked").same(owner.id);
  const seen = owner.seenMembers(session, name, "#linked");
  const where = sql`${ofRow}${seen && sql` and ${seen}`}`;
  const rows = pairsAs("#linked", pairs, session.ctx);
  return sql`select ${member.text} from ${rows} where ${where} order by ${member.list}`;
}

/**
 * An order names columns of the target and of the table of pairs, so both have their own names. The row's id is read outside them: the
 * row may be of the same table.
 */
function idsInOrder(owner: StoredTable, session: DbSession, name: string, pairs: Pairs): SQL {
  const target = owner.target(name);
  const rowIds = sql`(select ${namedList(owner.id)}) "#row"`;
  const members = sql`${rowIds} inner join ${pairs.table} on ${pairs.from.equalsNamed("#row")}`;
  const joined = owner.isLink(name) ? sql` inner join ${target.table} on ${target.id.same(pairs.to)}` : sql``;
  // Of the joined rows themselves: another tenant may have the same ids.
  const seen = and(target.visible(session), pairs.seen?.(session.ctx));
  const order = sql.join([...pairs.orderBy.map(ownLine), target.id.list], sql`, `);
  const rows = sql`${members}${joined}${seen && sql` where ${seen}`}`;
  if (pairs.key) return sql`select ${target.id.text} from ${rows} order by ${order}`;
  // Only pairs of a table without a key are several, and its ids have one column.
  const places = sql`select ${target.id.list} as "#id", row_number() over (order by ${order}) as "#place" from ${rows}`;
  return sql`select ${owner.dialect.textOf(sql`"#id"`)} from (${places}) "#places" group by "#id" order by min("#place")`;
}

/** Ids come as texts in JSON, or as lists of the texts of their parts. */
function idsDecoder({ idKind }: ResourceSpec): (ids: unknown) => unknown {
  const read = (id: string | string[]) => (typeof id !== "string" ? joinId(...id) : idKind === "int" ? Number(id) : id);
  return (ids) => ((typeof ids === "string" ? JSON.parse(ids) : ids) as readonly (string | string[])[]).map(read);
}

function readerOf(dialect: Dialect, expression: SQL | Column): (value: unknown) => unknown {
  const decoder = sqlDecoder(expression);
  const selected = decoder instanceof Column ? dialect.selectedColumn(decoder) : undefined;
  const reader = selected instanceof Column ? selected : (sqlDecoder(selected ?? {}) ?? decoder);
  return reader ? (value) => reader.mapFromDriverValue(value) : (value) => value;
}

/** Whether one statement can read rows and the rows of a type that a relationship of theirs leads to. It compares columns as they are. */
function isReadable(owner: StoredTable, target: StoredTable, name: string): boolean {
  if (owner.dialect.trees === undefined || hasMappedId(owner) || hasMappedId(target)) return false;
  const several = owner.columns.several.get(name);
  if (several) return several.idsIn(target.spec.type, target, [], NEVER) !== undefined;
  const field = owner.columns.fields.get(name);
  if (field) return field.read === undefined && areAlike(target.id, field.ids);
  const pairs = owner.pairs(name);
  return owner.isLink(name) ? areAlike(target.id, pairs.to) : pairs.from.isText || areAlike(owner.id, pairs.from);
}

function hasMappedId({ columns }: StoredTable): boolean {
  return columns.fields.get("id")?.read !== undefined;
}

function areAlike({ columns, dialect }: IdColumns, other: IdColumns | undefined): boolean {
  for (const [index, column] of columns.entries())
    if (!dialect.trees?.isAlike(column, other?.columns[index])) return false;
  return true;
}
