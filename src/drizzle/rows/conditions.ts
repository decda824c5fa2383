import { and, type Column, inArray, type SQL, sql } from "drizzle-orm";
import { illegalText } from "../../source/handlers/sent-values.js";
import { ruleOf } from "../../source/options/own-rules.js";
import {
  type Condition,
  type FieldCondition,
  type Id,
  type Keys,
  type Keyset,
  LIST_OPERATORS,
  type MembersCondition,
  type Operator,
  TEXT_OPERATORS,
  type TextOperator,
} from "../../source/store/store.js";
import { appSql, paramOf } from "../database/app-sql.js";
import type { FieldColumn } from "../columns/columns.js";
import type { DbSession } from "../database/session.js";
import { type Dialect, NEVER } from "../database/dialect.js";
import { pairsAs } from "../tables/link-table.js";
import { MemberColumn } from "../columns/member-column.js";
import { memberSql } from "./member-values.js";
import type { StoredTable } from "../tables/stored-table.js";

// ---- comparisons

const ALWAYS = sql`true`;

/** One comparison. The column says how a value is written; an expression may have none. */
export function compare(
  dialect: Dialect,
  expression: SQL | Column,
  column: Column | undefined,
  operator: Operator,
  value: unknown,
): SQL {
  if (isOfText(operator)) return matches(dialect, expression, operator, value);
  const param = column ? paramOf(column, value) : sql.param(value);
  const place = column && value !== null && !Array.isArray(value) ? dialect.fitOf(column, value) : "fits";
  switch (operator) {
    case "isnull":
      return dialect.isNull(expression, column, value === true);
    case "eq":
      if (value === null) return dialect.isNull(expression, column, true);
      return place === "fits" ? sql`${expression} = ${param}` : NEVER;
    case "ne":
      if (value === null) return dialect.isNull(expression, column, false);
      return place === "fits" ? sql`${expression} is distinct from ${param}` : ALWAYS;
    case "in":
      return oneOf(dialect, expression, column, value as readonly unknown[]); // a filter of several values has a list
    case "has":
      return column ? has(dialect, expression, column, [value], "all") : NEVER;
    case "hasall":
      return column ? has(dialect, expression, column, value as readonly unknown[], "all") : NEVER;
    case "hasany":
      return column ? has(dialect, expression, column, value as readonly unknown[], "any") : NEVER;
    case "gt":
    case "gte":
      if (value === null || place === "unlike" || place === "above") return NEVER;
      if (place === "below") return sql`${expression} is not null`;
      return operator === "gt" ? sql`${expression} > ${param}` : sql`${expression} >= ${param}`;
    case "lt":
    case "lte":
      if (value === null || place === "unlike" || place === "below") return NEVER;
      if (place === "above") return sql`${expression} is not null`;
      return operator === "lt" ? sql`${expression} < ${param}` : sql`${expression} <= ${param}`;
  }
}

/** A null in the list means null, which `in` would never find. */
function oneOf(dialect: Dialect, expression: SQL | Column, column: Column | undefined, list: readonly unknown[]): SQL {
  const nonNull = list.filter((value) => value !== null);
  const plain = nonNull.length === 0 ? NEVER : inArray(expression as Column, nonNull);
  const found = column ? dialect.among(expression, column, nonNull) : plain;
  return nonNull.length === list.length ? found : sql`(${found} or ${dialect.isNull(expression, column, true)})`;
}

/** Also for a text in JSON. */
function matches({ like }: Dialect, expression: SQL | Column, operator: TextOperator, value: unknown): SQL {
  if (value === null) return NEVER;
  const isLegal = illegalText(value) === undefined; // no row has another text, and databases refuse it
  const isLike = (pattern: string) => (isLegal ? sql`${expression} ${like.operator} ${pattern}${like.escape}` : NEVER);
  const text = String(value).replace(/[\\%_]/g, "\\$&");
  switch (operator) {
    case "contains":
      return isLike(`%${text}%`);
    case "startswith":
      return isLike(`${text}%`);
    case "endswith":
      return isLike(`%${text}`);
  }
}

/** Whether an array, or a list in JSON, contains all these values, or one of them. No array contains a null. */
function has(
  dialect: Dialect,
  expression: SQL | Column,
  column: Column,
  values: readonly unknown[],
  use: "all" | "any",
): SQL {
  const element = dialect.elementOf(column);
  const fitting = values.filter((value) => value !== null && dialect.fitOf(element, value) === "fits");
  if (use === "all" ? fitting.length < values.length : fitting.length === 0) return NEVER;
  return dialect.has(expression, column, fitting, use);
}

