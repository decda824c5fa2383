import { and, Column, getTableColumns, type Param, type SQL, sql } from "drizzle-orm";
import type { Problems } from "../../define/model/problems.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { checkConfigNames } from "../../source/options/config-names.js";
import type { Registry } from "../../source/handlers/registry.js";
import type { Session, StoredRelationship, TypedRef, Values } from "../../source/store/store.js";
import { isThrough } from "../../source/options/through.js";
import { ruleAt } from "../../source/options/writable.js";
import { appSql, paramOf, typeColumn } from "../database/app-sql.js";
import { columnKey, FieldColumns, isColumnOf, isTextKey, strayColumn } from "../columns/columns.js";
import type { HasMany, StoreConfig } from "../config/store-config.js";
import { mayBeNull, namesOf } from "../declarations/constraints.js";
import { fieldOrder } from "../columns/field-order.js";
import { changedByDelete } from "../declarations/foreign-keys.js";
import type { Dialect } from "../database/dialect.js";
import { dialectOf } from "../dialects/dialects.js";
import { IdColumns, listed } from "../columns/id-columns.js";
import { type AppRules, type LinkTable, linkTable, type Pairs } from "./link-table.js";
import { severalColumns, typedIds } from "../columns/several.js";
import type { ToManyStorage } from "./to-many-storage.js";
import { ANYTHING, checkScope, pinnedInAny, type AcrossScopes } from "../columns/scope-columns.js";
import { seesTenant, tenantColumn, withTenant } from "./tenant.js";
import { checkedId, UniqueId, withoutScope } from "./unique-id.js";
import { checkViolationNames } from "./violations.js";
import { type DbTable, isDbTable } from "../declarations/table-config.js";
import { viewReason } from "../declarations/views.js";

/**
 * A resource in its table: its columns, its scope, and the tables that it is related to.
 *
 * A scope names the schema's own columns, so no statement gives a scoped table an alias: related rows are found by uncorrelated
 * subqueries, in which those names mean the subquery's table.
 */
export class StoredTable {
  readonly spec: ResourceSpec;
  readonly table: DbTable;
  readonly dialect: Dialect;
  readonly config: StoreConfig;
  readonly columns: FieldColumns;
  readonly id: IdColumns;
  /** The name of its column in Drizzle's table, if it has only one. */
  readonly idKey: string | undefined;
  /** The column with the time at which a row was deleted. */
  readonly deletedColumn: Column | undefined;
  readonly newId: (() => unknown) | undefined;
  /** The tenant's column that new rows get, by its name in Drizzle's table. */
  readonly tenantKey: string | undefined;
  /** Whether a tenant that a client names is one that the caller sees. Undefined if the source has a scope of its own. */
  readonly seesTenant: ((ctx: object, tenant: unknown) => SQL) | undefined;
  /** Whether `values` of the source may fill any column. */
  readonly fillsAny: boolean;
  /** How messages call the source. */
  readonly where: string;
  readonly tables: ReadonlyMap<string, StoredTable>;
  readonly app: AppRules & { readonly registry: Registry };
  /** The to-one relationship to the row whose scope decides. */
  readonly through: string | undefined;
  readonly #storage: Map<string, ToManyStorage>;
  /** How to-many relationships are stored. Those without configuration are missing until all sources are known. */
  readonly storage: ReadonlyMap<string, ToManyStorage>;
  readonly uniqueId: UniqueId;
  /** A type that the rows lead to, whose ids other scopes have, too. */
  sharedTarget: string | undefined;
  /** What a statement that writes returns. */
  readonly returned: Record<string, SQL | Column>;
  readonly #across: AcrossScopes | undefined;
  readonly #links = new Map<string, LinkTable>();
  readonly #pairs = new Map<string, Pairs>();
  readonly #relationships = new Map<string, StoredRelationship>();

