import { isFromFilter } from "../source/options/from-filter.js";
import { ownFilters, ownSorts, ruleOf } from "../source/options/own-rules.js";
import type * as store from "../source/store/store.js";
import { LIST_OPERATORS } from "../source/store/store.js";
import type { Violation } from "../source/store/violation.js";
import type { StoreSort } from "./config/store-config.js";
import { unfilledPair, unmetPair } from "./tables/link-table.js";
import { typeColumn } from "./database/app-sql.js";
import { uncheckedValues } from "./rows/conditions.js";
import { UnreadableKeys } from "./database/dialect.js";
import { checkRelationships } from "./tables/check-relationships.js";
import { WHOLE_OPERATORS } from "./columns/id-columns.js";
import { prepareMembers } from "./rows/member-values.js";
import { countRows, readByIds, readChildren, readKeys, readList, readValues } from "./rows/read.js";
import { isTransaction } from "./database/statements.js";
import type { StoredTable } from "./tables/stored-table.js";
import { inTransaction } from "./rows/transaction.js";
import { uniqueViolations } from "./tables/violation-at.js";
import { isUnreadable } from "./tables/violations.js";
import { isView } from "./declarations/views.js";
import { addMembers, deleteRow, insertRow, removeMembers, setMembers, updateRow } from "./rows/write.js";

/** The rows of one type, in a table. */
export class DrizzleStore implements store.Store {
  readonly isScoped: boolean;
  readonly isGuarded: boolean;
  readonly readOnly: string | undefined;
  readonly filters: ReadonlyMap<string, store.OwnName>;
  readonly sorts: ReadonlyMap<string, store.OwnName>;
  readonly isInTransaction = isTransaction;
  readonly listTree?: store.Store["listTree"];
  readonly byIdsTree?: store.Store["byIdsTree"];
  readonly #table: StoredTable;
  readonly #member: string;
  /** The type of an id of one column. */
  readonly #idType: string | undefined;
  /** The length of texts that Postgres fills with spaces. */
  readonly #idLength: number | undefined;

