import { ownFilters, readsOf } from "../source/own-rules.js";
import type {
  Access,
  ChildSelection,
  Condition,
  FoundRow,
  Id,
  Keys,
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
import { isKey, toKey } from "./keys.js";
import { findByIds, findChildren, findPage } from "./read-rows.js";
import { findMatching } from "./row-predicates.js";
import type { Rows } from "./rows.js";
import type { Transactions } from "./transactions.js";
import { changeMembers, replaceMembers } from "./write-members.js";
import { removeRow, addRow, changeRow } from "./write-rows.js";

/** The rows of one type, in a map. */
export class MemoryStore implements Store {
  readonly isScoped: boolean;
  readonly isGuarded: boolean;
  readonly filters: ReadonlyMap<string, OwnName>;
  readonly sorts: ReadonlyMap<string, OwnName>;
  readonly #rows: Rows;
  readonly #transactions: Transactions;

  constructor(rows: Rows, transactions: Transactions) {
    const { filters, sorts = {}, writable } = rows.config;
    this.#rows = rows;
    this.#transactions = transactions;
    this.isScoped = rows.isScoped;
    this.isGuarded = writable !== undefined;
    this.filters = ownFilters(filters);
    this.sorts = new Map(Object.entries(sorts).map(([name, sort]) => [name, { reads: readsOf(sort) }]));
  }

  relationship(name: string): StoredRelationship | undefined {
    const { spec, config } = this.#rows;
    const relationship = spec.relationships.get(name);
    if (relationship === undefined) return undefined;
    if (!relationship.many) return { kind: "column" };
    const { by, limit } = config.relationships?.[name] ?? {};
    if (by === undefined) return { kind: "link", limit, isInverse: this.#rows.isHeldFor(name) };
    const inverse = this.#rows.target(name).spec.relationships.get(by);
    if (inverse?.many) return { kind: "link", limit, isInverse: true };
    const isRequired = inverse !== undefined && !inverse.allowsNull && !inverse.allowsAbsent;
    return { kind: "children", limit, keepsMembers: isRequired ? `"${by}" must not be null.` : undefined };
  }

  idKey(id: Id): string {
    return toKey(this.#rows.idOf(id)) ?? "";
  }

  async canReadKeys(_session: Session, _order: readonly OrderTerm[], keys: Keys): Promise<boolean> {
    return keys.every(isKey);
  }

  unfilled(fields: ReadonlySet<string>): string | undefined {
    return this.#rows.config.values === undefined ? this.#rows.unfilled(fields) : undefined;
  }

  prepare(): void {
    this.#rows.checkRelationships();
  }

  async list(session: Session, query: ListQuery): Promise<FoundRow[]> {
    return findPage(this.#rows, session, query);
  }

  async count(session: Session, where: readonly Condition[]): Promise<number> {
    return findMatching(this.#rows, session, where).length;
  }

  async byIds(session: Session, ids: readonly Id[], selection: Selection, access: Access = {}): Promise<FoundRow[]> {
    return findByIds(this.#rows, session, ids, selection, access);
  }

  async children(
    session: Session,
    of: { readonly type: string; readonly relationship: string },
    parents: readonly Id[],
    selection: ChildSelection,
  ): Promise<FoundRow[]> {
    const by = this.#rows.ofType(of.type).heldBy(of.relationship) ?? "";
    return findChildren(this.#rows, session, by, parents, selection);
  }

  insert(session: Session, values: Values, options: WriteOptions): Promise<Id> {
    return this.#transactions.change(session, () => addRow(this.#rows, session, values, options));
  }

  update(session: Session, id: Id, values: Values, options: WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => changeRow(this.#rows, session, id, values, options));
  }

  delete(session: Session, id: Id, options: WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => removeRow(this.#rows, session, id, options));
  }

  link(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => changeMembers(session, { of: this.#rows, name, id }, ids, []));
  }

  unlink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => changeMembers(session, { of: this.#rows, name, id }, [], ids));
  }

  relink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => replaceMembers(session, { of: this.#rows, name, id }, ids));
  }

  transaction<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transactions.run(session, work);
  }

  /** A refused change leaves the rows as they were, so nothing must be undone. */
  isInTransaction(): boolean {
    return false;
  }

  isConcurrent(): boolean {
    return true;
  }
}