  /**
   * @param tables The tables of all types that have a source. More may be added later.
   * @param app The rules of the app, its registry, and where problems are collected.
   */
  constructor(
    spec: ResourceSpec,
    table: DbTable,
    given: StoreConfig,
    tables: ReadonlyMap<string, StoredTable>,
    app: AppRules & { readonly registry: Registry; readonly problems: Problems },
  ) {
    this.spec = spec;
    this.table = table;
    this.dialect = dialectOf(table);
    this.where = `data.source(${spec.type})`;
    const { problems, tenant } = app;
    this.app = app;
    const config = (tenant && problems.collect(() => withTenant(this.where, table, given, tenant))) ?? given;
    const columns = problems.collect(() => {
      checkConfigNames(spec, given, true);
      const several = severalColumns(this.where, spec, given.relationships ?? {}, (column) =>
        isColumnOf(table, column) ? undefined : strayColumn(column, table),
      );
      const pinned = pinnedInAny(config.scope).filter((column) => isColumnOf(table, column));
      return new FieldColumns(spec, table, given.columns ?? {}, app.tables, pinned, several);
    });
    this.through = isThrough(config.scope) ? config.scope["~through"] : undefined;
    this.config = this.through === undefined ? config : { ...config, scope: this.#scopeThrough(this.through) };
    const tenantsColumn = tenant && tenantColumn(table, tenant);
    this.tenantKey = tenantsColumn && tenant?.column;
    if (tenant && tenantsColumn && given.scope === undefined)
      this.seesTenant = (ctx, named) => seesTenant(tenantsColumn, tenant, ctx, named);
    this.fillsAny = given.values !== undefined;
    this.tables = tables;
    this.#storage = new Map(
      [...spec.relationships.keys()].flatMap((name) => {
        const stored = this.given(name);
        return stored ? [[name, stored] as const] : [];
      }),
    );
    this.storage = this.#storage;
    // Related sources may come later. Of a scope through one, only its own column is compared with keys, as that of an `in`.
    const pointer = columns?.fields.get(this.through ?? "")?.ids;
    const scope = pointer === undefined ? this.config.scope : () => sql`${pointer.row} in ()`;
    const setsId = spec.createFields.has("id") && spec.idKind !== "uuid";
    this.#across = problems.collect(() => checkScope(this.where, table, { ...config, scope }, setsId));
    this.deletedColumn = problems.collect(() => this.#checkedDeleted());
    problems.throwAll(this.where); // the rest needs the columns
    this.columns = columns as FieldColumns; // else it has thrown
    problems.collect(() => checkViolationNames(this.where, table, this.columns, config.violations ?? {}));
    this.id = checkedId(this.where, spec, table, this.columns, config);
    this.uniqueId = new UniqueId(this.where, spec.type, table, this.id, scope);
    this.returned = this.id.selected("id");
    const { single } = this.id;
    this.idKey = single && columnKey(table, single);
    this.newId = config.newId ?? (single && isTextKey(single) ? app.newId : undefined);
  }

  /** The column that counts the changes of a row. */
  get versionColumn(): Column | undefined {
    const { version } = this.spec;
    return version && this.columns.column(version.field);
  }

  /** The column whose type the values of a field have. */
  typeColumn(name: string): Column | undefined {
    const isToMany = this.spec.relationships.get(name)?.many === true;
    return isToMany ? this.target(name).id.single : typeColumn(this.columns.fields.get(name)?.expression);
  }

  /** Whether the values of a field are ids of several columns. */
  isComposite(name: string): boolean {
    const isToMany = this.spec.relationships.get(name)?.many === true;
    const ids = isToMany ? this.target(name).id : this.columns.fields.get(name)?.ids;
    return ids !== undefined && ids.single === undefined;
  }

  /** The column of the ids, for what needs one. */
  get idColumn(): Column {
    if (this.id.single) return this.id.single;
    const advice = `Remove "${this.spec.type}" from its types.`;
    throw new TypeError(`${this.where}: a to-one of several types cannot lead to ids of several columns. ${advice}`);
  }

  // ---- what a write stores

  /** Values by column, as Drizzle writes them. */
  written(session: Session, values: Values): Record<string, unknown> {
    const written = this.columns.written(values);
    for (const [name, value] of Object.entries(values)) {
      const several = this.columns.several.get(name);
      for (const [column, stored] of several?.write(value as TypedRef | null) ?? [])
        written[columnKey(this.table, column)] = stored;
      const { keys, write } = (this.spec.relationships.has(name) && this.columns.fields.get(name)) || {};
      const [key] = keys ?? [];
      if (keys === undefined || key === undefined || write !== undefined) continue;
      const target = this.target(name);
      if (target.id.single) written[key] = target.ownId(session, written[key]);
      else if (value !== null)
        for (const [index, part] of target.ownParts(session, value).entries()) written[keys[index] ?? ""] = part;
    }
    return written;
  }

  /** An id as its row spells it, for a column that leads to the row: clients know the row by that spelling. */
  ownId(session: Session, id: unknown): unknown {
    const { single } = this.id;
    if (single === undefined || id === null || this.dialect.hasOneSpelling(single)) return id;
    return this.#ownSpelling(session, single, sql`${single} = ${paramOf(single, id)}`, paramOf(single, id));
  }

  /** The parts of an id as its row spells them, for the columns that lead to the row. */
  ownParts(session: Session, id: unknown): readonly unknown[] {
    const { single, columns } = this.id;
    if (single) return [this.ownId(session, id)];
    const texts = this.id.split(id) ?? [];
    return columns.map((column, index) => {
      const given = this.dialect.partParam(column, texts[index]);
      return this.id.hasOneSpelling ? given : this.#ownSpelling(session, column, this.id.equals(id), given);
    });
  }

  #ownSpelling(session: Session, column: Column, idCondition: SQL, given: SQL | Param): SQL {
    // Other tenants may have the same id, and spell it in another way.
    const ownRow = and(idCondition, this.uniqueId.isShared ? this.visible(session) : undefined);
    return sql`coalesce((select ${column} from ${this.table} where ${ownRow}), ${given})`;
  }

