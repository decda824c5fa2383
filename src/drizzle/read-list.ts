import { and, asc, desc, sql } from "drizzle-orm";
import type { Condition, FoundRow, Keys, ListQuery, OrderTerm, Session } from "../source/store.js";
import { keysetCondition, keyValues, reversed } from "./keyset.js";
import { orderTerms } from "./order-terms.js";
import { matchingRows } from "./row-conditions.js";
import { type RawRow, readRow, selectedColumns } from "./selected-columns.js";
import { dbOf, type StoredTable } from "./stored-table.js";

/** The rows of one page, in order. */
export async function readList(from: StoredTable, session: Session, query: ListQuery): Promise<FoundRow[]> {
  const { slice } = query;
  const isKeyset = slice?.kind === "keyset";
  const isBackward = isKeyset && slice.before !== undefined && slice.after === undefined;
  const { terms, joins } = orderTerms(from, session, query.order);
  const keys = isKeyset ? terms.map(({ expression }, index) => [keyName(index), sql`(${expression})::text`]) : [];
  let select = dbOf(session)
    .select({ ...selectedColumns(from, session, query), ...Object.fromEntries(keys) })
    .from(from.table);
  for (const { sub, on } of joins) select = select.leftJoin(sub, on);
  const ordered = isBackward ? terms.map(reversed) : terms;
  select = select
    .where(and(matchingRows(from, session, query.where), keysetCondition(slice, terms)))
    .orderBy(...ordered.map(({ expression, order }) => (order === "desc" ? desc : asc)(expression)));
  if (slice) select = select.limit(slice.limit);
  if (slice?.kind === "offset" && slice.offset > 0) select = select.offset(slice.offset);
  const rows: RawRow[] = await select;
  const found = rows.map((raw) => ({
    row: readRow(from, raw, query),
    ...(isKeyset && { keys: terms.map((_, index) => raw[keyName(index)] as string | null) }),
  }));
  return isBackward ? found.reverse() : found;
}

export async function countRows(from: StoredTable, session: Session, where: readonly Condition[]): Promise<number> {
  const [found] = await dbOf(session)
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(from.table)
    .where(matchingRows(from, session, where));
  return found.count;
}

const keyName = (index: number) => `#key${index}`;

/** Throws if Postgres cannot read keys as the types of an order. */
export async function readKeys(
  from: StoredTable,
  session: Session,
  order: readonly OrderTerm[],
  keys: Keys,
): Promise<void> {
  const { terms } = orderTerms(from, session, order);
  await dbOf(session).execute(sql`select ${sql.join(keyValues(terms, keys), sql`, `)}`);
}
