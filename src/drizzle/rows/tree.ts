import { and, asc, type Column, type SQL, sql } from "drizzle-orm";
import type { ChildSelection, Found, FoundRow, Selection } from "../../source/store/store.js";
import { ownLine } from "../database/app-sql.js";
import { PAIRS } from "./asked-part.js";
import type { DbSession } from "../database/session.js";
import { type IdColumns, idName } from "../columns/id-columns.js";
import { keysReader, type ListOrder, listOrder } from "./order-terms.js";
import type { PartReader, ReadStep } from "./selected-columns.js";
import { foundReader, linkedSize, rowReader, selectedColumns } from "./selected-columns.js";
import { constant, type DecoderOf, type SelectPlan, type StatementPart } from "../database/statements.js";
import type { Pairs } from "../tables/link-table.js";
import type { StoredTable } from "../tables/stored-table.js";

// Rows and all that they include, in one statement. Each path is a part of it, over the ids in the part above, and has each row once. A part
// has columns of its own in the result, so that no value changes its form.

/** A select statement, and what reads its rows. */
export interface Part extends PartReader {
  readonly statement: SelectPlan<unknown>["statement"];
  /** The names of its columns. */
  readonly names: readonly string[];
}

/** What a part selects. */
export interface PartOf {
  readonly table: StoredTable;
  readonly session: DbSession;
  readonly selection: Selection;
  readonly linked: readonly StatementPart[];
  readonly decoderOf: DecoderOf;
}

/** The rows that meet a condition. */
export function rowsPart({ table, session, selection, linked, decoderOf }: PartOf, where: SQL | undefined) {
  const selected = selectedColumns(table, selection, linked);
  const statement = session.db.select(selected).from(table.table).where(where);
  return { statement, names: Object.keys(selected), row: rowReader(table, decoderOf, selected, selection) };
}

/**
 * The rows that belong to parents, each with its parent, in the relationship's order or that of a query.
 *
 * @param among.parents A table of the parents' ids.
 * @param among.paired The table of pairs, of rows with a query that are linked by one.
 */
export function childrenPart(
  { table, session, selection, linked, decoderOf }: PartOf,
  { from: ownIds, to, orderBy }: Pairs,
  { parents, where, paired }: Readonly<Record<"parents" | "where" | "paired", StatementPart>>,
  { limit, query }: Pick<ChildSelection, "limit" | "query">,
): Part {
  const selected = selectedColumns(table, selection, linked);
  const asked = query?.order && listOrder(table, session, { order: query.order });
  const alias = paired && asked ? PAIRS : undefined;
  const parentIds = ownIds.as(alias);
  // Drizzle does not know the table of pairs, because it is joined as SQL. Pairs have ids of one column.
  const parent = paired ? { "#parent": sql`${parentIds.row}` } : parentIds.selected("#parent");
  const all = { ...selected, ...parent, ...(query?.hasKeys && asked && Object.fromEntries(asked.keys)) };
  const names = Object.keys(all);
  const read = childReader(parentIds, decoderOf, query?.hasKeys ? asked?.ids : undefined);
  const row = rowReader(table, decoderOf, selected, selection);
  const more = { start: Object.keys(selected).length, read };
  const order = asked
    ? asked.keyTerms.map(({ expression, order, isNullable }) => table.dialect.ordered(expression, order, isNullable))
    : [...orderBy.map(ownLine), ...table.id.columns.map(asc)];
  const select = (columns: Record<string, SQL | Column>) => {
    let rows = session.db.select(columns).from(table.table);
    if (paired) rows = rows.innerJoin(paired, to.as(alias).same(table.id));
    for (const { sub, on } of asked?.joins.values() ?? []) rows = rows.leftJoin(sub, on);
    return rows;
  };
  if (!table.dialect.hasLateral) {
    const place = sql`row_number() over (partition by ${parentIds.list} order by ${sql.join(order, sql`, `)})`;
    const ofParents = and(parentIds.ofType, sql`${parentIds.row} in ${parents}`, where);
    const children = select({ ...all, "#place": place }).where(ofParents);
    const columns = columnNames(names.length);
    const statement = sql`with "#children"(${columns}, "#place") as (${children.getSQL(true)})
      select ${columns} from "#children" where "#place" <= ${constant(limit)} order by "#place"`;
    return { statement, names, row, more };
  }
  const children = select(all)
    .where(and(parentIds.equalsNamed("#parents"), where))
    .orderBy(...order)
    .limit(constant(limit));
  const ids = parentIds.columns.map((_, index) => sql.identifier(idName(index)));
  // The parents are joined in their order, so the rows of each parent come in theirs without another sort.
  const statement = sql`select "#children".* from ${parents} "#parents"(${sql.join(ids, sql`, `)})
    cross join lateral (${children.getSQL(true)}) "#children"(${columnNames(names.length)})`;
  return { statement, names, row, more };
}