// ---- the conditions of a request

/** The rows in scope that meet all conditions. */
export function matchingRows(owner: StoredTable, session: DbSession, where: readonly Condition[]): SQL | undefined {
  const all = [owner.visible(session)];
  for (const condition of where) all.push(conditionOf(owner, session, condition));
  return and(...all);
}

function conditionOf(owner: StoredTable, session: DbSession, condition: Condition): SQL | undefined {
  switch (condition.kind) {
    case "native":
      return appSql(condition.condition as SQL | undefined); // the native condition of this store
    case "own": {
      const rule = ruleOf(owner.config.filters?.[condition.name] ?? "");
      if (typeof rule !== "function") throw new TypeError(`The filter "${condition.name}" stands for others.`);
      return appSql(rule(condition.value as never, { ctx: session.ctx, db: session.db }));
    }
    case "joined":
      return joined(owner, session, condition);
    case "parent":
      return amongMembers(owner, session, condition);
    case "members":
    case "field":
      return fieldCondition(owner, session, condition, condition.path);
  }
}

/** A rule without an effect finds all rows. `not` alone would leave out rows for which a condition is null. */
function joined(
  owner: StoredTable,
  session: DbSession,
  { of, conditions }: Condition & { readonly kind: "joined" },
): SQL {
  const parts = conditions.map((each) => conditionOf(owner, session, each) ?? ALWAYS);
  if (parts.length === 0) return of === "any" ? NEVER : ALWAYS;
  const all = sql`(${sql.join(parts, of === "all" ? sql` and ` : sql` or `)})`;
  return of === "none" ? sql`(${all} is not true)` : all;
}

function amongMembers(
  owner: StoredTable,
  { ctx }: DbSession,
  { type, relationship, id }: Condition & { readonly kind: "parent" },
): SQL {
  const parent = owner.tableOf(type);
  const { table, from: parents, to, seen } = parent.pairs(relationship);
  if (!parent.isLink(relationship)) return parents.equals(id);
  const ofRow = and(parents.equals(id), seen?.(ctx));
  return sql`${owner.id.row} in (select ${to.list} from ${table} where ${ofRow})`;
}

function fieldCondition(
  owner: StoredTable,
  session: DbSession,
  condition: FieldCondition | MembersCondition,
  [step, ...rest]: readonly string[],
): SQL {
  const { field } = condition;
  const several = owner.columns.several.get(step ?? field);
  if (several !== undefined) {
    if (step === undefined && condition.kind === "field")
      return several.meets(condition, (type) => owner.tableOf(type));
    const [type = "", ...below] = rest;
    const target = owner.tableOf(type);
    return several.leadsTo(type, target, target.visibleIds(session, fieldCondition(target, session, condition, below)));
  }
  if (step !== undefined) {
    return withRelated(owner, session, step, fieldCondition(owner.target(step), session, condition, rest));
  }
  if (condition.kind === "members") return membersCondition(owner, session, condition);
  const { operator, value } = condition;
  if (owner.spec.relationships.get(field)?.many) {
    if (operator === "isnull" || value === null) {
      const members = sql`exists (select 1 ${membersOf(owner, session, field)})`;
      return value === false ? members : sql`not ${members}`;
    }
    const { id } = owner.target(field);
    const { single } = id;
    const ofMember = single ? compare(owner.dialect, single, single, operator, value) : id.compare(operator, value);
    return withRelated(owner, session, field, ofMember);
  }
  return comparison(owner, condition, session);
}

/** The SQL of a field in statements of a session. */
export function expressionOf(owner: StoredTable, session: DbSession, field: FieldColumn): SQL | Column {
  if (!(field instanceof MemberColumn)) return field.expression;
  const target = owner.target(field.value["~members"]);
  return memberSql(owner, session, field, and(...field.conditions.map((each) => conditionOf(target, session, each))));
}

/** @param session Without one, for the type of a field that is not computed from members. */
function comparison(owner: StoredTable, { field, inside, operator, value }: FieldCondition, session?: DbSession): SQL {
  const column = owner.columns.fields.get(field);
  if (column === undefined) throw new TypeError(`"${owner.spec.type}.${field}" has no column to filter by.`);
  const { write, ids } = column;
  const expression = session ? expressionOf(owner, session, column) : column.expression;
  if (ids && ids.single === undefined) return ids.compare(operator, value);
  if (inside !== undefined) {
    const place = { ...inside, expression, column: owner.typeColumn(field) ?? owner.columns.column(field) };
    if (!isOfText(operator)) return owner.dialect.compareAt(place, operator, value);
    return matches(owner.dialect, owner.dialect.textAt(place), operator, value);
  }
  return compare(owner.dialect, expression, owner.typeColumn(field), operator, storedValue(write, operator, value));
}

