import { and, asc, sql } from "drizzle-orm";
import type { ChildSelection, FoundRow, Id, Session } from "../source/store.js";
import { ownLine } from "./app-sql.js";
import { fitOf } from "./column-values.js";
import { arrayParam } from "./conditions.js";
import type { HasMany } from "./config.js";
import { linkedIds, readRow, selectedColumns, shapeOf, withAliases } from "./selected-columns.js";
import { numberOf, select } from "./statements.js";
import { dbOf, type StoredTable } from "./stored-table.js";

const PARENT = "#parent";

/** The rows that belong to parents, each with its parent, in the relationship's order. */
export async function readChildren(
  from: StoredTable,
  session: Session,
  hasMany: HasMany,
  ids: readonly Id[],
  { limit: most, ...selection }: ChildSelection,
): Promise<FoundRow[]> {
  const { column, orderBy } = hasMany;
  const fitting = ids.filter((id) => fitOf(column, id) === "fits"); // the column may be narrower than the ids
  if (fitting.length === 0) return [];
  const visible = and(sql`${column} = "#parents"."#id"`, from.visible(session));
  const parts = [arrayParam(column, fitting), visible, sql`${most}`, ...linkedIds(from, session, selection)];
  const shape = `children ${numberOf(hasMany)} ${shapeOf(selection)}`;
  const rows = await select(from, session, shape, parts, ([parents, where, limit, ...linked]) => {
    const db = dbOf(session);
    const selected = { ...selectedColumns(from, selection, linked), [PARENT]: column };
    const inner = db
      .select(withAliases(selected))
      .from(from.table)
      .where(where)
      .orderBy(...orderBy.map(ownLine), asc(from.id))
      .limit(limit)
      .as("#children");
    // `unnest` is joined in its order, so the rows of each parent come in theirs without another sort.
    const columns = Object.fromEntries(Object.keys(selected).map((key) => [key, inner[key]]));
    return db.select(columns).from(sql`unnest(${parents}) as "#parents"("#id")`).innerJoinLateral(inner, sql`true`);
  });
  return rows.map((raw) => ({ row: readRow(from, raw, selection), parent: raw[PARENT] }));
}