/** @param keys The columns of each key, of rows with keys. */
function childReader(parentIds: IdColumns, decoderOf: DecoderOf, keys: ListOrder["ids"] | undefined) {
  const { length } = parentIds.columns;
  const decode = parentIds.single && decoderOf(parentIds.single);
  const readKeys = keys && keysReader(keys);
  return (row: FoundRow["row"], values: readonly unknown[], at: number): FoundRow => {
    const ids = values.slice(at, at + length);
    const parent = parentIds.read(decode ? ids.map(decode) : ids);
    return readKeys ? { ...readKeys(row, values, at + length), parent } : { row, parent };
  };
}

/** The number of the rows that meet a condition. */
export function countPart(owner: StoredTable, session: DbSession, where: SQL | undefined): Part {
  const statement = session.db.select({ total: sql`count(*)` }).from(owner.table).where(where);
  return { statement, names: ["total"], row: (values, at) => ({ total: Number(values[at]) }) };
}

/**
 * One statement for rows and what they include, and the reader of its result.
 *
 * @param values What the tree's `parts` became, without those of the root.
 */
export function treePlan(
  { session, decoderOf }: Pick<PartOf, "session" | "decoderOf">,
  { root, owner, count }: { readonly root: Part; readonly owner?: Part | undefined; readonly count?: Part | undefined },
  steps: readonly ReadStep[] = [],
  values: readonly StatementPart[] = [],
): SelectPlan<Found> {
  const parts = [root];
  const rest = [...values];
  const repeating = new Set<number>();
  for (const { above, from: parent, target, branch } of steps) {
    const visible = rest.shift();
    const paired = branch.query && rest.shift();
    if (paired) repeating.add(parts.length); // a row for each of its parents
    const linked = rest.splice(0, linkedSize(target, branch.selection));
    const selects = { table: target, session, selection: branch.selection, linked, decoderOf };
    const { name, limit, query } = branch;
    const held = new HeldIds(parent, target, above, (parts[above] as Part).names); // a part follows the one above it
    const parents = held.ids("id", parent.id, repeating.has(above));
    parts.push(
      limit === undefined
        ? rowsPart(selects, and(sql`${target.id.row} in ${held.related(name)}`, visible))
        : childrenPart(selects, parent.pairs(name), { parents, where: visible, paired }, { limit, query }),
    );
  }
  if (owner) parts.push(owner);
  if (count) parts.push(count);
  const paths = steps.map(({ branch }) => branch.path);
  const readers = parts.map(({ names, row, more }) => ({ width: names.length, row, more }));
  const statement = parts.length === 1 ? root.statement : joined(parts);
  return { statement, read: foundReader(readers, paths, owner !== undefined, count !== undefined) };
}

/** The ids that the rows of a part hold, as subqueries. */
class HeldIds {
  readonly #part: SQL;

  constructor(
    readonly owner: StoredTable,
    readonly target: StoredTable,
    number: number,
    readonly names: readonly string[],
  ) {
    this.#part = sql`${partName(number)}`;
  }

  related(name: string): SQL {
    const { owner, target } = this;
    const columns = this.#columns(name);
    const several = owner.columns.several.get(name)?.idsIn(target.spec.type, target, columns, this.#part);
    if (several) return several;
    if (!owner.isLink(name)) return this.ids(name, target.id);
    return owner.dialect.trees?.listed(sql`${columns[0]}`, target.idColumn, this.#part) as SQL; // see `isReadable`
  }

  /** Those in columns of the part. There, they may be texts: the parts of an id of several columns, and bigints that Drizzle 1.0 casts. */
  ids(name: string, { columns }: IdColumns, isDistinct = false): SQL {
    const held = this.#columns(name);
    const typed = columns.map((column, index) => this.owner.dialect.typed(column, held[index]));
    return sql`(select ${isDistinct ? sql`distinct ` : sql``}${sql.join(typed, sql`, `)} from ${this.#part})`;
  }

  #columns(name: string): SQL[] {
    return this.names.flatMap((each, index) =>
      each === name || each.startsWith(`${name}#`) ? sql`${this.#part}.${columnName(index)}` : [],
    );
  }
}

const partName = (index: number) => sql.identifier(`#${index}`);
const columnName = (index: number) => sql.identifier(`c${index}`);
const columnNames = (width: number) =>
  sql.join(
    Array.from({ length: width }, (_, index) => columnName(index)),
    sql`, `,
  );

/** The first select has the columns of all parts, so that a null in the others needs no type. */
function joined(parts: readonly Part[]): SQL {
  const tables = parts.map(
    ({ statement, names }, index) =>
      sql`${partName(index)}(${columnNames(names.length)}) as materialized (${statement.getSQL(true)})`,
  );
  const joins = parts.slice(1).map((_, index) => sql` left join ${partName(index + 1)} on false`);
  const selects = parts.map((_, part) => {
    const columns = parts.map(({ names }, index) =>
      part === 0 || part === index ? sql`${partName(index)}.*` : sql.raw(names.map(() => "null").join(", ")),
    );
    return sql`select ${constant(part)}, ${sql.join(columns, sql`, `)} from ${partName(part)}${part === 0 ? sql.join(joins) : sql``}`;
  });
  return sql`with ${sql.join(tables, sql`, `)} ${sql.join(selects, sql` union all `)}`;
}
