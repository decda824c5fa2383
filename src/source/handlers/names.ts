import type { z } from "zod";
import { isValueList, memberSchemas, valueTypes } from "../../define/model/value-types.js";
import { type MembersUse, membersUse } from "../../define/model/field-path.js";
import type { RelationshipSpec, ResourceSpec } from "../../define/model/resource.js";
import {
  below,
  filterParameter,
  headOf,
  joinSegments,
  prefixesOf,
  SEPARATOR,
  segmentsOf,
} from "../../wire/include-path.js";
import { BadRequest } from "../../define/errors.js";
import type { CursorCodec } from "./cursor.js";
import { readMembers } from "../options/members-filter.js";
import { entryAt, type Registry } from "./registry.js";
import type { SortTerm } from "../types/source.js";
import type * as store from "../store/store.js";
import { LIST_OPERATORS, OPERATORS } from "../store/store.js";

/** A filter's or a sort's name that was taken apart. */
interface FieldName {
  /** The relationships that lead to the field. */
  readonly path: readonly string[];
  readonly field: string;
  /** The part of a relationship to several types. */
  readonly part?: "type" | "id" | undefined;
  /** Whether the field is a relationship to several types. */
  readonly isSeveral?: boolean;
  /** What the name says of the members of a to-many, and their type. */
  readonly members?: { readonly use: MembersUse; readonly type: string };
  readonly inside?: store.JsonPlace | undefined;
  /** What follows the field, or the value inside of it. */
  readonly rest: string | undefined;
  /** Of the type that has the field, which is another than the list's behind a path. */
  readonly store: store.Store;
}

/** The condition that a filter stands for, or a sentence that says why its name stands for none. */
export function readFilter(
  registry: Registry,
  type: string,
  name: string,
  value?: unknown,
  reading: readonly string[] = [],
): store.Condition | string {
  const rule = ownFilter(registry, type, name, reading);
  if (rule?.alias !== undefined) return readFilter(registry, type, rule.alias, value, [...reading, name]);
  if (rule?.joined) return readJoined(registry, type, rule.joined, value, [...reading, name]);
  if (rule) return { kind: "own", name, value };
  return readField(registry, type, name, value);
}

function readField(registry: Registry, type: string, name: string, value: unknown): store.Condition | string {
  const found = readName(registry, type, name);
  if (typeof found === "string") return found;
  const { path, field, part, inside, rest, store, isSeveral, members } = found;
  if (members) {
    const { type: target, use } = members;
    if (use !== "none")
      return readMembers({ path, field, use, rest }, name, value, (id) => registry.get(target).store.idKey(id));
    const condition = readField(registry, target, rest ?? "id", value);
    return typeof condition === "string" ? condition : { kind: "members", path, field, has: { use, condition } };
  }
  if (isSeveral) {
    const operators = part === undefined ? (["isnull"] as const) : (["eq", "ne", "in"] as const);
    const operator = operators.find((each) => each === (rest ?? (Array.isArray(value) ? "in" : "eq")));
    if (operator !== undefined) return { kind: "field", path, field, part, operator, value };
    const what =
      part === undefined ? `"${field}" leads to several types` : `"${joinSegments(field, part)}" has no "${rest}"`;
    const names =
      part === undefined
        ? `${field}__type, ${field}__id, ${field}__isnull, or a type and its field`
        : operators.join(", ");
    return `${what}. Use ${names}, or write the filter: filters: { ${name}: … }.`;
  }
  if (rest !== undefined && !isOperator(rest)) {
    return `"${rest}" is not an operator. Use ${OPERATORS.join(", ")}, or write the filter: filters: { ${name}: … }.`;
  }
  if (inside !== undefined) {
    const operator = rest ?? (Array.isArray(value) ? "in" : "eq");
    const use = operatorsInside(inside);
    if (use.includes(operator)) return { kind: "field", path, field, inside, operator, value };
    return `"${[field, ...inside.members].join(".")}" has no "${operator}". Use ${use.join(", ")}, or write the filter: filters: { ${name}: … }.`;
  }
  const lacking = store.typeWithout?.(field, rest ?? "eq");
  if (lacking !== undefined) {
    const use = OPERATORS.filter((each) => store.typeWithout?.(field, each) === undefined).join(", ");
    return `"${field}" is of the type ${lacking}, which has no "${rest ?? "eq"}". Use ${use}, or write the filter: filters: { ${name}: … }.`;
  }
  return { kind: "field", path, field, operator: rest ?? (Array.isArray(value) ? "in" : "eq"), value };
}