function isOfText(operator: Operator): operator is TextOperator {
  return TEXT_OPERATORS.has(operator);
}

/** A value or the values of a field as its column holds them. */
function storedValue(write: FieldColumn["write"], operator: Operator, value: unknown): unknown {
  if (write === undefined || operator === "isnull" || value === null) return value;
  return operator === "in"
    ? (value as unknown[]).map((each) => (each === null ? null : write(each as never)))
    : write(value as never);
}

const COMPARISONS: ReadonlySet<Operator> = new Set(["eq", "ne", "in", "gt", "gte", "lt", "lte", ...LIST_OPERATORS]);

/** The values of a condition that only the database can read, each as its type. */
export function uncheckedValues(owner: StoredTable, condition: FieldCondition): SQL[] {
  const { path, field, operator, value } = condition;
  const [step, ...rest] = path;
  if (owner.columns.several.has(step ?? field)) {
    const [type, ...below] = rest;
    return type === undefined ? [] : uncheckedValues(owner.tableOf(type), { ...condition, path: below });
  }
  if (step !== undefined) return uncheckedValues(owner.target(step), { ...condition, path: rest });
  if (!COMPARISONS.has(operator) || condition.inside !== undefined) return [];
  const column = owner.typeColumn(field);
  if (column === undefined && owner.isComposite(field)) return []; // what no row can have is found without the database
  // Only the database knows the type of an expression, so the values are compared with it, without any row.
  if (column === undefined && !owner.dialect.castsFail) return [];
  if (column === undefined) return [sql`(select ${comparison(owner, condition)} from ${owner.table} where false)`];
  const stored = storedValue(owner.columns.fields.get(field)?.write, operator, value);
  const unchecked: SQL[] = [];
  const isOfList = LIST_OPERATORS.has(operator);
  const { dialect } = owner;
  const type = isOfList ? dialect.elementOf(column) : column;
  for (const each of Array.isArray(stored) ? stored : [stored]) {
    if (each === null || dialect.isChecked(type, each) || dialect.fitOf(type, each) !== "fits") continue;
    unchecked.push(isOfList ? dialect.list(column, [each]) : dialect.typed(column, each));
  }
  return unchecked;
}

/** Rows that have a related row which meets a condition. */
function withRelated(owner: StoredTable, session: DbSession, name: string, condition: SQL): SQL {
  const target = owner.target(name);
  const stored = owner.storage.get(name);
  if (stored?.["~kind"] === "hasMany") {
    const { from: parents } = owner.pairs(name);
    return parents.someIs(owner.id, target.visibleIds(session, and(parents.ofType, condition), parents));
  }
  if (stored === undefined) return sql`${owner.columns.ids(name).row} in ${target.visibleIds(session, condition)}`;
  const link = owner.pairs(name);
  const members = sql`${link.to.row} in ${target.visibleIds(session, condition)}`;
  const pairs = and(members, link.seen?.(session.ctx));
  return sql`${owner.id.row} in (select ${link.from.list} from ${link.table} where ${pairs})`;
}

function membersCondition(owner: StoredTable, session: DbSession, { field, has }: MembersCondition): SQL {
  switch (has.use) {
    case "none": {
      const target = owner.target(field);
      const condition = conditionOf(target, session, has.condition) ?? ALWAYS;
      return sql`not exists (select 1 ${membersOf(owner, session, field, condition)})`; // `not in` would never become a join
    }
    case "all":
      return has.ids.length === 0 ? ALWAYS : withAllMembers(owner, session, field, has.ids);
    case "count": {
      const { operator, value } = has;
      if (value === null || value === undefined) return operator === "ne" ? ALWAYS : NEVER;
      // One member more than the number decides.
      const most = Math.min(Math.max(Math.floor(Number(value)) + 1, 0), Number.MAX_SAFE_INTEGER);
      const counted = sql`(select 1 ${membersOf(owner, session, field)} limit ${most})`;
      const { dialect } = owner;
      const count = dialect.computed(sql`(select count(*) from ${counted} "#some")`, dialect.scoreType); // the number may be a fraction
      return compare(dialect, count, undefined, operator, Number(value));
    }
  }
}

