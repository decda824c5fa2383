import { readSort } from "./names.js";
import type { Registry } from "./registry.js";
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

/** Whether a cursor in this order would hold values that some callers cannot read: a hidden field, or a value in SQL. */
export function isPrivateOrder(registry: Registry, type: string, order: readonly OrderTerm[]): boolean {
  return order.some(({ path, field }) => {
    const entry = registry.get(type);
    if (path.length === 0 && entry.store.sorts.has(field)) return true;
    let spec = entry.spec;
    for (const step of [...path, field]) {
      if (spec.visible.has(step) || spec.writeOnly.has(step)) return true;
      const target = spec.relationships.get(step)?.target;
      if (target !== undefined && registry.has(target)) spec = registry.get(target).spec;
    }
    return false;
  });
}
