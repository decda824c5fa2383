import { illegalText } from "../source/illegal-text.js";
import type { Id, Session, Values, WriteOptions } from "../source/store.js";
import { Violation } from "../source/violation.js";
import type { Predicate } from "./config.js";
import type { Row, Rows } from "./rows.js";

export function addRow(into: Rows, session: Session, values: Values, options: WriteOptions): Id {
  checkTexts(values);
  const own = into.config.values?.(session.ctx as never);
  const row = into.filled({ ...own, ...structuredClone(values), ...(options.values as object | undefined) });
  row.id ??= into.newId();
  for (const [name, { many }] of into.spec.relationships) {
    if (!many || into.heldBy(name) === undefined) row[name] ??= many ? [] : null;
  }
  if (into.get(row.id)) throw new Violation("unique", ["id"], undefined);
  into.put(row);
  return row.id;
}

export function changeRow(rows: Rows, session: Session, id: Id, values: Values, options: WriteOptions): boolean {
  const row = changeableRow(rows, session, id, options);
  checkTexts(values);
  if (row) rows.change(row, { ...structuredClone(values), ...(options.values as object | undefined) });
  return row !== undefined;
}

/** Postgres cannot store such a text, so memory does not, either. */
function checkTexts(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const found = illegalText(value);
    if (found !== undefined) throw new Violation("unfit", [name], undefined, { reason: `it contains ${found}` });
  }
}

/** Deletes a row, or sets the time at which it was deleted. */
export function removeRow(from: Rows, session: Session, id: Id, options: WriteOptions): boolean {
  const row = changeableRow(from, session, id, options);
  if (row === undefined) return false;
  const { deleted } = from.config;
  if (deleted !== undefined) {
    from.change(row, { [typeof deleted === "string" ? deleted : deleted.field]: new Date() });
    return true;
  }
  if (from.isReferenced(row.id)) throw new Violation("referenced", [], undefined);
  from.remove(row.id);
  return true;
}

/** The row with an id, if the caller sees it and may change it, it has the expected version, and `when` holds. */
function changeableRow(rows: Rows, session: Session, id: Id, { when, expected }: WriteOptions): Row | undefined {
  const row = rows.get(id);
  if (row === undefined || !rows.visible(session)(row) || !rows.writable(session)(row)) return undefined;
  if (expected !== undefined && rows.versionOf(row) !== expected) return undefined;
  return when === undefined || (when as Predicate)(row) ? row : undefined;
}