  /** The sentence for the first of these fields that no write can set. An edit cannot set a part of the id. */
  unwritable(fields: Iterable<string>, isEdit: boolean): string | undefined {
    const problem = this.columns.unwritable(fields);
    if (problem !== undefined) return problem;
    const part = isEdit ? this.columns.partOfId(fields) : undefined;
    if (part !== undefined)
      return `"${this.spec.type}.${part}" is a part of the id, so an edit would give the resource another id.`;
    for (const name of fields) {
      if (this.storage.get(name)?.["~kind"] !== "hasMany") continue;
      const { table, columns } = this.target(name);
      const partOfId = this.pairs(name).from.written.find((column) => columns.isPartOfId(columnKey(table, column)));
      const reason = viewReason(table) ?? (partOfId && `"${partOfId.name}" is a part of its members' id`);
      if (reason !== undefined) return `"${this.spec.type}.${name}" cannot be written, because ${reason}.`;
    }
    return undefined;
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
    const given = typeof scope === "function" ? scope(ctx) : undefined;
    if (this.uniqueId.isShared) this.uniqueId.check(given);
    if (given === undefined && this.sharedTarget !== undefined) throw withoutScope(this.where, this.sharedTarget);
    return given;
  }

  #scopeThrough(name: string): (ctx: object) => SQL {
    return (ctx) => sql`${this.columns.ids(name).row} in ${this.target(name).#idsInScope({ ctx, db: undefined })}`;
  }

  /** The ids of all rows in scope, also of those that are deleted softly. */
  #idsInScope(session: Session): SQL {
    const inScope = appSql(this.#scope(session));
    return sql`(select ${this.id.list} from ${this.table}${inScope ? sql` where ${inScope}` : sql``})`;
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
      if (stored?.["~kind"] !== "hasMany") continue;
      this.target(name).#checkAtStart(new Set(namesOf(this.pairs(name).from.written)), false);
    }
    const columns = [...fields].flatMap((name) => {
      const { column, ids } = this.columns.fields.get(name) ?? {};
      return column ?? ids?.columns ?? [];
    });
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
      return this.config.values?.(ANYTHING) ?? {};
    } catch {
      return {};
    }
  }

  #namesIn(values: object): ReadonlySet<string> {
    const columns = Object.entries<Column>(getTableColumns(this.table));
    return new Set(columns.flatMap(([key, { name }]) => (Object.hasOwn(values, key) ? name : [])));
  }

  writable(session: Session, at: "before" | "after" = "before"): SQL | undefined {
    return appSql(ruleAt(this.config.writable, at)?.(session.ctx));
  }

  /** A row is deleted if the column holds a time, so it must be able to hold one, and none. */
  #checkedDeleted(): Column | undefined {
    const { deleted } = this.config;
    const column = deleted === undefined || deleted instanceof Column ? deleted : deleted.column;
    if (column !== undefined && !isColumnOf(this.table, column)) {
      throw new TypeError(`${this.where}: deleted: ${strayColumn(column, this.table)}`);
    }
    if (column === undefined || (!column.notNull && this.dialect.isTime(column))) return column;
    throw new TypeError(`${this.where}: deleted: "${column.name}" must be a timestamp that may be null.`);
  }

  /** `(select id from table where … and in scope)` */
  visibleIds(session: Session, condition?: SQL, ids: IdColumns = this.id, beside: readonly Column[] = []): SQL {
    const empty = ids.columns.filter((column) => !column.notNull);
    const notNull = empty.map((column) => sql`${column} is not null`); // with a null in it, `not in` would find nothing
    const where = and(...notNull, condition, this.visible(session));
    return sql`(select ${listed([...ids.columns, ...beside])} from ${this.table}${where ? sql` where ${where}` : sql``})`;
  }

  /**
   * The condition that the members of a to-many's pairs are rows that the caller sees, in pairs that count for the caller.
   *
   * @param alias What the statement calls the pairs that count: `pairsAs` of this name.
   * @param condition What the rows must meet.
   */
  seenMembers(session: Session, name: string, alias?: string, condition?: SQL): SQL | undefined {
    const { to, seen } = this.pairs(name);
    const target = this.target(name);
    const counted = alias === undefined ? seen?.(session.ctx) : undefined;
    if (!target.isScoped && condition === undefined) return counted;
    // Children are rows of the target: where other scopes have the same ids, only the whole key says which row it is.
    const beside = this.isLink(name) ? [] : target.uniqueId.beside;
    const row = new IdColumns([...to.columns, ...beside]).as(alias);
    const rows = target.visibleIds(session, condition, target.id, beside);
    return and(sql`${row.row} in ${rows}`, counted);
  }

  // ---- relationships

  relationship(name: string): StoredRelationship | undefined {
    const stored = this.#relationships.get(name) ?? this.#storedRelationship(name);
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
    const { table } = this.target(name);
    const { written, single } = this.pairs(name).from;
    const kept = written.filter((column) => !mayBeNull(table, column));
    const isKept = single ? kept.length > 0 : kept.length === written.length;
    const keepsMembers = viewReason(table) ?? (isKept ? `the column "${kept[0]?.name}" must not be null` : undefined);
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

  /** Says how a to-many is stored, when the sources are known. */
  setStorage(name: string, storage: ToManyStorage): void {
    this.#storage.set(name, storage);
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
    if (!this.id.single || !target.id.single)
      throw new TypeError(`${where}: manyToMany joins ids of one column. Make a resource of the join table.`);
    const sharesIds = this.uniqueId.isShared || target.uniqueId.isShared;
    const link = linkTable(where, given, this.table, target.table, this.app, sharesIds);
    this.#links.set(name, link);
    return link;
  }

  /** The pairs of a to-many, however it is stored: the table of children has both columns. */
  pairs(name: string): Pairs {
    const pairs = this.#pairs.get(name) ?? this.#pairsOf(name);
    this.#pairs.set(name, pairs);
    return pairs;
  }

  #pairsOf(name: string): Pairs {
    if (this.isLink(name)) {
      const { from, to, ...link } = this.link(name);
      return { ...link, from: new IdColumns([from]), to: new IdColumns([to]) };
    }
    const { columns, orderBy } = this.hasMany(name);
    const { table, id, columns: fields } = this.target(name);
    const typed = typedIds(fields.several, this).find(({ single }) => single?.name === columns[0]?.name);
    return { table, from: typed ?? new IdColumns(columns), to: id, orderBy, key: id.columns, seen: undefined };
  }

  /** The types in whose tables a write of a row, or its deletion, changes rows too. Its own is one if the table refers to itself. */
  affectedTypes(isDelete: boolean): string[] {
    const all = [...this.tables.values()];
    const isHard = isDelete && this.deletedColumn === undefined;
    const changed = isHard
      ? changedByDelete(this.table, new Set([...this.schemaTables(), ...all.map(({ table }) => table)]))
      : undefined;
    const isAffected = (each: StoredTable) => changed?.has(each.table) || (each !== this && each.table === this.table);
    return all.flatMap((each) => (isAffected(each) ? each.spec.type : []));
  }

  schemaTables(): DbTable[] {
    return [...new Set(Object.values(this.app.tables))].filter((table) => isDbTable(table));
  }

  target(name: string): StoredTable {
    return this.tableOf(this.spec.relationships.get(name)?.target ?? "");
  }

  tableOf(type: string): StoredTable {
    const table = this.tables.get(type);
    if (table) return table;
    throw new TypeError(`"${type}" has no source.`);
  }

  /** How the configuration says that a to-many is stored. */
  given(name: string): ToManyStorage | undefined {
    const { many } = this.spec.relationships.get(name) ?? {};
    return many ? (this.config.relationships?.[name] as ToManyStorage | undefined) : undefined; // `severalColumns` has checked the others
  }
}