/** A filter that the source declares. Within itself, its name is that of a field. */
export function ownFilter(
  registry: Registry,
  type: string,
  name: string,
  reading: readonly string[],
): store.OwnName | undefined {
  return reading.includes(name) || !registry.has(type) ? undefined : registry.get(type).store.filters.get(name);
}

function readJoined(
  registry: Registry,
  type: string,
  { "~of": of, "~filters": filters }: store.JoinedFilters,
  value: unknown,
  reading: readonly string[],
): store.Condition | string {
  const conditions: store.Condition[] = [];
  for (const each of filters) {
    const read =
      typeof each === "string"
        ? readFilter(registry, type, each, value, reading)
        : readJoined(registry, type, each, value, reading);
    if (typeof read === "string") return read;
    conditions.push(read);
  }
  return { kind: "joined", of, conditions };
}

/** The order that a sort's name stands for, or a sentence. A row has one value to be sorted by, so no path is to-many. */
export function readSort(registry: Registry, type: string, name: string): Omit<store.OrderTerm, "order"> | string {
  if (registry.has(type) && registry.get(type).store.sorts.has(name)) {
    const { store } = registry.get(type);
    const filter = store.sorts.get(name)?.filter;
    const by = filter === undefined ? undefined : { filter, value: undefined };
    return unordered(store, name, name) ?? (by ? { path: [], field: name, by } : { path: [], field: name });
  }
  const found = readName(registry, type, name);
  if (typeof found === "string") return found;
  if (found.rest !== undefined || (found.members && found.members.use !== "count")) return `"${name}" is not a field.`;
  if (found.inside !== undefined) {
    const types = isValueList(found.inside.schema) ? undefined : valueTypes(found.inside.schema);
    if (types?.size === 1 && ["string", "number", "boolean"].some((type) => types.has(type))) return found;
    return `"${name}" is neither a text nor a number nor a boolean, so it has no order.`;
  }
  let at = type;
  const { path, field, members } = found;
  for (const step of members ? path : [...path, field]) {
    const relationship = registry.get(at).spec.relationships.get(step);
    if (relationship?.targets) return `"${step}" leads to several types, so rows have no common field to sort by.`;
    if (relationship?.many) return `"${step}" is to-many, so a row has no single value of it.`;
    if (relationship) at = relationship.target;
  }
  return members ? { path, field, counts: true } : (unordered(found.store, field, name) ?? found);
}

function unordered(store: store.Store, field: string, name: string): string | undefined {
  const type = store.typeWithout?.(field, "order");
  return (
    type &&
    `"${field}" is of the type ${type}, which has no order. Declare what to sort by: sorts: { ${name}: sql\`…\` }.`
  );
}

