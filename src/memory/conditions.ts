import { valueTypes } from "../define/model/value-types.js";
import { comparedId } from "../schema/formats.js";
import { illegalText } from "../source/handlers/sent-values.js";
import { isFromFilter } from "../source/options/from-filter.js";
import type { MemberValue } from "../source/options/member-value.js";
import { readFilter } from "../source/handlers/names.js";
import { ruleOf } from "../source/options/own-rules.js";
import type * as store from "../source/store/store.js";
import type { Predicate, StoreSort } from "./config.js";
import { ALL, type Row, type MemoryRows } from "./memory-rows.js";

/** The rows in scope that meet all conditions. */
export function matchingRows(owner: MemoryRows, session: store.Session, where: readonly store.Condition[]): Row[] {
  const isVisible = owner.visible(session);
  const holds = where.map((condition) => predicateOf(owner, session, condition));
  return owner.all().filter((row) => isVisible(row) && holds.every((each) => each(row)));
}

function predicateOf(owner: MemoryRows, session: store.Session, condition: store.Condition): Predicate {
  switch (condition.kind) {
    case "native":
      return (condition.condition as Predicate | undefined) ?? ALL; // the native condition of this store
    case "own": {
      const rule = ruleOf(owner.config.filters?.[condition.name] ?? (() => undefined));
      if (typeof rule !== "function") throw new TypeError(`The filter "${condition.name}" stands for others.`);
      return rule(condition.value as never, { ctx: session.ctx as never }) ?? ALL;
    }
    case "joined": {
      const holds = condition.conditions.map((each) => predicateOf(owner, session, each));
      if (condition.of === "all") return (row) => holds.every((each) => each(row));
      const isAny = condition.of === "any";
      return (row) => holds.some((each) => each(row)) === isAny;
    }
    case "parent": {
      const parents = owner.ofType(condition.type);
      const row = parents.get(condition.id);
      const members = row ? parents.members(session, row, condition.relationship) : [];
      const ids = new Set(members.map(({ id }) => id));
      return (row) => ids.has(row.id);
    }
    case "members":
    case "field":
      return (row) => meetsField(owner, session, row, condition.path, condition);
  }
}

function meetsField(
  owner: MemoryRows,
  session: store.Session,
  row: Row,
  [step, ...rest]: readonly string[],
  condition: store.FieldCondition | store.MembersCondition,
): boolean {
  if (step !== undefined) {
    const hasTypes = owner.spec.relationships.get(step)?.targets !== undefined;
    const [type = "", ...below] = rest;
    if (hasTypes && (row[step] as store.TypedRef | null)?.type !== type) return false; // a to-one of several types
    const [target, path] = hasTypes ? [owner.ofType(type), below] : [owner.target(step), rest];
    return owner.related(session, row, step).some((related) => meetsField(target, session, related, path, condition));
  }
  if (condition.kind === "members") return meetsMembers(owner, session, row, condition);
  const { field, inside, operator } = condition;
  if (condition.part !== undefined) return meetsPart(owner, row[field] as store.TypedRef | null, condition); // a to-one of several types
  if (inside !== undefined) return meets(valueInside(row[field], inside), operator, condition.value);
  const value = owner.stored(field, condition.value);
  if (!owner.spec.relationships.get(field)?.many) {
    const stored = fieldValue(owner, session, row, field);
    const isOrder = /^[gl]te?$/.test(operator);
    if (isOrder) return meets(owner.ranked(field, stored), operator, owner.ranked(field, value));
    return meets(stored, operator, value);
  }
  const ids = owner.members(session, row, field).map(({ id }) => id);
  if (operator === "isnull" || value === null) return (ids.length === 0) === (value ?? true);
  return ids.some((id) => meets(id, operator, value));
}

function meetsMembers(
  owner: MemoryRows,
  session: store.Session,
  row: Row,
  { field, has }: store.MembersCondition,
): boolean {
  const members = owner.members(session, row, field);
  switch (has.use) {
    case "none":
      return !members.some(predicateOf(owner.target(field), session, has.condition));
    case "all": {
      const ids = new Set(members.map(({ id }) => id));
      return (owner.stored(field, has.ids) as readonly unknown[]).every((id) => ids.has(id));
    }
    case "count":
      return meets(members.length, has.operator, has.value);
  }
}

/** Whether the type or the id of a related row, as text, meets a filter. */
function meetsPart(
  owner: MemoryRows,
  to: store.TypedRef | null | undefined,
  { part, operator, value }: store.FieldCondition,
): boolean {
  if (!to) return meets(null, operator, value);
  if (part === "type") return meets(to.type, operator, value);
  const { idKind } = owner.ofType(to.type).spec;
  const stored = (value: unknown) => (value === null ? null : comparedId(idKind, String(value)));
  return meets(String(to.id), operator, Array.isArray(value) ? value.map(stored) : stored(value));
}

/** A value inside of an object. No member counts as null. */
function valueInside(value: unknown, { members }: store.JsonPlace): unknown {
  let inner = value;
  for (const member of members) {
    const isObject = typeof inner === "object" && inner !== null && Object.hasOwn(inner, member);
    inner = isObject ? (inner as Row)[member] : null;
  }
  return inner ?? null;
}

