import type { CursorCodec } from "./cursor.js";
import { hiddenField } from "./hidden-field.js";
import { readSort } from "./names.js";
import { type Registry, relationshipOf } from "./registry.js";
import type { SortTerm } from "./source.js";
import type { OrderTerm } from "./store.js";

/** The order of a list. The id breaks ties: without it, equal rows could change places between two pages. */
export function orderOf(registry: Registry, type: string, sort: readonly SortTerm[]): OrderTerm[] {
  const terms = sort.map(({ field, order }): OrderTerm => {
    const found = readSort(registry, type, field);
    if (typeof found === "string") throw new TypeError(`"${type}" has no rule for the sort "${field}": ${found}`);
    return { path: found.path, field: found.field, order };
  });
  const hasId = terms.some(({ path, field }) => path.length === 0 && field === "id");
  return hasId ? terms : [...terms, { path: [], field: "id", order: "asc" }];
}

/** Why a cursor cannot hold the values of an order: the end of a sentence; undefined if it can. */
export function cursorProblem(
  registry: Registry,
  type: string,
  order: readonly OrderTerm[],
  cursors: CursorCodec,
): string | undefined {
  if (!order.every((term) => hasKey(registry, type, term)))
    return "is SQL of an unknown type, so a cursor cannot hold it. Sort by a column, or add the type: sql`…`.mapWith(column).";
  if (isPrivateOrder(registry, type, order) && !cursors.hasSecret)
    return "has values that some callers cannot read, but a cursor would show them. Give cursorSecret.";
  return undefined;
}

function hasKey(registry: Registry, type: string, { path, field }: Pick<OrderTerm, "path" | "field">): boolean {
  let entry = registry.get(type);
  for (const step of path) entry = registry.get(relationshipOf(entry, step).target);
  return entry.store.hasKey?.(field) ?? true;
}

/** Whether a cursor in this order would hold values that some callers cannot read: a hidden field, or a value in SQL. */
export function isPrivateOrder(registry: Registry, type: string, order: readonly OrderTerm[]): boolean {
  return order.some(({ path, field }) => {
    const { spec, store } = registry.get(type);
    const isSql = path.length === 0 && store.sorts.has(field);
    return isSql || hiddenField(registry, spec, [...path, field]) !== undefined;
  });
}
