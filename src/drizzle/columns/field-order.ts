import { Column, type SQL, StringChunk } from "drizzle-orm";
import type { SortTerm } from "../../source/types/source.js";
import { type FieldColumns, isColumnOf } from "./columns.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { DbTable } from "../declarations/table-config.js";

interface FieldTable {
  readonly spec: ResourceSpec;
  readonly table: DbTable;
  readonly columns: FieldColumns;
}

/** An order of members as an order by their fields, such as `desc(comments.at)`. Undefined for other expressions and columns. */
export function fieldOrder(table: FieldTable, orderBy: readonly SQL[]): SortTerm[] | undefined {
  const terms = orderBy.map((term) => fieldTerm(table, term));
  return terms.every((term) => term !== undefined) ? terms : undefined;
}

function fieldTerm({ table, columns, spec }: FieldTable, { queryChunks }: SQL): SortTerm | undefined {
  const [column, ...others] = queryChunks.filter((chunk) => !(chunk instanceof StringChunk));
  if (!(column instanceof Column) || others.length > 0 || !isColumnOf(table, column)) return undefined;
  const order = queryChunks
    .flatMap((chunk) => (chunk instanceof StringChunk ? chunk.value : []))
    .join("")
    .trim();
  const field = columns.fieldOf(column.name);
  if (field === undefined || spec.writeOnly.has(field) || (order !== "asc" && order !== "desc")) return undefined;
  return { field, order };
}
