import { and, type Column, type SQL, sql } from "drizzle-orm";
import { checkMemberValues } from "../../source/check-member-values.js";
import { memberValuesIn } from "../../source/options/member-value.js";
import { readFilter } from "../../source/handlers/names.js";
import { sqlDecoder } from "../database/statements.js";
import { typeColumn, valueKind } from "../database/app-sql.js";
import type { DbSession } from "../database/session.js";
import { namedList } from "../columns/id-columns.js";
import { MemberColumn } from "../columns/member-column.js";
import type { StoredTable } from "../tables/stored-table.js";

/** Makes the columns that are computed from members. Throws for what is wrong with them. Called when all sources are known. */
export function prepareMembers(table: StoredTable): void {
  const { registry } = table.app;
  const values = memberValuesIn(table.config.columns);
  if (values.size === 0) return;
  checkMemberValues(registry, table.spec, values);
  for (const [name, column] of table.columns.fields) {
    if (!(column instanceof MemberColumn)) continue;
    const { "~members": members, filter } = column.value;
    const target = table.target(members);
    column.conditions = Object.entries(filter).flatMap(([filter, value]) => {
      const condition = readFilter(registry, target.spec.type, filter, value);
      return typeof condition === "string" ? [] : condition;
    });
    setType(table, name, column, target);
    table.columns.members.set(name, column);
  }
}

/** Types that Postgres computes no maximum of. */
const WITHOUT_MAXIMUM = /^(bool|uuid|bit|varbit|bytea)/;
const NUMBER = /^(smallint|integer|bigint|(small|big)?serial|numeric|decimal|real|double precision)\b/;
const INTEGER = /^(smallint|integer|(small|)serial)$/;

function setType(table: StoredTable, name: string, made: MemberColumn, target: StoredTable): void {
  const { dialect } = table;
  const { use, field, text } = made.value;
  const column = field === undefined ? undefined : target.columns.fields.get(field);
  let type: Column | undefined = dialect.integers;
  if (column) {
    type = typeColumn(column.expression);
    const where = `${table.where}: columns: "${name}": ${text} reads "${field}" of "${target.spec.type}"`;
    if (type === undefined)
      throw new TypeError(`${where}, which is SQL of an unknown type. Add the type: sql\`…\`.mapWith(column).`);
    const sqlType = dialect.typeOf(type);
    const isDate = ["date", "boolean"].includes(valueKind(type)); // which SQLite stores as integers
    if (use !== "sum") {
      if (!dialect.hasOperator(type, "order") || WITHOUT_MAXIMUM.test(sqlType) || valueKind(type) === "boolean")
        throw new TypeError(`${where}, whose type ${sqlType} has no order.`);
      made.read = column.read;
      made.write = column.write;
    } else if (!NUMBER.test(sqlType) || isDate || column.read)
      throw new TypeError(`${where}, whose type ${column.read ? "mapped " : ""}${sqlType} has no sum.`);
    else if (INTEGER.test(sqlType)) type = dialect.integers; // a sum is larger
  }
  made.isRounding = dialect.isRounding(type);
  made.expression = made.expression.mapWith(type);
}

/**
 * The value of each row, as SQL: a subquery over the members that the caller sees. The row's id is read outside of them, because they may be of the
 * same table.
 */
export function memberSql(owner: StoredTable, session: DbSession, column: MemberColumn, where: SQL | undefined): SQL {
  const { "~members": name, use, field } = column.value;
  const target = owner.target(name);
  const pairs = owner.pairs(name);
  let ofMember = pairs.from.equalsNamed("#row");
  if (owner.isLink(name)) {
    const ofRow = and(ofMember, pairs.seen?.(session.ctx));
    ofMember = sql`${target.id.row} in (select ${pairs.to.list} from ${pairs.table} where ${ofRow})`;
  }
  const value = sql`${field === undefined ? sql`*` : target.columns.fields.get(field)?.expression}`;
  const computed = sql`${sql.raw(use)}(${value})`;
  const type = sqlDecoder(column.expression) as Column; // `prepareMembers` has set it
  const result =
    use === "sum" ? sql`coalesce(${owner.dialect.computed(computed, owner.dialect.castOf(type))}, 0)` : computed;
  const row = sql`(select ${namedList(owner.id)}) "#row"`;
  const members = sql`${row} inner join ${target.table} on ${ofMember}`;
  const seen = and(target.visible(session), where);
  return sql`(select ${result} from ${members}${seen && sql` where ${seen}`})`.mapWith(type);
}