/** The rows that have all these members. Only the pairs of these members are read. */
function withAllMembers(owner: StoredTable, session: DbSession, name: string, ids: readonly Id[]): SQL {
  const { table, from: parents, to, seen, key } = owner.pairs(name);
  const target = owner.target(name);
  const amongIds = target.id.among(ids);
  if (amongIds === NEVER) return NEVER;
  const isLink = owner.isLink(name);
  const ofSome = isLink
    ? and(sql`${to.row} in ${target.visibleIds(session, amongIds)}`, seen?.(session.ctx))
    : and(parents.ofType, amongIds, target.visible(session));
  const count = key ? sql`count(*)` : sql`count(distinct ${to.row})`;
  const rows = sql`(select ${parents.list} from ${table} where ${ofSome} group by ${parents.list} having ${count} = ${ids.length})`;
  return isLink ? sql`${owner.id.row} in ${rows}` : parents.someIs(owner.id, rows);
}

/** The end of a statement that reads the members of a row, which is a row of the statement around it. @param condition What they meet. */
function membersOf(owner: StoredTable, session: DbSession, name: string, condition?: SQL): SQL {
  const pairs = owner.pairs(name);
  const ofRow = pairs.from.as("#members").same(owner.id);
  const seen = owner.seenMembers(session, name, "#members", condition);
  return sql`from ${pairsAs("#members", pairs, session.ctx)} where ${ofRow}${seen && sql` and ${seen}`}`;
}

export function memberCount(owner: StoredTable, session: DbSession, name: string): SQL {
  return sql`(select count(*) ${membersOf(owner, session, name)})`;
}

// ---- the rows after or before some keys

/** A part of an order, as SQL. */
export interface OrderExpression {
  readonly expression: SQL;
  readonly order: "asc" | "desc";
  /** The type to cast a key's text to; undefined if an expression does not say. */
  readonly cast: SQL | undefined;
  readonly isNullable: boolean;
  /** The column, if it is one of an id of several columns. */
  readonly part?: Column;
  /** Whether it is an expression, which may have another type than `cast`. */
  readonly isComputed: boolean;
}

/** The terms with the types of their keys. A cursor stores an average as an integer, so a comparison must use the integer, too. */
export function keyTerms(dialect: Dialect, terms: readonly OrderExpression[]): OrderExpression[] {
  return terms.map((term) => {
    const { expression, cast, isComputed } = term;
    return isComputed && cast !== undefined ? { ...term, expression: dialect.computed(expression, cast) } : term;
  });
}

/** The rows of a slice: after some keys, before others, or both. */
export function keysetCondition(
  dialect: Dialect,
  { after, before }: Keyset,
  terms: readonly OrderExpression[],
): SQL | undefined {
  return and(after && beyond(dialect, terms, after), before && beyond(dialect, terms.map(reversed), before));
}

export function reversed(term: OrderExpression): OrderExpression {
  return { ...term, order: term.order === "asc" ? "desc" : "asc" };
}

/** Keys as the types of their terms. */
export function keyValues(dialect: Dialect, terms: readonly OrderExpression[], keys: Keys): SQL[] {
  return terms.map(({ cast, part }, index) => {
    const key = keys[index] ?? null;
    if (key === null) return sql`null`;
    return part ? dialect.partParam(part, key) : dialect.keyValue(key, cast);
  });
}

/**
 * The rows that follow the one with these keys. Nulls are last ascending, and first descending. If all terms go
 * one way and none is null, it is a comparison of rows, which an index serves.
 */
function beyond(dialect: Dialect, terms: readonly OrderExpression[], keys: Keys): SQL {
  const values = keyValues(dialect, terms, keys);
  const [first] = terms;
  if (first && terms.every(({ order, isNullable }) => order === first.order && !isNullable)) {
    const row = sql.join(
      terms.map(({ expression }) => expression),
      sql`, `,
    );
    return sql`(${row}) ${sql.raw(first.order === "asc" ? ">" : "<")} (${sql.join(values, sql`, `)})`;
  }
  const rows = terms.reduceRight<SQL>((rest, { expression, order }, index) => {
    const value = values[index] ?? sql`null`;
    if (keys[index] === null) {
      const past = order === "asc" ? NEVER : sql`${expression} is not null`;
      return sql`(${past} or (${expression} is null and ${rest}))`;
    }
    const past =
      order === "asc" ? sql`(${expression} > ${value} or ${expression} is null)` : sql`${expression} < ${value}`;
    return sql`(${past} or (${expression} = ${value} and ${rest}))`;
  }, NEVER);
  if (!first || keys[0] === null || (first.order === "asc" && first.isNullable)) return rows;
  // Adds no condition, but an index on the first term can start there. With alternatives alone, Postgres reads it from its start.
  const bound = sql.raw(first.order === "asc" ? ">=" : "<=");
  return sql`(${first.expression} ${bound} ${values[0] ?? sql`null`} and ${rows})`;
}
