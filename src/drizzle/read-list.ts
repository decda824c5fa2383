import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { Condition, FoundRow, Keys, ListQuery, OrderTerm, Session } from "../source/store.js";
import { keysetCondition, keyTerms, keyValues, reversed } from "./keyset.js";
import { orderTerms } from "./order-terms.js";
import { matchingRows } from "./row-conditions.js";
import { linkedIds, type RawRow, readRow, selectedColumns, shapeOf } from "./selected-columns.js";
import { type StatementPart, select } from "./statements.js";
import { dbOf, type StoredTable } from "./stored-table.js";

/** The rows of one page, in order. */
export async function readList(from: StoredTable, session: Session, query: ListQuery): Promise<FoundRow[]> {
  const { slice } = query;
  const isKeyset = slice?.kind === "keyset";
  const isBackward = isKeyset && slice.before !== undefined && slice.after === undefined;
  const { terms: given, joins } = orderTerms(from, session, query.order);
  const terms = isKeyset ? keyTerms(given) : given;
  const keys = isKeyset ? terms.map(({ expression }, index) => [keyName(index), sql`(${expression})::text`]) : [];
  const build = ([where, limit, offset, ...linked]: readonly StatementPart[]) => {
    let found = dbOf(session)
      .select({ ...selectedColumns(from, query, linked), ...Object.fromEntries(keys) })
      .from(from.table);
    for (const { sub, on } of joins) found = found.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    found = found
      .where(where)
      .orderBy(...ordered.map(({ expression, order }) => (order === "desc" ? desc : asc)(expression)));
    if (limit) found = found.limit(limit);
    return offset ? found.offset(offset) : found;
  };
  const parts = [
    and(matchingRows(from, session, query.where), keysetCondition(slice, terms)),
    slice && sql`${slice.limit}`,
    slice?.kind === "offset" && slice.offset > 0 ? sql`${slice.offset}` : undefined,
    ...linkedIds(from, session, query),
  ];
  const shape = `list ${isKeyset} ${isBackward} ${query.order.map(termShape).join(",")} ${shapeOf(query)}`;
  const rows: RawRow[] = joins.length > 0 ? await build(parts) : await select(from, session, shape, parts, build);
  const found = rows.map((raw) => ({
    row: readRow(from, raw, query),
    ...(isKeyset && { keys: terms.map((_, index) => raw[keyName(index)] as string | null) }),
  }));
  return isBackward ? found.reverse() : found;
}

function termShape({ field, order }: OrderTerm): string {
  return `${order} ${field}`;
}

export async function countRows(from: StoredTable, session: Session, where: readonly Condition[]): Promise<number> {
  const matching = matchingRows(from, session, where);
  const [found] = await select(from, session, "count", [matching], ([where]) =>
    dbOf(session)
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(from.table)
      .where(where),
  );
  return found?.count as number;
}

/** Expressions per statement that reads values. Postgres selects at most 1664. */
const MOST_SELECTED = 1000;

const keyName = (index: number) => `#key${index}`;

/** Throws if Postgres cannot read keys as the types of an order. */
export async function readKeys(
  from: StoredTable,
  session: Session,
  order: readonly OrderTerm[],
  keys: Keys,
): Promise<void> {
  const { terms } = orderTerms(from, session, order);
  await readValues(session, keyValues(terms, keys));
}

/** Throws if Postgres cannot read values as their types. */
export async function readValues(session: Session, values: readonly SQL[]): Promise<void> {
  for (let start = 0; start < values.length; start += MOST_SELECTED) {
    const some = values.slice(start, start + MOST_SELECTED);
    await dbOf(session).execute(sql`select ${sql.join(some, sql`, `)}`);
  }
}
