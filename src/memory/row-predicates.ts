import { ruleOf } from "../source/own-rules.js";
import type { Condition, FieldCondition, Session } from "../source/store.js";
import { meets } from "./compare.js";
import { ALL, type Row, type Rows } from "./rows.js";
import type { Predicate } from "./config.js";

/** The rows in scope that meet all conditions. */
export function findMatching(from: Rows, session: Session, where: readonly Condition[]): Row[] {
  const isVisible = from.visible(session);
  const holds = where.map((condition) => predicateOf(from, session, condition));
  return from.all().filter((row) => isVisible(row) && holds.every((each) => each(row)));
}

function predicateOf(from: Rows, session: Session, condition: Condition): Predicate {
  switch (condition.kind) {
    case "native":
      return (condition.condition as Predicate | undefined) ?? ALL;
    case "own": {
      const rule = ruleOf(from.config.filters?.[condition.name] ?? (() => undefined));
      if (typeof rule === "string") throw new TypeError(`The filter "${condition.name}" is an alias.`);
      return rule(condition.value as never, { ctx: session.ctx as never }) ?? ALL;
    }
    case "parent": {
      const parents = from.ofType(condition.type);
      const row = parents.get(condition.id);
      const members = row ? parents.members(session, row, condition.relationship) : [];
      const ids = new Set(members.map(({ id }) => id));
      return (row) => ids.has(row.id);
    }
    case "field":
      return (row) => meetsField(from, session, row, condition.path, condition);
  }
}

function meetsField(
  from: Rows,
  session: Session,
  row: Row,
  [step, ...rest]: readonly string[],
  condition: FieldCondition,
): boolean {
  const { field, operator } = condition;
  if (step !== undefined) {
    const target = from.target(step);
    return from.related(session, row, step).some((one) => meetsField(target, session, one, rest, condition));
  }
  const value = from.stored(field, condition.value);
  if (!from.spec.relationships.get(field)?.many) {
    const stored = row[field] ?? null;
    const isOrder = /^[gl]te?$/.test(operator);
    if (isOrder) return meets(from.ranked(field, stored), operator, from.ranked(field, value));
    return meets(stored, operator, value);
  }
  const ids = from.members(session, row, field).map(({ id }) => id);
  if (operator === "isnull" || value === null) return (ids.length === 0) === (value ?? true);
  return ids.some((id) => meets(id, operator, value));
}