function readName(registry: Registry, type: string, name: string, path: readonly string[] = []): FieldName | string {
  if (!registry.has(type)) return `"${type}" has no source.`;
  const { spec, store } = registry.get(type);
  // A field's whole name goes before an operator, and the longest field before a shorter one.
  for (let end = name.length; end > 0; end = name.lastIndexOf(SEPARATOR, end - 1)) {
    const field = name.slice(0, end);
    if (field !== "id" && !spec.attributes.has(field) && !spec.relationships.has(field)) continue;
    if (spec.writeOnly.has(field)) return `"${field}" is writeOnly.`;
    const rest = end === name.length ? undefined : name.slice(end + 2);
    const { target, targets, many } = spec.relationships.get(field) ?? {};
    if (targets) return readSeveral(registry, { path, field, rest, store, isSeveral: true }, targets);
    if (rest === undefined || isOperator(rest)) return { path, field, rest, store };
    if (target === undefined) return readInside(spec, { path, field, rest, store });
    const use = many && registry.has(target) ? membersUse(registry.get(target).spec, rest) : undefined;
    if (use) return { path, field, rest: below(rest, use), store, members: { use, type: target } };
    return readName(registry, target, rest, [...path, field]);
  }
  return `"${type}" has no field "${headOf(name)}".`;
}

/** Behind a relationship to several types: `type`, `id`, or the name of a type and its field. */
function readSeveral(registry: Registry, found: FieldName, targets: NonNullable<RelationshipSpec["targets"]>) {
  const { path, field, rest = "" } = found;
  for (const part of ["type", "id"] as const) {
    const operator = rest === part ? undefined : below(rest, part);
    if (rest === part || operator !== undefined) return { ...found, part, rest: operator };
  }
  for (const type of targets.keys()) {
    const name = below(rest, type);
    if (name !== undefined) return readName(registry, type, name, [...path, field, type]);
  }
  return found;
}

/** Takes apart what follows an attribute that is an object: the members that lead to a value, and an operator. */
function readInside(spec: ResourceSpec, name: FieldName): FieldName | string {
  const attribute = spec.attributes.get(name.field);
  let schema: z.core.$ZodType | undefined = attribute;
  const members: string[] = [];
  const segments = segmentsOf(name.rest ?? "");
  for (const segment of segments) {
    const inner = schema && memberSchemas(schema);
    const member = inner?.get(segment);
    const isLast = members.length === segments.length - 1;
    if (member === undefined && inner !== undefined && !(isLast && isOperator(segment))) {
      const place = [name.field, ...members].join(".");
      return `"${place}" of "${spec.type}" has no member "${segment}". Use ${[...inner.keys()].join(", ")}.`;
    }
    if (member === undefined) break;
    members.push(segment);
    schema = member;
  }
  if (schema === undefined || schema === attribute) return name; // not an object
  if (name.store.holdsJson?.(name.field) === false) {
    return `"${name.field}" of "${spec.type}" is not a column of json or jsonb, so no name leads inside. Write the rule yourself.`;
  }
  const types = isValueList(schema) ? undefined : valueTypes(schema);
  const inside = { members, schema, isText: types?.size === 1 && types.has("string") };
  return { ...name, inside, rest: segments.slice(members.length).join(SEPARATOR) || undefined };
}

/** The operators of a value in JSON. */
function operatorsInside({ schema, isText }: store.JsonPlace): readonly store.Operator[] {
  if (isValueList(schema)) return [...LIST_OPERATORS, "isnull"];
  const types = valueTypes(schema) ?? new Set();
  const isOnly = (type: string) => types.size === 1 && types.has(type);
  const isPlain = [...types].every((type) => type === "string" || type === "number" || type === "boolean");
  if (types.size === 0 || !isPlain) return ["isnull"];
  const all = OPERATORS.filter((operator) => !LIST_OPERATORS.has(operator));
  if (isText) return all;
  const equality: readonly store.Operator[] = ["eq", "ne", "in", "isnull"];
  return isOnly("number") ? [...equality, "gt", "gte", "lt", "lte"] : equality;
}

function isOperator(text: string): text is store.Operator {
  return (OPERATORS as readonly string[]).includes(text);
}

/**
 * The order of a list. The id breaks ties: without it, equal rows could change places between two pages.
 *
 * @param includePath The include path in the URL, if the list is of an include.
 */
