import { and } from "drizzle-orm";
import type { Access, FoundRow, Id, Selection, Session } from "../source/store.js";
import { among, NEVER } from "./conditions.js";
import { type RawRow, readRow, selectedColumns } from "./selected-columns.js";
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
  let select = dbOf(session)
    .select(selectedColumns(from, session, selection))
    .from(from.table)
    .where(and(some, from.visible(session, access.deleted), writable));
  // In one order, so that two transactions do not wait for each other. These locks are the weakest that an update and a reference take.
  if (access.lock) select = select.orderBy(id).for(access.lock === "update" ? "no key update" : "key share");
  const rows: RawRow[] = await select;
  return rows.map((raw) => ({ row: readRow(from, raw, selection) }));
}
