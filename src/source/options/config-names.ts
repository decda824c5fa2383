import { checkOptionNames } from "../../define/model/names.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { below, segmentsOf } from "../../wire/include-path.js";
import type { SortTerm } from "../types/source.js";
import type { ViolationTexts } from "./violation-error.js";

/** The members of a configuration that every store has. */
export const COMMON_KEYS = {
  columns: true,
  relationships: true,
  scope: true,
  writable: true,
  deleted: true,
  values: true,
  newId: true,
  after: true,
  filters: true,
  sorts: true,
  orderBy: true,
  violations: true,
} as const;

interface NamedParts {
  readonly columns?: object | undefined;
  readonly relationships?: object | undefined;
}

/** Whether a rule of `violations` is names that are known, joined with `__`. */
export function isOfNames(rule: string, isKnown: (name: string) => boolean): boolean {
  return segmentsOf(rule).every(isKnown);
}

/** Throws for texts of fields that do not exist, which would have no effect. */
export function checkViolationFields(spec: ResourceSpec, violations: object, columns: readonly string[]): void {
  const known = [...new Set(["id", ...spec.attributes.keys(), ...spec.relationships.keys(), ...columns])];
  const unknown = Object.keys(violations).find((rule) => !isOfNames(rule, (name) => known.includes(name)));
  if (unknown === undefined) return;
  const use = `Use ${known.join(", ")}, or several of them joined with "__".`;
  throw new TypeError(`data.source(${spec.type}): violations: "${unknown}" is not a field. ${use}`);
}

/** Throws for a rule of `violations` with a member that would have no effect. */
export function checkViolationRules(spec: ResourceSpec, violations: ViolationTexts): void {
  for (const [name, rule] of Object.entries(violations)) {
    if (typeof rule !== "object") continue;
    const where = `data.source(${spec.type}): violations: "${name}"`;
    checkOptionNames(where, rule, { detail: true, field: true, as: true });
    const { field = "id" } = rule;
    if (field === "id" || spec.attributes.has(field) || spec.relationships.has(field)) continue;
    throw new TypeError(`${where}: "${field}" is not a field of "${spec.type}".`);
  }
}

/**
 * Throws for a name that the resource does not have: what is configured under it would have no effect.
 *
 * @param storesSeveral Whether the configuration says how a to-one of several types is stored.
 */
export function checkConfigNames(
  spec: ResourceSpec,
  { columns = {}, relationships = {} }: NamedParts,
  storesSeveral = false,
): void {
  const where = `data.source(${spec.type})`;
  const related = [...spec.relationships];
  const toOne = related.flatMap(([name, { many, targets }]) => (many || targets ? [] : name));
  const stored = ["id", ...spec.attributes.keys(), ...toOne];
  const toMany = related.flatMap(([name, { many, targets }]) => (many || (targets && storesSeveral) ? name : []));
  const column = Object.keys(columns).find((name) => !stored.includes(name));
  if (column !== undefined) {
    throw new TypeError(`${where}: columns: "${column}" is not a field. Use ${stored.join(", ")}.`);
  }
  const relationship = Object.keys(relationships).find((name) => !toMany.includes(name));
  if (relationship === undefined) return;
  const use = toMany.length === 0 ? `"${spec.type}" has none.` : `Use ${toMany.join(", ")}.`;
  throw new TypeError(`${where}: relationships: "${relationship}" is not a to-many relationship. ${use}`);
}

/** Throws for an order by what is not a field or a sort. What related resources have, the router checks: their sources come later. */
export function checkOrderBy(spec: ResourceSpec, orderBy: readonly SortTerm[], sorts: object): void {
  const toOne = [...spec.relationships].flatMap(([name, { many }]) => (many ? [] : name));
  const known = ["id", ...spec.attributes.keys(), ...toOne, ...Object.keys(sorts)];
  const heads = [...toOne, ...spec.attributes.keys()];
  const isKnown = (field: string) => known.includes(field) || heads.some((name) => below(field, name) !== undefined);
  const unknown = orderBy.find(({ field }) => !isKnown(field));
  if (unknown === undefined) return;
  const use = `Use ${known.join(", ")}, or declare it in sorts.`;
  throw new TypeError(`data.source(${spec.type}): orderBy: "${unknown.field}" is not a field or a sort. ${use}`);
}
