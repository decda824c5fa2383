import { Column, is, SQL, StringChunk } from "drizzle-orm";
import { sqlText } from "./sql-text.js";

/**
 * The columns that are equal in all rows that a condition finds: those that its top level compares with a value, such as
 * `eq(tasks.tenant, ctx.tenant)`, alone or inside `and`. With `or`, `in` or a subquery, rows may differ.
 */
export function pinnedColumns(condition: SQL | undefined): readonly Column[] {
  const chunks = (condition?.queryChunks ?? []).filter((part) => sqlText(part) !== "");
  const isEnclosed = /^\(+$/.test(sqlText(chunks[0]) ?? "") && /^\)+$/.test(sqlText(chunks.at(-1)) ?? "");
  const parts = isEnclosed ? chunks.slice(1, -1) : chunks;
  const [first, second, third] = parts;
  if (parts.length === 3 && is(first, Column) && sqlText(second)?.trim() === "=") return isValue(third) ? [first] : [];
  const isAnd = parts.every((part, index) =>
    index % 2 === 0 ? is(part, SQL) : /^\)? and \(?$/.test(sqlText(part) ?? ""),
  );
  return isAnd ? parts.flatMap((part) => (is(part, SQL) ? pinnedColumns(part) : [])) : [];
}

function isValue(part: unknown): boolean {
  return !is(part, Column) && !is(part, SQL) && !is(part, StringChunk);
}
