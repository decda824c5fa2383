import { and, asc, sql } from "drizzle-orm";
import type { ChildSelection, FoundRow, Id, Session } from "../source/store.js";
import { arrayParam } from "./conditions.js";
import type { HasMany } from "./config.js";
import { type RawRow, readRow, selectedColumns, withAliases } from "./selected-columns.js";
import { dbOf, type StoredTable } from "./stored-table.js";

const PARENT = "#parent";

/** The rows that belong to parents, each with its parent, in the relationship's order. */
export async function readChildren(
  from: StoredTable,
  session: Session,
  { column, orderBy }: HasMany,
  parents: readonly Id[],
  { limit, ...selection }: ChildSelection,
): Promise<FoundRow[]> {
  const order = [...orderBy, asc(from.id)];
  const selected = { ...selectedColumns(from, session, selection), [PARENT]: column };
  const found = (rows: RawRow[]) => rows.map((raw) => ({ row: readRow(from, raw, selection), parent: raw[PARENT] }));
  const select = dbOf(session);
  const inner = select
    .select(withAliases(selected))
    .from(from.table)
    .where(and(sql`${column} = "#parents"."#id"`, from.visible(session)))
    .orderBy(...order)
    .limit(limit)
    .as("#children");
  // `unnest` is joined in its order, so the rows of each parent come in theirs without another sort.
  const columns = Object.fromEntries(Object.keys(selected).map((key) => [key, inner[key]]));
  return found(
    await select
      .select(columns)
      .from(sql`unnest(${arrayParam(column, parents)}) as "#parents"("#id")`)
      .innerJoinLateral(inner, sql`true`),
  );
}