export function orderOf(
  registry: Registry,
  type: string,
  sort: readonly SortTerm[],
  filter?: Readonly<Record<string, unknown>>,
  includePath?: string,
): store.OrderTerm[] {
  const terms: store.OrderTerm[] = [];
  let hasId = false;
  for (const { field: name, order } of sort) {
    const read = readSort(registry, type, name);
    if (typeof read === "string") throw new TypeError(`"${type}" has no rule for the sort "${name}": ${read}`);
    const { path, field, by } = read;
    if (by && filter)
      terms.push({ path, field, order, by: { ...by, value: neededValue(name, by.filter, filter, includePath) } });
    else terms.push({ ...read, path, field, order });
    hasId ||= path.length === 0 && field === "id";
  }
  if (!hasId) terms.push({ path: [], field: "id", order: "asc" });
  return terms;
}

/** The value of a filter that a sort needs. */
function neededValue(
  sort: string,
  name: string,
  filter: Readonly<Record<string, unknown>>,
  includePath: string | undefined,
): unknown {
  const value = filter[name];
  if (value !== undefined && value !== null) return value;
  const parameter = includePath === undefined ? "sort" : `includeSort[${includePath}]`;
  throw new BadRequest(`${parameter}=${sort} needs ${filterParameter(name, includePath)}.`, { source: { parameter } });
}

/** Why a cursor cannot hold the values of an order: the end of a sentence; undefined if it can. */
export function cursorProblem(
  registry: Registry,
  type: string,
  order: readonly store.OrderTerm[],
  cursors: CursorCodec,
): string | undefined {
  if (!order.every((term) => hasKey(registry, type, term)))
    return "is SQL of an unknown type, so a cursor cannot hold it. Sort by a column, or add the type: sql`…`.mapWith(column).";
  if (isPrivateOrder(registry, type, order) && !cursors.hasSecret)
    return "has values that some callers cannot read, but a cursor would show them. Give cursorSecret.";
  return undefined;
}

function hasKey(registry: Registry, type: string, { path, field, inside, counts }: store.OrderTerm): boolean {
  return inside !== undefined || counts || (entryAt(registry, registry.get(type), path).store.hasKey?.(field) ?? true);
}

/** Whether a cursor in this order would hold values that some callers cannot read: a hidden field, or a value in SQL. */
export function isPrivateOrder(registry: Registry, type: string, order: readonly store.OrderTerm[]): boolean {
  const { spec, store } = registry.get(type);
  for (const { path, field } of order) {
    const isSql = path.length === 0 && store.sorts.has(field);
    if (isSql || hiddenField(registry, spec, [...path, field]) !== undefined) return true;
  }
  return false;
}

/** The first field on a path that some callers, or all, cannot read. */
export function hiddenField(registry: Registry, spec: ResourceSpec, path: readonly string[]): HiddenField | undefined {
  let at = spec;
  let isMany: boolean | undefined = false;
  let targets: RelationshipSpec["targets"];
  for (const [index, field] of path.entries()) {
    if (targets?.has(field)) {
      at = registry.get(field).spec;
      targets = undefined;
      continue;
    }
    if (isMany && membersUse(at, joinSegments(...path.slice(index)))) {
      isMany = false;
      continue;
    }
    if (at.writeOnly.size + at.visible.size > 0) {
      // An attribute's name may contain the separator, so that it is several segments.
      const names = prefixesOf(path.slice(index));
      const hidden = names.find((name) => at.writeOnly.has(name) || at.visible.has(name));
      if (hidden !== undefined) return { field: hidden, isWriteOnly: at.writeOnly.has(hidden) };
    }
    const relationship = at.relationships.get(field);
    targets = relationship?.targets;
    isMany = relationship?.many;
    if (targets) continue;
    if (relationship === undefined || !registry.has(relationship.target)) return undefined;
    at = registry.get(relationship.target).spec;
  }
  return undefined;
}

interface HiddenField {
  readonly field: string;
  /** Whether no caller can read it. */
  readonly isWriteOnly: boolean;
}
