import { ruleOf } from "../source/own-rules.js";
import type { OrderTerm, Session } from "../source/store.js";
import { compareValues } from "./compare.js";
import type { Row, Rows } from "./rows.js";

/** The value of a row that an order compares. */
export function orderValue(from: Rows, session: Session, row: Row, { path, field }: OrderTerm): unknown {
  const [step, ...rest] = path;
  if (step !== undefined) {
    const [related] = from.related(session, row, step);
    if (related === undefined) return null;
    return orderValue(from.target(step), session, related, { path: rest, field, order: "asc" });
  }
  const sort = from.config.sorts?.[field];
  if (sort) return ruleOf(sort)(row) ?? null;
  return from.ranked(field, row[field] ?? null);
}

/** Compares the values of two rows by an order. */
export function comparison(order: readonly OrderTerm[]) {
  return (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [index, { order: direction }] of order.entries()) {
      const difference = compareValues(a[index], b[index]);
      if (difference !== 0) return direction === "desc" ? -difference : difference;
    }
    return 0;
  };
}
