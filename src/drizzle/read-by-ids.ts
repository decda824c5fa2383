import { and } from "drizzle-orm";
import type { Access, FoundRow, Id, Selection, Session } from "../source/store.js";
import { among, NEVER } from "./conditions.js";
import { linkedIds, readRow, selectedColumns, shapeOf } from "./selected-columns.js";
import { select } from "./statements.js";
import { dbOf, type StoredTable } from "./stored-table.js";

/** The rows with these ids, each once. */
export async function readByIds(
  from: StoredTable,
  session: Session,
  ids: readonly Id[],
  selection: Selection,
  access: Access,
): Promise<FoundRow[]> {
  const { id } = from;
  const some = among(id, id, ids);
  if (some === NEVER) return [];
  const writable = access.writable ? from.writable(session) : undefined;
  const where = and(some, from.visible(session, access.deleted), writable);
  const parts = [where, ...linkedIds(from, session, selection)];
  const shape = `ids ${access.lock} ${shapeOf(selection)}`;
  const rows = await select(from, session, shape, parts, ([where, ...linked]) => {
    const found = dbOf(session)
      .select(selectedColumns(from, selection, linked))
      .from(from.table)
      .where(where);
    // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
    return access.lock ? found.orderBy(id).for(access.lock === "update" ? "no key update" : "key share") : found;
  });
  return rows.map((raw) => ({ row: readRow(from, raw, selection) }));
}
