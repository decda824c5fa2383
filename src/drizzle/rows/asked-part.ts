import { and, sql } from "drizzle-orm";
import type { MemberQuery } from "../../source/store/store.js";
import { matchingRows } from "./conditions.js";
import type { DbSession } from "../database/session.js";
import { pairsAs } from "../tables/link-table.js";
import { orderText } from "./order-terms.js";
import type { StatementPart } from "../database/statements.js";
import type { StoredTable } from "../tables/stored-table.js";

/** What a statement depends on for members with a query. Undefined if it holds values: a scope, or the value of a sort by a filter. */
export function askedShape(target: StoredTable, { order, hasKeys }: MemberQuery): string | undefined {
  const text = orderText(target, order ?? []);
  return text === undefined ? undefined : `asked ${hasKeys}${text}`;
}

/** The name of a table of pairs in which each is there once. */
export const PAIRS = "#pairs";

/** What differs between requests for members with a query: their condition, and the table of pairs if there is one. */
export function askedParts(
  target: StoredTable,
  session: DbSession,
  parent: StoredTable,
  name: string,
  { where, order }: MemberQuery,
): StatementPart[] {
  const condition = matchingRows(target, session, where);
  if (!parent.isLink(name)) return [condition, undefined];
  const pairs = parent.pairs(name);
  if (order) return [condition, pairsAs(PAIRS, pairs, session.ctx)];
  // The relationship's own order is SQL, which names the table of pairs.
  return [and(condition, pairs.seen?.(session.ctx)), sql`${pairs.table}`];
}
