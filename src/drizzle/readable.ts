import { type IdColumns, NEVER } from "./id-columns.js";
import type { StoredTable } from "./stored-table.js";

/** Whether one statement can read rows and the rows of a type that a relationship of theirs leads to. It compares columns as they are. */
export function isReadable(from: StoredTable, target: StoredTable, name: string): boolean {
  if (from.dialect.trees === undefined || hasMappedId(from) || hasMappedId(target)) return false;
  const several = from.columns.several.get(name);
  if (several) return several.idsIn(target.spec.type, target, [], NEVER) !== undefined;
  const field = from.columns.fields.get(name);
  if (field) return field.read === undefined && areAlike(target.id, field.ids);
  const pairs = from.pairs(name);
  return from.isLink(name) ? areAlike(target.id, pairs.to) : pairs.from.isText || areAlike(from.id, pairs.from);
}

function hasMappedId({ columns }: StoredTable): boolean {
  return columns.fields.get("id")?.read !== undefined;
}

function areAlike({ columns, dialect }: IdColumns, other: IdColumns | undefined): boolean {
  for (const [index, column] of columns.entries())
    if (!dialect.trees?.isAlike(column, other?.columns[index])) return false;
  return true;
}
