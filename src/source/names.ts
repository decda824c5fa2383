import { SEPARATOR, headOf } from "../wire/include-path.js";
import type { Registry } from "./registry.js";
import { type Condition, OPERATORS, type Operator, type OrderTerm, type Store } from "./store.js";

/** A filter's or a sort's name that was taken apart. */
interface FieldName {
  /** The relationships that lead to the field. */
  readonly path: readonly string[];
  readonly field: string;
  /** What follows the field. */
  readonly rest: string | undefined;
  /** The store of the field. */
  readonly store: Store;
}

type ReadFilter = (value: unknown) => Condition;

/** The condition that a filter's name stands for, or a sentence that says why it stands for none. */
export function readFilter(registry: Registry, type: string, name: string): ReadFilter | string {
  const own = registry.has(type) ? registry.get(type).store.filters.get(name) : undefined;
  if (own?.alias !== undefined) return readFilter(registry, type, own.alias);
  if (own) return (value) => ({ kind: "own", name, value });
  const found = readName(registry, type, name);
  if (typeof found === "string") return found;
  const { path, field, rest, store } = found;
  const operator = OPERATORS.find((each) => each === (rest ?? "eq"));
  const lacking = operator && store.typeWithout?.(field, operator);
  if (lacking !== undefined) {
    const use = OPERATORS.filter((each) => store.typeWithout?.(field, each) === undefined).join(", ");
    return `"${field}" is of the type ${lacking}, which has no "${operator}". Use ${use}, or write the filter: filters: { ${name}: … }.`;
  }
  if (rest === undefined) {
    return (value) => ({ kind: "field", path, field, operator: Array.isArray(value) ? "in" : "eq", value });
  }
  if (operator) return (value) => ({ kind: "field", path, field, operator, value });
  return `"${rest}" is not an operator. Use ${OPERATORS.join(", ")}, or write the filter: filters: { ${name}: … }.`;
}

/** The order that a sort's name stands for, or a sentence. A row has one value to be sorted by, so no path is to-many. */
export function readSort(registry: Registry, type: string, name: string): Omit<OrderTerm, "order"> | string {
  if (registry.has(type) && registry.get(type).store.sorts.has(name)) {
    return unordered(registry.get(type).store, name, name) ?? { path: [], field: name };
  }
  const found = readName(registry, type, name);
  if (typeof found === "string") return found;
  if (found.rest !== undefined) return `"${name}" is not a field.`;
  let at = type;
  for (const step of [...found.path, found.field]) {
    const relationship = registry.get(at).spec.relationships.get(step);
    if (relationship?.many) return `"${step}" is to-many, so a row has no single value of it.`;
    if (relationship) at = relationship.target;
  }
  return unordered(found.store, found.field, name) ?? found;
}

function unordered(store: Store, field: string, name: string): string | undefined {
  const type = store.typeWithout?.(field, "order");
  return (
    type &&
    `"${field}" is of the type ${type}, which has no order. Declare what to sort by: sorts: { ${name}: sql\`…\` }.`
  );
}

function readName(registry: Registry, type: string, name: string, path: readonly string[] = []): FieldName | string {
  if (!registry.has(type)) return `"${type}" has no source.`;
  const { spec, store } = registry.get(type);
  const isField = (field: string) => field === "id" || spec.attributes.has(field) || spec.relationships.has(field);
  // A field's whole name goes before an operator, and the longest field before a shorter one.
  for (let end = name.length; end > 0; end = name.lastIndexOf(SEPARATOR, end - 1)) {
    const field = name.slice(0, end);
    if (!isField(field)) continue;
    if (spec.writeOnly.has(field)) return `"${field}" is writeOnly.`;
    const rest = end === name.length ? undefined : name.slice(end + 2);
    const target = spec.relationships.get(field)?.target;
    if (rest === undefined || target === undefined || isOperator(rest)) return { path, field, rest, store };
    return readName(registry, target, rest, [...path, field]);
  }
  return `"${type}" has no field "${headOf(name)}".`;
}

function isOperator(text: string): boolean {
  return (OPERATORS as readonly string[]).includes(text as Operator);
}