/** The value of a row that an order compares. */
export function orderValue(owner: MemoryRows, session: store.Session, row: Row, term: store.OrderTerm): unknown {
  const { path, field, inside, by, counts } = term;
  const [step, ...rest] = path;
  if (step !== undefined) {
    const [related] = owner.related(session, row, step);
    if (related === undefined) return null;
    return orderValue(owner.target(step), session, related, { ...term, path: rest });
  }
  if (counts) return owner.members(session, row, field).length;
  if (inside !== undefined) return valueInside(row[field], inside);
  const sort = owner.config.sorts?.[field];
  if (sort) {
    const rule = ruleOf<StoreSort>(sort);
    if (!isFromFilter(rule)) return rule(row) ?? null;
    return rule["~rule"](by?.value as never, { ctx: session.ctx as never, db: undefined })(row) ?? null;
  }
  return owner.ranked(field, fieldValue(owner, session, row, field));
}

/** What a row has in a field. Null: nothing. */
export function fieldValue(owner: MemoryRows, session: store.Session, row: Row, field: string): unknown {
  const computed = owner.computed.get(field);
  return computed ? memberValue(owner, session, row, computed) : (row[field] ?? null);
}

/** An attribute that is computed from the members that the caller sees. */
function memberValue(owner: MemoryRows, session: store.Session, row: Row, value: MemberValue): unknown {
  const { "~members": name, use, field = "id", filter } = value;
  const target = owner.target(name);
  const holds = Object.entries(filter).flatMap(([filter, value]) => {
    const condition = readFilter(owner.registry, target.spec.type, filter, value);
    return typeof condition === "string" ? [] : predicateOf(target, session, condition);
  });
  const members = owner.members(session, row, name).filter((member) => holds.every((each) => each(member)));
  if (use === "count") return members.length;
  const values = members.map((member) => member[field] ?? null).filter((each) => each !== null);
  if (use === "sum") {
    const schema = target.spec.attributes.get(field);
    const zero = schema && valueTypes(schema)?.has("bigint") ? 0n : 0;
    return values.reduce((sum: number, each) => sum + (each as number), zero as number);
  }
  const rank = (value: unknown) => target.ranked(field, value);
  const [first = null] = values.sort((a, b) => compareValues(rank(a), rank(b)) * (use === "max" ? -1 : 1));
  return first;
}

/** Compares the values of two rows by an order. */
export function comparison(order: readonly store.OrderTerm[]) {
  return (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [index, { order: direction }] of order.entries()) {
      const difference = compareValues(a[index], b[index]);
      if (difference !== 0) return direction === "desc" ? -difference : difference;
    }
    return 0;
  };
}

/** Whether a stored value meets a filter, as Postgres would say: a comparison with null is never true, but null differs from 3. */
function meets(stored: unknown, operator: store.Operator, value: unknown): boolean {
  return MEETS[operator](stored, value as never); // its kind of value, which was read for this operator
}

const MEETS: Readonly<Record<store.Operator, (stored: unknown, value: never) => boolean>> = {
  isnull: (stored, value) => (stored === null) === value,
  eq: (stored, value) => comparable(stored) === comparable(value),
  ne: (stored, value) => comparable(stored) !== comparable(value),
  in: (stored, values: readonly unknown[]) => values.some((each) => comparable(each) === comparable(stored)),
  contains: (stored, value) => text(stored)?.includes(fold(value)) ?? false,
  startswith: (stored, value) => text(stored)?.startsWith(fold(value)) ?? false,
  endswith: (stored, value) => text(stored)?.endsWith(fold(value)) ?? false,
  has: hasElement,
  hasall: (stored, values: readonly unknown[]) =>
    Array.isArray(stored) && values.every((each) => hasElement(stored, each)),
  hasany: (stored, values: readonly unknown[]) => values.some((each) => hasElement(stored, each)),
  gt: (stored, value) => areOrdered(stored, value) && compareValues(stored, value) > 0,
  gte: (stored, value) => areOrdered(stored, value) && compareValues(stored, value) >= 0,
  lt: (stored, value) => areOrdered(stored, value) && compareValues(stored, value) < 0,
  lte: (stored, value) => areOrdered(stored, value) && compareValues(stored, value) <= 0,
};

/** No list contains null, as no array of Postgres does. */
function hasElement(stored: unknown, value: unknown): boolean {
  return Array.isArray(stored) && value !== null && stored.some((element) => comparable(element) === comparable(value));
}

function areOrdered(stored: unknown, value: unknown): boolean {
  if (stored === null || stored === undefined || value === null || value === undefined) return false;
  return typeof value !== "string" || illegalText(value) === undefined; // Postgres has no such text to compare with
}

/** The order of Postgres in the collation C.UTF-8: nulls last, false before true, text by code points. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [comparable(one), comparable(other)];
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return (a as number) < (b as number) ? -1 : 1;
}

/** By code points: `<` would compare the halves of a surrogate pair. */
function compareText(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const fold = (value: unknown) => String(value).toLowerCase();
const text = (value: unknown) => (value === null ? undefined : fold(value));
const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);