  /** @param member The member of the context that holds the database. */
  constructor(
    table: StoredTable,
    member: string,
    readonly errorOf: (error: unknown) => Error | undefined,
  ) {
    const { filters, sorts, writable } = table.config;
    this.#table = table;
    this.#member = member;
    const { single } = table.id;
    this.#idType = single && table.dialect.typeOf(single);
    const [, length] = /^char(?:acter)?\((\d+)\)$/.exec(this.#idType ?? "") ?? [];
    this.#idLength = length === undefined ? undefined : Number(length);
    this.isScoped = table.isScoped;
    this.isGuarded = writable !== undefined;
    if (isView(table.table)) {
      const offer = "Offer getMany, getOne, getRelated and getRelationship only.";
      this.readOnly = `tables.${table.spec.type} is a view, which a source only reads. ${offer}`;
    }
    if (table.dialect.trees) {
      this.listTree = (session, query) => readList(table, session, query);
      this.byIdsTree = (session, ids, selection) => readByIds(table, session, ids, selection);
    }
    this.filters = ownFilters(filters);
    this.sorts = ownSorts(sorts);
  }

  relationship(name: string): store.StoredRelationship | undefined {
    return this.#table.relationship(name);
  }

  idKey(id: store.Id): string {
    if (this.#idType === undefined) return this.#table.id.keyOf(id);
    const text = String(id);
    if (this.#idType === "uuid" || this.#idType === "citext") return text.toLowerCase();
    return this.#idLength === undefined ? text : text.replace(/ +$/, ""); // spaces at the end do not count
  }

  spelledId(id: store.Id): store.Id {
    if (this.#idType === undefined) return this.#table.id.spelled(id);
    return this.#idType === "uuid" ? this.idKey(id) : String(id).padEnd(this.#idLength ?? 0);
  }

  holdsJson(name: string): boolean {
    const { read } = this.#table.columns.fields.get(name) ?? {};
    return read === undefined && this.#table.dialect.jsonKind(this.#table.typeColumn(name)) === "value";
  }

  hasKey(name: string): boolean {
    const { config, columns } = this.#table;
    const sort = config.sorts?.[name];
    const rule = sort && ruleOf<StoreSort>(sort);
    return (
      (rule !== undefined && isFromFilter(rule)) ||
      typeColumn(rule ?? columns.fields.get(name)?.expression) !== undefined ||
      (rule === undefined && this.#table.isComposite(name))
    );
  }

  unfilled(fields: ReadonlySet<string>): string | undefined {
    const { columns, newId, tenantKey, fillsAny } = this.#table;
    return fillsAny ? undefined : columns.unfilled(newId ? [...fields, "id"] : fields, tenantKey);
  }

  unwritable(fields: Iterable<string>, isEdit: boolean): string | undefined {
    return this.#table.unwritable(fields, isEdit);
  }

  checkWritten(fields: Iterable<string>, isInsert: boolean): void {
    this.#table.checkWritten(fields, isInsert);
  }

  unfilledPairs(name: string): string | undefined {
    if (!this.#table.isLink(name)) return undefined;
    const { table, unfilled, isUnmet } = this.#table.link(name);
    if (unfilled !== undefined) return unfilledPair(name, table, unfilled);
    return isUnmet ? unmetPair(name, table) : undefined;
  }

  uniques(): readonly Violation[] {
    const { table, columns } = this.#table;
    return uniqueViolations({ table, fieldOf: (column) => columns.fieldOf(column) });
  }

  affectedTypes(isDelete: boolean): readonly string[] {
    return this.#table.affectedTypes(isDelete);
  }

  canReadKeys(session: store.Session, order: readonly store.OrderTerm[], keys: store.Keys): Promise<boolean> {
    return this.#canRead(session, (session) => readKeys(this.#table, session, order, keys));
  }

  typeWithout(name: string, use: store.Operator | "order"): string | undefined {
    const { config, dialect } = this.#table;
    const isOfList = use !== "order" && LIST_OPERATORS.has(use);
    const sort = use === "order" ? config.sorts?.[name] : undefined;
    const rule = sort && ruleOf<StoreSort>(sort);
    if (rule !== undefined && isFromFilter(rule)) return undefined;
    const column = rule === undefined ? this.#table.typeColumn(name) : typeColumn(rule);
    if (column === undefined) {
      if (rule === undefined && this.#table.isComposite(name))
        return WHOLE_OPERATORS.has(use) ? undefined : "id of several columns";
      return isOfList ? "unknown" : undefined;
    }
    if (!dialect.hasOperator(column, use)) return dialect.typeOf(column);
    const isMapped = this.#table.columns.fields.get(name)?.read !== undefined;
    return isMapped && isOfList ? `mapped ${dialect.typeOf(column)}` : undefined;
  }

  readCheck(condition: store.FieldCondition): ((session: store.Session) => Promise<boolean>) | undefined {
    const values = uncheckedValues(this.#table, condition);
    if (values.length === 0) return undefined;
    return (session) => this.#canRead(session, (session) => readValues(session, values));
  }

  async #canRead(session: store.Session, read: (session: store.Session) => Promise<void>): Promise<boolean> {
    try {
      // The savepoint is around the failure: without it, the caller's transaction would end.
      await (isTransaction(session)
        ? inTransaction(this.#table.dialect, session, this.#member, read, this.errorOf)
        : read(session));
      return true;
    } catch (error) {
      return !(error instanceof UnreadableKeys || isUnreadable(error));
    }
  }

  prepare(): void {
    checkRelationships(this.#table);
    prepareMembers(this.#table);
  }

  async list(session: store.Session, query: store.ListQuery): Promise<store.FoundRow[]> {
    return (await readList(this.#table, session, query)).rows;
  }

  count(session: store.Session, where: readonly store.Condition[]): Promise<number> {
    return countRows(this.#table, session, where);
  }

  async byIds(
    session: store.Session,
    ids: readonly store.Id[],
    selection: store.Selection,
    access?: store.Access,
  ): Promise<store.FoundRow[]> {
    return (await readByIds(this.#table, session, ids, selection, access)).rows;
  }

  children(
    session: store.Session,
    { type, relationship }: { readonly type: string; readonly relationship: string },
    parents: readonly store.Id[],
    selection: store.ChildSelection,
  ): Promise<store.FoundRow[]> {
    return readChildren(this.#table, session, this.#table.tableOf(type), relationship, parents, selection);
  }

  insert(session: store.Session, values: store.Values, options: store.WriteOptions): Promise<store.Id> {
    // The parts may make an id that is too long, which is known when the row is there.
    return this.#inTurn(session, this.#idType === undefined, (session) =>
      insertRow(this.#table, session, values, options),
    );
  }

  update(session: store.Session, id: store.Id, values: store.Values, options: store.WriteOptions): Promise<boolean> {
    return this.#inTurn(session, false, (session) => updateRow(this.#table, session, id, values, options));
  }

  delete(session: store.Session, id: store.Id, options: store.WriteOptions): Promise<boolean> {
    return this.#inTurn(session, false, (session) => deleteRow(this.#table, session, id, options));
  }

  #inTurn<T>(session: store.Session, isNeeded: boolean, write: (session: store.Session) => Promise<T>): Promise<T> {
    const isTurn = isNeeded || this.#table.dialect.takesTurns?.(session.db);
    return isTurn && !isTransaction(session) ? this.transaction(session, write) : write(session);
  }

  link(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return addMembers({ owner: this.#table, session, name, id }, ids);
  }

  unlink(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return removeMembers({ owner: this.#table, session, name, id }, ids);
  }

  relink(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return setMembers({ owner: this.#table, session, name, id }, ids);
  }

  transaction<T>(session: store.Session, work: (session: store.Session) => Promise<T>): Promise<T> {
    return inTransaction(this.#table.dialect, session, this.#member, work, this.errorOf);
  }

  isConcurrent(session: store.Session): boolean {
    if (isTransaction(session)) return false;
    // node-postgres warns of overlapping statements of one connection. A pool has no such member.
    const { $client } = session.db as { $client?: unknown };
    return typeof $client !== "object" || $client === null || !("connectionParameters" in $client);
  }
}
