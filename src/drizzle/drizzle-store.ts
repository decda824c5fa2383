import { and, asc, Column, desc, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ResourceSpec } from "../define/model/resource.js";
import { ownFilters, readsOf, ruleOf } from "../source/own-rules.js";
import type {
  Access,
  Condition,
  FieldCondition,
  FoundRow,
  Id,
  ListQuery,
  OrderTerm,
  OwnName,
  Selection,
  Session,
  Store,
  StoredRelationship,
  Values,
  WriteOptions,
} from "../source/store.js";
import { Violation } from "../source/violation.js";
import { castOf } from "./column-values.js";
import { columnKey, FieldColumns } from "./columns.js";
import { among, arrayParam, compare, NEVER } from "./conditions.js";
import type { AnyDb, HasMany, StoreConfig } from "./config.js";
import { keysetCondition, type OrderExpression, reversed } from "./keyset.js";
import { type LinkTable, linkTable } from "./link-table.js";
import { checkUniqueInScope } from "./scope-columns.js";
import { isRetryable, isUnreadable, violationOf } from "./postgres-error.js";

type RawRow = Record<string, unknown>;
type Selected = Record<string, SQL | Column>;

/** A table of a to-one path, to sort by one of its columns. */
interface Join {
  readonly sub: AnyDb;
  readonly on: SQL;
}

interface Parts {
  readonly spec: ResourceSpec;
  readonly table: PgTable;
  readonly config: StoreConfig;
  readonly stores: ReadonlyMap<string, DrizzleStore>;
  /** The member of the context that holds the database. */
  readonly member: string;
}

/** Rows per statement that inserts pairs: each has some parameters. */
const PAIRS = 10_000;
/** Attempts of a transaction that deadlocks, or that Postgres cannot serialize. */
const ATTEMPTS = 3;

/**
 * The rows of one type, in a table.
 *
 * A scope names the schema's own columns, so no statement gives a scoped table an alias: related rows are found by uncorrelated
 * subqueries, in which those names mean the subquery's table.
 */
export class DrizzleStore implements Store {
  readonly isScoped: boolean;
  readonly isGuarded: boolean;
  readonly filters: ReadonlyMap<string, OwnName>;
  readonly sorts: ReadonlyMap<string, OwnName>;
  readonly #spec: ResourceSpec;
  readonly #table: PgTable;
  readonly #config: StoreConfig;
  readonly #stores: ReadonlyMap<string, DrizzleStore>;
  readonly #member: string;
  readonly #columns: FieldColumns;
  readonly #links = new Map<string, LinkTable>();

  constructor({ spec, table, config, stores, member }: Parts) {
    this.#spec = spec;
    this.#table = table;
    this.#config = config;
    this.#stores = stores;
    this.#member = member;
    this.isScoped = typeof config.scope === "function" || config.deleted !== undefined;
    this.isGuarded = config.writable !== undefined;
    this.filters = ownFilters(config.filters);
    this.sorts = new Map(Object.entries(config.sorts ?? {}).map(([name, sort]) => [name, { reads: readsOf(sort) }]));
    this.#columns = new FieldColumns(spec, table, config.columns ?? {});
    checkUniqueInScope(`data.source(${spec.type})`, table, config);
    this.#checkDeleted();
  }

  relationship(name: string): StoredRelationship | undefined {
    const given = this.#config.relationships?.[name];
    if (given === undefined) return this.#columns.has(name) ? { kind: "column" } : undefined;
    if (given["~kind"] === "manyToMany") return { kind: "link", limit: given.limit };
    const keepsMembers = given.column.notNull ? `the column "${given.column.name}" must not be null.` : undefined;
    return { kind: "children", limit: given.limit, keepsMembers };
  }

  hasKey(name: string): boolean {
    const sort = this.#config.sorts?.[name];
    const expression = sort === undefined ? this.#columns.get(name)?.expression : ruleOf(sort);
    return keyCast(expression) !== undefined;
  }

