import type { Access, ChildSelection, FoundRow, Id, ListQuery, Selection, Session } from "../source/store.js";
import { compareValues } from "./compare.js";
import { fromKey, toKey } from "./keys.js";
import { comparison, orderValue } from "./row-order.js";
import { findMatching } from "./row-predicates.js";
import { ALL, type Row, type Rows } from "./rows.js";

/** The rows of one page, in order. */
export function findPage(from: Rows, session: Session, { where, order, slice, ...selection }: ListQuery): FoundRow[] {
  const compare = comparison(order);
  const found = findMatching(from, session, where).map((row) => ({
    row,
    values: order.map((term) => orderValue(from, session, row, term)),
  }));
  let rows = found.sort((a, b) => compare(a.values, b.values));
  if (slice?.kind === "offset") rows = rows.slice(slice.offset, slice.offset + slice.limit);
  if (slice?.kind === "keyset") {
    const [after, before] = [slice.after?.map(fromKey), slice.before?.map(fromKey)];
    if (after) rows = rows.filter(({ values }) => compare(values, after) > 0);
    if (before) rows = rows.filter(({ values }) => compare(values, before) < 0);
    rows = before && !after ? rows.slice(-slice.limit) : rows.slice(0, slice.limit);
  }
  return rows.map(({ row, values }) => ({
    row: readRow(from, session, row, selection),
    ...(slice?.kind === "keyset" && { keys: values.map(toKey) }),
  }));
}

/** The rows with these ids, each once. */
export function findByIds(
  from: Rows,
  session: Session,
  ids: readonly Id[],
  selection: Selection,
  access: Access,
): FoundRow[] {
  const isVisible = from.visible(session, access.deleted);
  const isWritable = access.writable ? from.writable(session) : ALL;
  return from
    .find([...new Set(ids.map((id) => from.idOf(id)))])
    .filter((row) => isVisible(row) && isWritable(row))
    .map((row) => ({ row: readRow(from, session, row, selection) }));
}

/** The rows that belong to parents, each with its parent, in the order of their ids. */
export function findChildren(
  from: Rows,
  session: Session,
  by: string,
  parents: readonly Id[],
  { limit, ...selection }: ChildSelection,
): FoundRow[] {
  const sorted = findMatching(from, session, []).sort((a, b) => compareValues(a.id, b.id));
  return parents.flatMap((parent) =>
    sorted
      .filter((row) => row[by] === parent)
      .slice(0, limit)
      .map((row) => ({ row: readRow(from, session, row, selection), parent })),
  );
}

/** A copy of the selected part of a row. */
function readRow(from: Rows, session: Session, row: Row, { fields, linkage }: Selection): Row {
  const read: Row = { id: row.id };
  for (const name of fields) if (row[name] !== undefined) read[name] = structuredClone(row[name]);
  for (const [name, limit] of linkage) {
    const ids = from.members(session, row, name).map(({ id }) => id);
    read[name] = ids.sort(compareValues).slice(0, limit);
  }
  return read;
}
