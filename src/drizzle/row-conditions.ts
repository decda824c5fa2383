import { and, type SQL, sql } from "drizzle-orm";
import { ruleOf } from "../source/own-rules.js";
import type { Condition, FieldCondition, Operator, Session } from "../source/store.js";
import { appSql, columnOfAlias, paramOf } from "./app-sql.js";
import { castOf, fitOf, isChecked } from "./column-values.js";
import { compare } from "./conditions.js";
import type { StoredTable } from "./stored-table.js";

/** The rows in scope that meet all conditions. */
export function matchingRows(from: StoredTable, session: Session, conditions: readonly Condition[]): SQL | undefined {
  return and(from.visible(session), ...conditions.map((condition) => conditionOf(from, session, condition)));
}

function conditionOf(from: StoredTable, session: Session, condition: Condition): SQL | undefined {
  switch (condition.kind) {
    case "native":
      return appSql(condition.condition as SQL | undefined);
    case "own": {
      const rule = ruleOf(from.config.filters?.[condition.name] ?? "");
      if (typeof rule === "string") throw new TypeError(`The filter "${condition.name}" is an alias.`);
      return appSql(rule(condition.value as never, { ctx: session.ctx as never, db: session.db }));
    }
    case "parent":
      return isMember(from, condition);
    case "field":
      return fieldCondition(from, session, condition, condition.path);
  }
}

function isMember(from: StoredTable, { type, relationship, id }: Condition & { readonly kind: "parent" }): SQL {
  const parent = from.tableOf(type);
  if (!parent.isLink(relationship)) {
    const { column } = parent.hasMany(relationship);
    return compare(column, column, "eq", id);
  }
  const link = parent.link(relationship);
  return sql`${from.id} in (select ${link.to} from ${link.table} where ${compare(link.from, link.from, "eq", id)})`;
}

function fieldCondition(
  from: StoredTable,
  session: Session,
  condition: FieldCondition,
  [step, ...rest]: readonly string[],
): SQL {
  const { field, operator, value } = condition;
  if (step !== undefined) {
    return hasRelated(from, session, step, fieldCondition(from.target(step), session, condition, rest));
  }
  if (from.spec.relationships.get(field)?.many) {
    if (operator === "isnull" || value === null) {
      const some = hasMembers(from, session, field);
      return value === false ? some : sql`not ${some}`;
    }
    const { id } = from.target(field);
    return hasRelated(from, session, field, compare(id, id, operator, value));
  }
  return comparison(from, condition);
}

function comparison(from: StoredTable, { field, operator, value }: FieldCondition): SQL {
  const known = from.columns.get(field);
  if (known === undefined) throw new TypeError(`"${from.spec.type}.${field}" has no column to filter by.`);
  const stored =
    operator === "isnull"
      ? value
      : operator === "in"
        ? writtenAs(from, field, value)
        : writtenAs(from, field, [value])[0];
  return compare(known.expression, from.typeColumn(field), operator, stored);
}

/** Values of a field as its column holds them. */
function writtenAs({ columns }: StoredTable, field: string, values: unknown): unknown[] {
  const { write } = columns.get(field) ?? {};
  return (values as unknown[]).map((one) => (write && one !== null ? write(one as never) : one));
}

const COMPARISONS: ReadonlySet<Operator> = new Set(["eq", "ne", "in", "gt", "gte", "lt", "lte"]);

/** The values of a condition that only Postgres can read, each as its type. */
export function uncheckedValues(from: StoredTable, condition: FieldCondition): SQL[] {
  const { path, field, operator, value } = condition;
  const [step, ...rest] = path;
  if (step !== undefined) return uncheckedValues(from.target(step), { ...condition, path: rest });
  if (!COMPARISONS.has(operator)) return [];
  const column = from.typeColumn(field);
  // Only Postgres knows the type of an expression, so the values are compared with it, without any row.
  if (column === undefined) return [sql`(select ${comparison(from, condition)} from ${from.table} where false)`];
  const only = (one: unknown) => one !== null && fitOf(column, one) === "fits" && !isChecked(column, one);
  const values = writtenAs(from, field, operator === "in" ? value : [value]).filter(only);
  return values.map((one) => sql`${paramOf(column, one)}::${castOf(column)}`);
}

/** Rows that have a related row which meets a condition. */
function hasRelated(from: StoredTable, session: Session, name: string, condition: SQL): SQL {
  const target = from.target(name);
  const given = from.config.relationships?.[name];
  if (given?.["~kind"] === "hasMany") return sql`${from.id} in ${target.visibleIds(session, condition, given.column)}`;
  if (given === undefined) return sql`${from.columns.column(name)} in ${target.visibleIds(session, condition)}`;
  const link = from.link(name);
  const members = target.visibleIds(session, condition);
  return sql`${from.id} in (select ${link.from} from ${link.table} where ${link.to} in ${members})`;
}

/** Whether a row has any member. `not in` would never become a join, so this is `exists`. */
function hasMembers(from: StoredTable, session: Session, name: string): SQL {
  const target = from.target(name);
  const pairs = from.pairs(name);
  const inner = sql.identifier("#members");
  const member = sql`${columnOfAlias(pairs.to, "#members")}`;
  const seen = target.isScoped ? sql` and ${member} in ${target.visibleIds(session)}` : sql``;
  const isOwn = sql`${columnOfAlias(pairs.from, "#members")} = ${sql`${from.id}`}`;
  return sql`exists (select 1 from ${pairs.table} ${inner} where ${isOwn}${seen})`;
}
