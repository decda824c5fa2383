import { and, Column, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { Problems } from "../define/model/problems.js";
import { type RelationshipSpec, type ResourceSpec, targetTypes } from "../define/model/resource.js";
import { checkConfigNames } from "../source/config-names.js";
import type { Registry } from "../source/registry.js";
import type { Session, StoredRelationship, TypedRef, Values } from "../source/store.js";
import { checkThrough, isThrough } from "../source/through.js";
import { ruleAt } from "../source/writable.js";
import { appSql, columnOfAlias, paramOf } from "./app-sql.js";
import { columnKey, columnsIn, FieldColumns, isColumnOf, isTextKey, strayColumn } from "./columns.js";
import { hasOneSpelling, typeColumn, valueKind } from "./column-values.js";
import type { HasMany, StoreConfig } from "./config.js";
import { keyColumnsBeside, namesOf } from "./constraints.js";
import { fieldOrder } from "./field-order.js";
import { changedByDelete } from "./foreign-keys.js";
import { type AppRules, type LinkTable, linkTable, misledPointer, type Pairs } from "./link-table.js";
import { severalColumns } from "./several.js";
import { type ToManyStorage, toManyStorage } from "./to-many-storage.js";
import { ANYTHING, anyScope, checkScope, pinnedColumns, type AcrossScopes } from "./scope-columns.js";
import { seesTenant, tenantColumn, withTenant } from "./tenant.js";
import { checkViolationNames } from "./violations.js";

/**
 * A resource in its table: its columns, its scope, and the tables that it is related to.
 *
 * A scope names the schema's own columns, so no statement gives a scoped table an alias: related rows are found by uncorrelated
 * subqueries, in which those names mean the subquery's table.
 */
export class StoredTable {
  readonly spec: ResourceSpec;
  readonly table: PgTable;
  readonly config: StoreConfig;
  readonly columns: FieldColumns;
  readonly id: Column;
  /** The name of its column in Drizzle's table. */
  readonly idKey: string;
  /** The column with the time at which a row was deleted. */
  readonly deletedColumn: Column | undefined;
  /** Makes the id of a new row. */
  readonly newId: (() => unknown) | undefined;
  /** The tenant's column that new rows get, by its name in Drizzle's table. */
  readonly tenantKey: string | undefined;
  /** Whether a tenant that a client names is one that the caller sees. Undefined if the source has a scope of its own. */
  readonly seesTenant: ((ctx: never, tenant: unknown) => SQL) | undefined;
  /** Whether `values` of the source may fill any column. */
  readonly fillsAny: boolean;
  /** How messages call the source. */
  readonly where: string;
  readonly #tables: ReadonlyMap<string, StoredTable>;
  readonly #app: AppRules & { readonly registry: Registry };
  /** The to-one relationship to the row whose scope decides. */
  readonly #through: string | undefined;
  readonly #storage: Map<string, ToManyStorage>;
  /** How to-many relationships are stored. Those without configuration are missing until all sources are known. */
  readonly storage: ReadonlyMap<string, ToManyStorage>;
  /** The other columns of each key of the id: the scope must compare those of one key with values. Empty if ids are unique alone. */
  #idKeys: readonly (readonly string[])[] = [];
  /** The columns of one of these keys. */
  readonly #besideId: readonly Column[];
  readonly #across: AcrossScopes | undefined;
  readonly #links = new Map<string, LinkTable>();
  readonly #relationships = new Map<string, StoredRelationship>();

  /**
   * @param tables The tables of all types that have a source. More may be added later.
   * @param app The rules of the app, its registry, and where problems are collected.
   */
  constructor(
    spec: ResourceSpec,
    table: PgTable,
    given: StoreConfig,
    tables: ReadonlyMap<string, StoredTable>,
    app: AppRules & { readonly registry: Registry; readonly problems: Problems },
  ) {
    this.spec = spec;
    this.table = table;
    this.where = `data.source(${spec.type})`;
    const { problems, tenant } = app;
    this.#app = app;
    const columns = problems.collect(() => {
      checkConfigNames(spec, given, true);
      const several = severalColumns(this.where, spec, given.relationships ?? {}, (column) =>
        isColumnOf(table, column) ? undefined : strayColumn(column, table),
      );
      return new FieldColumns(spec, table, given.columns ?? {}, app.tables, several);
    });
    const config = (tenant && problems.collect(() => withTenant(this.where, table, given, tenant))) ?? given;
    this.#through = isThrough(config.scope) ? config.scope["~through"] : undefined;
    this.config = this.#through === undefined ? config : { ...config, scope: this.#scopeThrough(this.#through) };
    const whose = tenant && tenantColumn(table, tenant);
    this.tenantKey = whose && tenant?.column;
    if (tenant && whose && given.scope === undefined)
      this.seesTenant = (ctx, named) => seesTenant(whose, tenant, ctx, named);
    this.fillsAny = given.values !== undefined;
    this.#tables = tables;
    this.#storage = new Map(
      [...spec.relationships.keys()].flatMap((name) => {
        const stored = this.#given(name);
        return stored ? [[name, stored] as const] : [];
      }),
    );
    this.storage = this.#storage;
    // Related sources may come later. Of a scope through one, only its own column is compared with keys, as that of an `in`.
    const pointer = columns?.fields.get(this.#through ?? "")?.column;
    const scope = pointer === undefined ? this.config.scope : () => sql`${pointer} in ()`;
    const setsId = spec.createFields.has("id");
    this.#across = problems.collect(() => checkScope(this.where, table, { ...config, scope }, setsId));
    this.deletedColumn = problems.collect(() => this.#checkedDeleted());
    problems.throwAll(this.where); // the rest needs the columns
    this.columns = columns as FieldColumns; // else it has thrown
    problems.collect(() => checkViolationNames(this.where, table, this.columns, config.violations ?? {}));
    this.id = this.#checkedId(scope);
    const [beside = []] = this.#idKeys;
    this.#besideId = Object.values<Column>(getTableColumns(table)).filter(({ name }) => beside.includes(name));
    this.idKey = columnKey(table, this.id);
    this.newId = config.newId ?? (isTextKey(this.id) ? app.newId : undefined);
  }

  /** The column that counts the changes of a row. */
  get versionColumn(): Column | undefined {
    const { version } = this.spec;
    return version && this.columns.column(version.field);
  }

  /** The column whose type the values of a field have. */
  typeColumn(name: string): Column | undefined {
    const isToMany = this.spec.relationships.get(name)?.many === true;
    return isToMany ? this.target(name).id : typeColumn(this.columns.fields.get(name)?.expression);
  }

  // ---- what a write stores

  /** Values by column, as Drizzle writes them. */
  written(session: Session, values: Values): Record<string, unknown> {
    const written = this.columns.written(values);
    for (const name of Object.keys(values)) {
      const several = this.columns.several.get(name);
      for (const [column, stored] of several?.write(values[name] as TypedRef | null) ?? [])
        written[columnKey(this.table, column)] = stored;
      const { key, write } = (this.spec.relationships.has(name) && this.columns.fields.get(name)) || {};
      if (key !== undefined && write === undefined) written[key] = this.target(name).ownId(session, written[key]);
    }
    return written;
  }

  /** An id as its row spells it, for a column that leads to the row: clients know the row by that spelling. */
  ownId(session: Session, id: unknown): unknown {
    if (id === null || hasOneSpelling(this.id)) return id;
    const given = paramOf(this.id, id);
    // Other tenants may have the same id, and spell it in another way.
    const isOwn = this.#besideId.length > 0 ? this.visible(session) : undefined;
    const isRow = and(sql`${this.id} = ${given}`, isOwn);
    return sql`coalesce((select ${this.id} from ${this.table} where ${isRow}), ${given})`;
  }

  // ---- the rows that a caller sees

  get isScoped(): boolean {
    return typeof this.config.scope === "function" || this.config.deleted !== undefined;
  }

  /** @param withDeleted Whether a row that is deleted softly still shows. */
  visible(session: Session, withDeleted = false): SQL | undefined {
    const { deleted } = this.config;
    const inScope = appSql(this.#scope(session));
    const column = this.deletedColumn;
    if (column === undefined || (withDeleted && deleted instanceof Column)) return inScope;
    return and(inScope, sql`${column} is null`);
  }

  #scope({ ctx }: Session): SQL | undefined {
    const { scope } = this.config;
    const given = typeof scope === "function" ? scope(ctx as never) : undefined;
    if (this.#idKeys.length > 0) this.#checkPinned(given);
    return given;
  }

  #scopeThrough(name: string): (ctx: never) => SQL {
    return (ctx) => sql`${this.columns.column(name)} in ${this.target(name).#idsInScope({ ctx, db: undefined })}`;
  }

  /** The ids of all rows in scope, also of those that are deleted softly. */
  #idsInScope(session: Session): SQL {
    const inScope = appSql(this.#scope(session));
    return sql`(select ${this.id} from ${this.table}${inScope ? sql` where ${inScope}` : sql``})`;
  }

  /**
   * Throws for a scope in which a conflict of a write could tell what other scopes contain.
   *
   * @param written Values by column, as Drizzle writes them.
   */
  checkWrite(session: Session, written: object, isInsert = false): void {
    if (this.#across === undefined) return;
    this.#across.check(this.#scope(session), this.#namesIn(written), isInsert);
  }

  /** The same for the scope of no caller in particular, and the fields that an operation writes. */
  checkWritten(fields: Iterable<string>, isInsert: boolean): void {
    for (const name of fields) {
      const stored = this.storage.get(name);
      if (stored?.["~kind"] === "hasMany") this.target(name).#checkAtStart(new Set(namesOf([stored.column])), false);
    }
    const columns = [...fields].flatMap((name) => this.columns.fields.get(name)?.column ?? []);
    this.#checkAtStart(new Set(namesOf(columns)), isInsert);
  }

  #checkAtStart(written: ReadonlySet<string>, isInsert: boolean): void {
    const { scope, check } = this.#across ?? {};
    if (scope === undefined) return;
    check?.(scope, written, isInsert);
    if (isInsert) check?.(scope, this.#namesIn(this.#anyValues()), true);
  }

  /** What `values` of the source sets, for no caller in particular. Nothing if it needs a real one: each write is checked, too. */
  #anyValues(): object {
    try {
      return this.config.values?.(ANYTHING as never) ?? {};
    } catch {
      return {};
    }
  }

  #namesIn(values: object): ReadonlySet<string> {
    const columns = Object.entries<Column>(getTableColumns(this.table));
    return new Set(columns.flatMap(([key, { name }]) => (Object.hasOwn(values, key) ? name : [])));
  }

  writable(session: Session, at: "before" | "after" = "before"): SQL | undefined {
    return appSql(ruleAt(this.config.writable, at)?.(session.ctx as never));
  }

  /** An id means one row, or a change of it would change others. */
  #checkedId(scope: StoreConfig["scope"]): Column {
    const { column } = this.columns.fields.get("id") ?? {};
    const use = "Name a column with a primary key, a unique constraint or a unique index: columns: { id: … }.";
    if (column === undefined) throw new TypeError(`${this.where}: the id is an SQL expression. ${use}`);
    const keys = keyColumnsBeside(this.table, column);
    if (keys.some((beside) => beside.length === 0)) return column;
    const any = typeof scope === "function" ? anyScope(scope) : undefined;
    this.#idKeys = columnsIn(any).isOpen ? keys : this.#pinnedKeys(keys, any as SQL | undefined);
    if (this.#idKeys.length > 0) return column;
    throw new TypeError(
      `${this.where}: the id's column "${column.name}" is not unique in "${getTableName(this.table)}". ${use}`,
    );
  }

  /** An id that is unique only within its scope needs a scope that compares the rest of its key, for every caller. */
  #checkPinned(scope: SQL | undefined): void {
    if (this.#pinnedKeys(this.#idKeys, scope).length > 0) return;
    const others = this.#idKeys.map((beside) => beside.map((name) => `"${name}"`).join(" and ")).join(", or ");
    const key = `The id of "${getTableName(this.table)}" is unique only together with ${others}`;
    throw new TypeError(`${this.where}: scope: ${key}. Compare it with one value for every caller: eq(column, value).`);
  }

  /** The keys whose columns a scope compares with values. */
  #pinnedKeys(keys: readonly (readonly string[])[], scope: SQL | undefined): readonly (readonly string[])[] {
    const pinned = new Set(namesOf(pinnedColumns(scope).filter((column) => isColumnOf(this.table, column))));
    return keys.filter((beside) => beside.every((name) => pinned.has(name)));
  }

  /** A row is deleted if the column holds a time, so it must be able to hold one, and none. */
  #checkedDeleted(): Column | undefined {
    const { deleted } = this.config;
    const column = deleted === undefined || deleted instanceof Column ? deleted : deleted.column;
    if (column !== undefined && !isColumnOf(this.table, column)) {
      throw new TypeError(`${this.where}: deleted: ${strayColumn(column, this.table)}`);
    }
    if (column === undefined || (!column.notNull && /^(timestamp|date)/.test(column.getSQLType()))) return column;
    throw new TypeError(`${this.where}: deleted: "${column.name}" must be a timestamp that may be null.`);
  }

  /** `(select id from table where … and in scope)` */
  visibleIds(session: Session, condition?: SQL, column: Column = this.id, beside: readonly Column[] = []): SQL {
    const notNull = column.notNull ? undefined : sql`${column} is not null`; // with a null in it, `not in` would find nothing
    const where = and(notNull, condition, this.visible(session));
    return sql`(select ${listed([column, ...beside])} from ${this.table}${where ? sql` where ${where}` : sql``})`;
  }

  /**
   * The condition that the members of a to-many's pairs are rows that the caller sees, in pairs that count for the caller.
   *
   * @param alias What the statement calls the pairs that count: `pairsAs` of this name.
   */
  seenMembers(session: Session, name: string, alias?: string): SQL | undefined {
    const { to, seen } = this.pairs(name);
    const target = this.target(name);
    const own = alias === undefined ? seen?.(session.ctx as never) : undefined;
    if (!target.isScoped) return own;
    // Children are rows of the target: where other scopes have the same ids, only the whole key says which row it is.
    const beside = this.isLink(name) ? [] : target.#besideId;
    const row = [to, ...beside].map((column) => (alias === undefined ? column : columnOfAlias(column, alias)));
    const rows = target.visibleIds(session, undefined, target.id, beside);
    return and(beside.length === 0 ? sql`${listed(row)} in ${rows}` : sql`(${listed(row)}) in ${rows}`, own);
  }

  // ---- relationships

  relationship(name: string): StoredRelationship | undefined {
    const known = this.#relationships.get(name);
    if (known) return known;
    const stored = this.#storedRelationship(name);
    if (stored) this.#relationships.set(name, stored);
    return stored;
  }

  #storedRelationship(name: string): StoredRelationship | undefined {
    const given = this.storage.get(name);
    const isOwn = this.columns.fields.has(name) || this.columns.several.has(name);
    if (given === undefined) return isOwn ? { kind: "column" } : undefined;
    const isOrdered = given.orderBy.length > 0;
    const orderBy = isOrdered ? fieldOrder(this.target(name), given.orderBy) : undefined;
    const common = { limit: given.limit, isOrdered, orderBy };
    if (given["~kind"] === "manyToMany") return { kind: "link", ...common, isInverse: this.#isInverse(name) };
    const keepsMembers = given.column.notNull ? `the column "${given.column.name}" must not be null.` : undefined;
    return { kind: "children", ...common, keepsMembers };
  }

  /** Whether the members have a relationship of the same pairs. */
  #isInverse(name: string): boolean {
    const { table, from, to } = this.link(name);
    const target = this.target(name);
    return [...target.storage].some(([other, given]) => {
      if (given["~kind"] !== "manyToMany" || given.table !== table) return false;
      const link = target.link(other);
      return link.from.name === to.name && link.to.name === from.name;
    });
  }

  isLink(name: string): boolean {
    return this.storage.get(name)?.["~kind"] === "manyToMany";
  }

  hasMany(name: string): HasMany {
    const given = this.storage.get(name);
    if (given?.["~kind"] === "hasMany") return given;
    throw new TypeError(`"${this.spec.type}.${name}" is not a hasMany.`);
  }

  link(name: string): LinkTable {
    const known = this.#links.get(name);
    if (known) return known;
    const given = this.storage.get(name);
    if (given?.["~kind"] !== "manyToMany") throw new TypeError(`"${this.spec.type}.${name}" is not a manyToMany.`);
    const where = `${this.where}: "${name}"`;
    const target = this.target(name);
    const sharesIds = this.#idKeys.length > 0 || target.#idKeys.length > 0;
    const link = linkTable(where, given, this.table, target.table, this.#app, sharesIds);
    this.#links.set(name, link);
    return link;
  }

  /** The pairs of a to-many, however it is stored: the table of children has both columns. */
  pairs(name: string): Pairs {
    if (this.isLink(name)) return this.link(name);
    const { column, orderBy } = this.hasMany(name);
    const { table, id } = this.target(name);
    return { table, from: column, to: id, orderBy, key: [id], seen: undefined };
  }

  /** The types in whose tables a write of a row, or its deletion, changes rows too. Its own is one if the table refers to itself. */
  affectedTypes(isDelete: boolean): string[] {
    const all = [...this.#tables.values()];
    const isHard = isDelete && this.deletedColumn === undefined;
    const changed = isHard
      ? changedByDelete(this.table, [...this.#schemaTables(), ...all.map(({ table }) => table)])
      : undefined;
    const isAffected = (each: StoredTable) => changed?.has(each.table) || (each !== this && each.table === this.table);
    return all.flatMap((each) => (isAffected(each) ? each.spec.type : []));
  }

  #schemaTables(): PgTable[] {
    return [...new Set(Object.values(this.#app.tables))].filter((table) => is(table, PgTable));
  }

  target(name: string): StoredTable {
    return this.tableOf(this.spec.relationships.get(name)?.target ?? "");
  }

  tableOf(type: string): StoredTable {
    const table = this.#tables.get(type);
    if (table) return table;
    throw new TypeError(`"${type}" has no source.`);
  }

  /** Throws for what is wrong with the relationships. Called when all sources are known. */
  checkRelationships(): void {
    const problems = new Problems();
    for (const [name, relationship] of this.spec.relationships)
      problems.collect(() => this.#checkRelationship(name, relationship));
    problems.collect(() => this.#checkThrough());
    problems.throwAll(this.where);
  }

  #checkRelationship(name: string, relationship: RelationshipSpec): void {
    const { where } = this;
    const { many, target, targets } = relationship;
    for (const type of targetTypes(relationship)) {
      if (this.#tables.has(type)) continue;
      if (this.#app.registry.has(type)) return; // what is wrong with that source is a problem of its own
      throw new TypeError(`${where}: "${name}" leads to "${type}", which has no source.`);
    }
    if (targets) {
      const tables = [...targets.keys()].map((type) => this.tableOf(type));
      for (const each of tables) this.#checkWhose(name, this, each);
      this.columns.several.get(name)?.check(tables);
      return;
    }
    if (!many) {
      const { column, read } = this.columns.fields.get(name) ?? {};
      if (column === undefined) return;
      this.#checkPointer(name, this.table, column, this.target(name));
      if (read === undefined) this.#checkKind(name, column, this.target(name));
      this.#checkWhose(name, this, this.target(name));
      return;
    }
    if (this.spec.writeOnly.has(name)) return;
    const given = this.#given(name) ?? this.#storageBetween(name, target);
    this.#storage.set(name, given);
    const { table } = this.target(name);
    if (given["~kind"] === "manyToMany") {
      const link = this.link(name);
      this.#checkPointer(name, link.table, link.from, this);
      this.#checkPointer(name, link.table, link.to, this.target(name));
    } else if (isColumnOf(table, given.column)) {
      this.#checkPointer(name, table, given.column, this);
      this.#checkKind(name, given.column, this);
      this.#checkWhose(name, this.target(name), this);
      const { several } = this.target(name).columns;
      if ([...several.values()].some((each) => each.hasOthers(given.column)))
        throw new TypeError(
          `${where}: "${name}": "${given.column.name}" also holds ids of other types, so hasMany cannot tell them apart. Remove "${name}", and list "${target}" with a filter.`,
        );
    } else throw new TypeError(`${where}: "${name}": ${strayColumn(given.column, table)}`);
  }

  /** A row for everybody would mean another row for each caller, and a change of one caller's members would be one of the others'. */
  #checkWhose(name: string, { config, spec }: StoredTable, target: StoredTable): void {
    if (config.scope !== "none" || target.#idKeys.length === 0) return;
    throw new TypeError(
      `${this.where}: "${name}": other scopes may have the ids of "${target.spec.type}", too, so "${spec.type}" with scope: "none" does not say whose row it means. State another scope for "${spec.type}".`,
    );
  }

  /** How the configuration says that a to-many is stored. */
  #given(name: string): ToManyStorage | undefined {
    const { many } = this.spec.relationships.get(name) ?? {};
    return many ? (this.config.relationships?.[name] as ToManyStorage | undefined) : undefined; // `severalColumns` has checked the others
  }

  #checkThrough(): void {
    const name = this.#through;
    if (name === undefined) return;
    checkThrough(this.spec.type, (type) => {
      const table = this.#tables.get(type);
      return table?.spec.relationships.get(table.#through ?? "")?.target;
    });
    const target = this.#tables.get(this.spec.relationships.get(name)?.target ?? "");
    if (target === undefined || target.#idKeys.length === 0) return;
    const shared = `other scopes may have the ids of "${target.spec.type}", too, so they do not say whose a row is`;
    throw new TypeError(
      `${this.where}: scope: through("${name}"): ${shared}. Write a scope that compares the whole key.`,
    );
  }

  /** How a to-many without configuration is stored. */
  #storageBetween(name: string, target: string): ToManyStorage {
    const rivals = [...this.spec.relationships].flatMap(([other, { many, target: same }]) =>
      many && other !== name && same === target ? other : [],
    );
    return toManyStorage(this.where, name, {
      own: this.table,
      target: this.target(name).table,
      tables: this.#schemaTables(),
      hasSource: (table) => [...this.#tables.values()].some((other) => other.table === table),
      tenant: this.#app.tenant,
      newId: this.#app.newId,
      rivalOf: (storage) => rivals.find((other) => isSameStorage(this.#given(other), storage)),
    });
  }

  /** The compiler compares only columns that it sees by name. */
  #checkKind(name: string, column: Column, { id, spec }: StoredTable): void {
    const [held, wanted] = [valueKind(column), valueKind(id)];
    if (held === wanted) return;
    const kinds = `"${column.name}" holds ${held}, but the ids of "${spec.type}" are ${wanted}`;
    throw new TypeError(`${this.where}: "${name}": ${kinds}. Give both columns one mode.`);
  }

  #checkPointer(name: string, table: PgTable, column: Column, target: StoredTable): void {
    const sentence = misledPointer(table, column, target.spec.type, target);
    if (sentence !== undefined) throw new TypeError(`${this.where}: "${name}": ${sentence}`);
  }
}

function listed(columns: readonly Column[]): SQL {
  return sql.join([...columns], sql`, `);
}

/** Whether two relationships would be one. One without configuration may be stored in any way. */
function isSameStorage(one: ToManyStorage | undefined, other: ToManyStorage): boolean {
  if (one === undefined) return true;
  if (one["~kind"] === "manyToMany") return other["~kind"] === "manyToMany" && one.table === other.table;
  return other["~kind"] === "hasMany" && one.column.name === other.column.name;
}