  prepare(): void {
    for (const [name, { many, target }] of this.#spec.relationships) {
      const where = `data.source(${this.#spec.type})`;
      if (!this.#stores.has(target))
        throw new TypeError(`${where}: "${name}" leads to "${target}", which has no source.`);
      if (!many || this.#spec.writeOnly.has(name)) continue;
      const given = this.#config.relationships?.[name];
      if (given === undefined)
        throw new TypeError(`${where}: nothing says how "${name}" is stored. Use hasMany or manyToMany.`);
      if (given["~kind"] === "manyToMany") this.#link(name);
    }
  }

  // ---- reading

  async list(session: Session, query: ListQuery): Promise<FoundRow[]> {
    const { slice } = query;
    const isKeyset = slice?.kind === "keyset";
    const isBackward = isKeyset && slice.before !== undefined && slice.after === undefined;
    const joins = new Map<string, Join>();
    const terms = query.order.map((term) => this.#term(session, term, joins));
    const keys = isKeyset ? terms.map(({ expression }, index) => [keyName(index), sql`(${expression})::text`]) : [];
    let select = this.#db(session)
      .select({ ...this.#selected(session, query), ...Object.fromEntries(keys) })
      .from(this.#table);
    for (const { sub, on } of joins.values()) select = select.leftJoin(sub, on);
    const ordered = isBackward ? terms.map(reversed) : terms;
    select = select
      .where(and(this.#where(session, query.where), keysetCondition(slice, terms)))
      .orderBy(...ordered.map(({ expression, order }) => (order === "desc" ? desc : asc)(expression)));
    if (slice) select = select.limit(slice.limit);
    if (slice?.kind === "offset" && slice.offset > 0) select = select.offset(slice.offset);
    const rows = await this.#readingKeys(select, isKeyset);
    const found = rows.map((raw) => ({
      row: this.#row(raw, query),
      ...(isKeyset && { keys: terms.map((_, index) => raw[keyName(index)] as string | null) }),
    }));
    return isBackward ? found.reverse() : found;
  }

  async count(session: Session, where: readonly Condition[]): Promise<number> {
    const [found] = await this.#db(session)
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(this.#table)
      .where(this.#where(session, where));
    return found.count;
  }

  async byIds(session: Session, ids: readonly Id[], selection: Selection, access: Access = {}): Promise<FoundRow[]> {
    const id = this.#columns.column("id");
    const some = among(id, id, ids);
    if (some === NEVER) return [];
    const writable = access.writable ? this.#writable(session) : undefined;
    let select = this.#db(session)
      .select(this.#selected(session, selection))
      .from(this.#table)
      .where(and(some, this.#visible(session, access.deleted), writable));
    // In one order, so that two transactions do not wait for each other.
    if (access.lock) select = select.orderBy(id).for(access.lock === "update" ? "update" : "key share");
    const rows: RawRow[] = await select;
    return rows.map((raw) => ({ row: this.#row(raw, selection) }));
  }

  async children(
    session: Session,
    of: { readonly type: string; readonly relationship: string },
    parents: readonly Id[],
    { limit, ...selection }: Selection & { readonly limit?: number | undefined },
  ): Promise<FoundRow[]> {
    const { column, orderBy } = this.#store(of.type).#hasMany(of.relationship);
    const order = [...orderBy, asc(this.#columns.column("id"))];
    const db = this.#db(session);
    const selected = { ...this.#selected(session, selection), [PARENT]: column };
    const found = (rows: RawRow[]) => rows.map((raw) => ({ row: this.#row(raw, selection), parent: raw[PARENT] }));
    if (limit === undefined) {
      const where = and(among(column, column, parents), this.#visible(session));
      return found(
        await db
          .select(selected)
          .from(this.#table)
          .where(where)
          .orderBy(...order),
      );
    }
    const inner = db
      .select(withAliases(selected))
      .from(this.#table)
      .where(and(sql`${column} = "#parents"."#id"`, this.#visible(session)))
      .orderBy(...order)
      .limit(limit)
      .as("#children");
    // `unnest` is joined in its order, so the rows of each parent come in theirs without another sort.
    const columns = Object.fromEntries(Object.keys(selected).map((key) => [key, inner[key]]));
    return found(
      await db
        .select(columns)
        .from(sql`unnest(${arrayParam(column, parents)}) as "#parents"("#id")`)
        .innerJoinLateral(inner, sql`true`),
    );
  }

  // ---- writing

  async insert(session: Session, values: Values, options: WriteOptions): Promise<Id> {
    const own = this.#config.values?.(session.ctx as never);
    const row = { ...own, ...this.#columns.written(values), ...(options.values as object | undefined) };
    const id = { id: this.#columns.column("id") };
    const [inserted] = await this.#writing(this.#db(session).insert(this.#table).values(row).returning(id));
    if (inserted) return inserted.id;
    throw new Error(`The database returned no row for an insert into "${getTableName(this.#table)}".`);
  }

  async update(session: Session, id: Id, values: Values, options: WriteOptions): Promise<boolean> {
    const set = { ...this.#columns.written(values), ...(options.values as object | undefined) };
    const where = this.#changeable(session, id, options);
    const db = this.#db(session);
    const column = { id: this.#columns.column("id") };
    const isEmpty = Object.keys(set).length === 0;
    const statement = isEmpty
      ? db.select(column).from(this.#table).where(where).for("update")
      : db.update(this.#table).set(set).where(where).returning(column);
    return (await this.#writing(statement)).length > 0;
  }

  async delete(session: Session, id: Id, options: WriteOptions): Promise<boolean> {
    const where = this.#changeable(session, id, options);
    const db = this.#db(session);
    const column = { id: this.#columns.column("id") };
    const deleted = this.#deletedColumn();
    const statement = deleted
      ? db
          .update(this.#table)
          .set({ [columnKey(this.#table, deleted)]: sql`now()` })
          .where(where)
          .returning(column)
      : db.delete(this.#table).where(where).returning(column);
    return (await this.#writing(statement, deleted === undefined)).length > 0;
  }

  async link(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    if (ids.length === 0) return;
    if (!this.#isLink(name)) {
      await this.#adopt(session, name, id, (own) => among(own, own, ids));
      return;
    }
    const { table, from, to, values } = this.#link(name);
    const more = values?.(session.ctx as never);
    const pairs = ids.map((other) => ({ ...more, [columnKey(table, from)]: id, [columnKey(table, to)]: other }));
    for (let start = 0; start < pairs.length; start += PAIRS) {
      await this.#writing(
        this.#db(session)
          .insert(table)
          .values(pairs.slice(start, start + PAIRS))
          .onConflictDoNothing(),
      );
    }
  }

  async unlink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    if (!this.#isLink(name)) {
      await this.#adopt(session, name, null, (own, column) => and(is(column, id), among(own, own, ids)));
      return;
    }
    const { table, from, to } = this.#link(name);
    await this.#db(session)
      .delete(table)
      .where(and(is(from, id), among(to, to, ids)));
  }

  async relink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    const isNot = (column: Column) => (ids.length === 0 ? undefined : sql`not (${among(column, column, ids)})`);
    if (this.#isLink(name)) {
      const { table, from, to } = this.#link(name);
      const target = this.#target(name);
      // Members that the caller does not see stay.
      const seen = target.isScoped ? sql`${to} in ${target.#ids(session)}` : undefined;
      await this.#db(session)
        .delete(table)
        .where(and(is(from, id), isNot(to), seen));
    } else {
      await this.#adopt(session, name, null, (own, column) => and(is(column, id), isNot(own)));
    }
    await this.link(session, name, id, ids);
  }

  /** Makes children point at another parent, or at none. */
  async #adopt(
    session: Session,
    name: string,
    parent: Id | null,
    which: (id: Column, column: Column) => SQL | undefined,
  ): Promise<void> {
    const { column } = this.#hasMany(name);
    const target = this.#target(name);
    const where = and(which(target.#columns.column("id"), column), target.#visible(session));
    const set = { [columnKey(target.#table, column)]: parent };
    await target.#writing(this.#db(session).update(target.#table).set(set).where(where));
  }

  async transaction<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    const attempts = this.isConcurrent(session) ? ATTEMPTS : 1;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#db(session).transaction((tx: AnyDb) =>
          work({ ctx: { ...session.ctx, [this.#member]: tx }, db: tx }),
        );
      } catch (error) {
        if (attempt === attempts || !isRetryable(error)) throw error;
      }
    }
  }

  /** A transaction has one connection. It is the only database that can be rolled back. */
  isConcurrent({ db }: Session): boolean {
    return !("rollback" in (db as object));
  }

  async #readingKeys(select: PromiseLike<RawRow[]>, isKeyset: boolean): Promise<RawRow[]> {
    try {
      return await select;
    } catch (error) {
      if (!isKeyset || !isUnreadable(error)) throw error;
      throw new Violation("unfit", [], undefined, { cause: error });
    }
  }

  async #writing(statement: PromiseLike<unknown>, isDelete = false): Promise<RawRow[]> {
    try {
      return (await statement) as RawRow[];
    } catch (error) {
      const fieldOf = (column: string) => this.#columns.fieldOf(column);
      throw violationOf(error, { table: this.#table, fieldOf, isDelete }) ?? error;
    }
  }

  // ---- rows

  #selected(session: Session, { fields, linkage }: Selection): Selected {
    const selected: Selected = { id: this.#columns.column("id") };
    for (const name of fields) {
      const field = this.#columns.get(name);
      // Drizzle drops the table's name in the chunks of an expression of its own, so an expression is wrapped.
      if (field) selected[name] = field.column ?? sql`${field.expression}`.mapWith(decoderOf(field.expression));
    }
    for (const [name, limit] of linkage) selected[name] = this.#linkage(session, name, limit);
    return selected;
  }

  #row(raw: RawRow, { fields, linkage }: Selection): RawRow {
    const row: RawRow = { id: raw.id };
    for (const name of fields) {
      const field = this.#columns.get(name);
      const value = raw[name];
      if (field === undefined || (value === null && field.omitsNull)) continue;
      row[name] = field.read && value !== null ? field.read(value as never) : value;
    }
    for (const name of linkage.keys()) row[name] = raw[name];
    return row;
  }

  /** The ids of a to-many, read with the row. As texts in JSON: drivers read arrays in their own ways, and JSON rounds bigints. */
  #linkage(session: Session, name: string, limit: number | undefined): SQL {
    const target = this.#target(name);
    const id = target.#columns.column("id");
    const { table, from, to, orderBy } = this.#isLink(name) ? this.#link(name) : target.#asLink(this.#hasMany(name));
    const inner = sql.identifier("#linked");
    const member = sql`${inner}.${sql.identifier(to.name)}`;
    const seen = target.isScoped ? sql` and ${member} in ${target.#ids(session)}` : sql``;
    const where = sql`${inner}.${sql.identifier(from.name)} = ${sql`${this.#columns.column("id")}`}${seen}`;
    const most = limit === undefined ? sql`` : sql` limit ${limit}`;
    // An order names the target's own columns, so the target is joined. The members are found below it, where the row is still known.
    const ids =
      orderBy.length === 0
        ? sql`select ${member}::text from ${table} ${inner} where ${where} order by ${member}${most}`
        : sql`select "#ids"."#id"::text from (select ${member} as "#id" from ${table} ${inner} where ${where}) "#ids" inner join ${target.#table} on ${id} = "#ids"."#id" order by ${sql.join([...orderBy], sql`, `)}, ${id}${most}`;
    return sql`${sql`array_to_json(array(${ids}))`}`.mapWith(idsDecoder(target.#spec));
  }

  /** Children as pairs: their own table has both columns. */
  #asLink({ column, orderBy }: HasMany): Omit<LinkTable, "values"> {
    return { table: this.#table, from: column, to: this.#columns.column("id"), orderBy };
  }

  // ---- conditions

  #db({ db }: Session): AnyDb {
    return db;
  }

  /** @param withDeleted Whether a row that is deleted softly still shows. */
  #visible(session: Session, withDeleted = false): SQL | undefined {
    const { scope, deleted } = this.#config;
    const inScope = typeof scope === "function" ? scope(session.ctx as never) : undefined;
    const column = this.#deletedColumn();
    if (column === undefined || (withDeleted && deleted instanceof Column)) return inScope;
    return and(inScope, sql`${column} is null`);
  }

  #writable(session: Session): SQL | undefined {
    return this.#config.writable?.(session.ctx as never);
  }

  /** A row is deleted if the column holds a time, so it must be able to hold one, and none. */
  #checkDeleted(): void {
    const column = this.#deletedColumn();
    if (column === undefined || (!column.notNull && /^(timestamp|date)/.test(column.getSQLType()))) return;
    throw new TypeError(
      `data.source(${this.#spec.type}): deleted: "${column.name}" must be a timestamp that may be null.`,
    );
  }

  #deletedColumn(): Column | undefined {
    const { deleted } = this.#config;
    return deleted === undefined || deleted instanceof Column ? deleted : deleted.column;
  }

  #changeable(session: Session, id: Id, { when }: WriteOptions): SQL | undefined {
    const column = this.#columns.column("id");
    const isRow = compare(column, column, "eq", id);
    return and(isRow, this.#visible(session), this.#writable(session), when as SQL | undefined);
  }

  #where(session: Session, conditions: readonly Condition[]): SQL | undefined {
    return and(this.#visible(session), ...conditions.map((condition) => this.#condition(session, condition)));
  }

  /** `(select id from table where … and in scope)` */
  #ids(session: Session, condition?: SQL, column: Column = this.#columns.column("id")): SQL {
    const notNull = column.notNull ? undefined : sql`${column} is not null`; // with a null in it, `not in` would find nothing
    const where = and(notNull, condition, this.#visible(session));
    return sql`(select ${column} from ${this.#table}${where ? sql` where ${where}` : sql``})`;
  }

  #condition(session: Session, condition: Condition): SQL | undefined {
    switch (condition.kind) {
      case "native":
        return condition.condition as SQL | undefined;
      case "own": {
        const rule = ruleOf(this.#config.filters?.[condition.name] ?? "");
        if (typeof rule === "string") throw new TypeError(`The filter "${condition.name}" is an alias.`);
        return rule(condition.value as never, { ctx: session.ctx as never, db: session.db });
      }
      case "parent":
        return this.#isMember(condition);
      case "field":
        return this.#fieldCondition(session, condition, condition.path);
    }
  }

  #isMember({ type, relationship, id }: Condition & { readonly kind: "parent" }): SQL {
    const parent = this.#store(type);
    if (!parent.#isLink(relationship)) {
      const { column } = parent.#hasMany(relationship);
      return compare(column, column, "eq", id);
    }
    const { table, from, to } = parent.#link(relationship);
    const own = this.#columns.column("id");
    return sql`${own} in (select ${to} from ${table} where ${compare(from, from, "eq", id)})`;
  }

  #fieldCondition(session: Session, condition: FieldCondition, [step, ...rest]: readonly string[]): SQL {
    const { field, operator, value } = condition;
    if (step !== undefined) {
      const target = this.#target(step);
      return this.#related(session, step, target.#fieldCondition(session, condition, rest));
    }
    if (this.#spec.relationships.get(field)?.many) {
      if (operator === "isnull" || value === null) {
        const some = this.#hasMembers(session, field);
        return value === false ? some : sql`not ${some}`;
      }
      const id = this.#target(field).#columns.column("id");
      return this.#related(session, field, compare(id, id, operator, value));
    }
    const known = this.#columns.get(field);
    if (known === undefined) throw new TypeError(`"${this.#spec.type}.${field}" has no column to filter by.`);
    const write = (one: unknown) => (known.write && one !== null ? known.write(one as never) : one);
    const stored = operator === "isnull" ? value : operator === "in" ? (value as unknown[]).map(write) : write(value);
    return compare(known.expression, known.column, operator, stored);
  }

  /** Rows that have a related row which meets a condition. */
  #related(session: Session, name: string, condition: SQL): SQL {
    const target = this.#target(name);
    const own = this.#columns.column("id");
    const given = this.#config.relationships?.[name];
    if (given?.["~kind"] === "hasMany") return sql`${own} in ${target.#ids(session, condition, given.column)}`;
    if (given === undefined) return sql`${this.#columns.column(name)} in ${target.#ids(session, condition)}`;
    const { table, from, to } = this.#link(name);
    return sql`${own} in (select ${from} from ${table} where ${to} in ${target.#ids(session, condition)})`;
  }

  /** Whether a row has any member. `not in` would never become a join, so this is `exists`. */
  #hasMembers(session: Session, name: string): SQL {
    const target = this.#target(name);
    const inner = sql.identifier("#members");
    const own = sql`${this.#columns.column("id")}`;
    const { table, from, to } = this.#isLink(name) ? this.#link(name) : target.#asLink(this.#hasMany(name));
    const seen = target.isScoped ? sql` and ${inner}.${sql.identifier(to.name)} in ${target.#ids(session)}` : sql``;
    return sql`exists (select 1 from ${table} ${inner} where ${inner}.${sql.identifier(from.name)} = ${own}${seen})`;
  }

  // ---- order

  #term(session: Session, { path, field, order }: OrderTerm, joins: Map<string, Join>): OrderExpression {
    const sort = path.length === 0 ? this.#config.sorts?.[field] : undefined;
    if (sort !== undefined) {
      const rule = ruleOf(sort);
      return {
        expression: sql`${rule}`,
        order,
        cast: keyCast(rule),
        isNullable: true,
      };
    }
    if (path.length > 0) {
      const { alias, cast } = this.#join(session, path, field, joins);
      const expression = sql`${sql.identifier(alias)}.${sql.identifier(field)}`;
      return { expression, order, cast, isNullable: true };
    }
    const { expression, column } = this.#columns.get(field) ?? {
      expression: this.#columns.column(field),
      column: undefined,
    };
    return { expression: sql`${expression}`, order, cast: keyCast(expression), isNullable: !column?.notNull };
  }

  /** Joins the end of a to-one path, as a subquery in scope: a row that the caller does not see sorts as null. */
  #join(session: Session, path: readonly string[], field: string, joins: Map<string, Join>) {
    const [step = "", ...rest] = path;
    const target = this.#target(step);
    const alias = `#${path.join(".")}.${field}`;
    const inner = new Map<string, Join>();
    const { expression, cast } = target.#term(session, { path: rest, field, order: "asc" }, inner);
    const id = target.#columns.column("id");
    let sub = this.#db(session)
      .select({ "#id": sql`${id}`.as("#id"), [field]: sql`${expression}`.as(field) })
      .from(target.#table);
    for (const { sub: next, on } of inner.values()) sub = sub.leftJoin(next, on);
    const on = sql`${sql.identifier(alias)}."#id" = ${this.#columns.column(step)}`;
    joins.set(alias, { sub: sub.where(target.#visible(session)).as(alias), on });
    return { alias, cast };
  }

  // ---- relationships

  #isLink(name: string): boolean {
    return this.#config.relationships?.[name]?.["~kind"] === "manyToMany";
  }

  #hasMany(name: string): HasMany {
    const given = this.#config.relationships?.[name];
    if (given?.["~kind"] === "hasMany") return given;
    throw new TypeError(`"${this.#spec.type}.${name}" is not a hasMany.`);
  }

  #link(name: string): LinkTable {
    const known = this.#links.get(name);
    if (known) return known;
    const given = this.#config.relationships?.[name];
    if (given?.["~kind"] !== "manyToMany") throw new TypeError(`"${this.#spec.type}.${name}" is not a manyToMany.`);
    const where = `data.source(${this.#spec.type}): "${name}"`;
    const link = linkTable(where, given, this.#table, this.#target(name).#table);
    this.#links.set(name, link);
    return link;
  }

  #target(name: string): DrizzleStore {
    return this.#store(this.#spec.relationships.get(name)?.target ?? "");
  }

  #store(type: string): DrizzleStore {
    const store = this.#stores.get(type);
    if (store) return store;
    throw new TypeError(`"${type}" has no source.`);
  }
}

const PARENT = "#parent";
const keyName = (index: number) => `#key${index}`;

function is(column: Column, value: unknown): SQL {
  return sql`${column} = ${sql.param(value, column)}`;
}

/** Ids come as texts in JSON. */
function idsDecoder({ idKind }: ResourceSpec): (ids: unknown) => unknown {
  const read = (text: string) => (idKind === "int" ? Number(text) : text);
  return (ids) => ((typeof ids === "string" ? JSON.parse(ids) : ids) as readonly string[]).map(read);
}

/** The type to cast a cursor's key to. An expression has one if `mapWith(column)` gives it. */
function keyCast(expression: SQL | Column | undefined): SQL | undefined {
  const { decoder } = (expression ?? {}) as { decoder?: unknown };
  const column = expression instanceof Column ? expression : decoder;
  return column instanceof Column ? castOf(column) : undefined;
}

function decoderOf(expression: SQL | Column): (value: unknown) => unknown {
  const { decoder } = expression as unknown as { decoder?: { mapFromDriverValue(value: unknown): unknown } };
  return decoder ? (value) => decoder.mapFromDriverValue(value) : (value) => value;
}

/** In a subquery, every column needs a name of its own. */
function withAliases(selected: Selected): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(selected).map(([name, value]) => [
      name,
      (value instanceof Column ? sql`${value}`.mapWith(value) : value).as(name),
    ]),
  );
}
