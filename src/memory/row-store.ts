import { ownFilters, ownSorts } from "../source/options/own-rules.js";
import type * as store from "../source/store/store.js";
import { Violation } from "../source/store/violation.js";
import { valueTypes } from "../define/model/value-types.js";
import { checkMemberValues } from "../source/check-member-values.js";
import { comparison, compareValues, fieldValue, matchingRows, orderValue } from "./conditions.js";
import { fromKey, isKey, toKey } from "./keys.js";
import { ALL, type Row, type MemoryRows } from "./memory-rows.js";
import type { Transactions } from "./transactions.js";
import { addRow, changeMembers, changeRow, removeRow, replaceMembers } from "./write.js";

const BY_ID: readonly store.OrderTerm[] = [{ path: [], field: "id", order: "asc" }];

/** The rows of one type, in a map. */
export class RowStore implements store.Store {
  readonly isScoped: boolean;
  readonly isGuarded: boolean;
  readonly filters: ReadonlyMap<string, store.OwnName>;
  readonly sorts: ReadonlyMap<string, store.OwnName>;
  readonly #rows: MemoryRows;
  readonly #transactions: Transactions;

  constructor(rows: MemoryRows, transactions: Transactions) {
    const { filters, sorts, writable } = rows.config;
    this.#rows = rows;
    this.#transactions = transactions;
    this.isScoped = rows.isScoped;
    this.isGuarded = writable !== undefined;
    this.filters = ownFilters(filters);
    this.sorts = ownSorts(sorts);
  }

  relationship(name: string): store.StoredRelationship | undefined {
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

  uniques(): readonly Violation[] {
    return (this.#rows.config.unique ?? []).map((fields) => new Violation("unique", fields, undefined));
  }

  spelledId(id: store.Id): store.Id {
    return this.#rows.idOf(id);
  }

  idKey(id: store.Id): string {
    return toKey(this.#rows.idOf(id)) ?? "";
  }

  async canReadKeys(_session: store.Session, _order: readonly store.OrderTerm[], keys: store.Keys): Promise<boolean> {
    return keys.every(isKey);
  }

  unfilled(fields: ReadonlySet<string>): string | undefined {
    return this.#rows.unfilled(fields);
  }

  prepare(): void {
    this.#rows.checkRelationships();
    const { registry, spec, computed } = this.#rows;
    checkMemberValues(registry, spec, computed);
    for (const [name, { use, field = "", text, ...value }] of computed) {
      const schema = this.#rows.target(value["~members"]).spec.attributes.get(field);
      if (use === "sum" && schema && valueTypes(schema)?.has("string"))
        throw new TypeError(
          `data.source(${spec.type}): columns: "${name}": ${text} reads "${field}", which is a text. memoryData adds numbers only.`,
        );
    }
  }

  async list(
    session: store.Session,
    { where, order, slice, ...selection }: store.ListQuery,
  ): Promise<store.FoundRow[]> {
    const compare = comparison(order);
    let page = this.#sorted(session, where, order);
    if (slice?.kind === "offset") page = page.slice(slice.offset, slice.offset + slice.limit);
    if (slice?.kind === "keyset") {
      const [after, before] = [slice.after?.map(fromKey), slice.before?.map(fromKey)];
      if (after) page = page.filter(({ values }) => compare(values, after) > 0);
      if (before) page = page.filter(({ values }) => compare(values, before) < 0);
      page = before && !after ? page.slice(-slice.limit) : page.slice(0, slice.limit);
    }
    return page.map(({ row, values }) => ({
      row: this.#read(session, row, selection),
      ...(slice?.kind === "keyset" && { keys: values.map(toKey) }),
    }));
  }

  async count(session: store.Session, where: readonly store.Condition[]): Promise<number> {
    return matchingRows(this.#rows, session, where).length;
  }

  async byIds(
    session: store.Session,
    ids: readonly store.Id[],
    selection: store.Selection,
    access: store.Access = {},
  ): Promise<store.FoundRow[]> {
    const isVisible = this.#rows.visible(session, access.deleted);
    const isWritable = access.writable ? this.#rows.writable(session, access.writable) : ALL;
    const distinct = [...new Set(ids.map((id) => this.#rows.idOf(id)))];
    const rows = this.#rows.ofIds(distinct).filter((row) => isVisible(row) && isWritable(row));
    return rows.map((row) => ({ row: this.#read(session, row, selection) }));
  }

  /** Without a query, in the order of their ids. */
  async children(
    session: store.Session,
    parentRow: { readonly type: string; readonly relationship: string },
    parents: readonly store.Id[],
    { limit, query, ...selection }: store.ChildSelection,
  ): Promise<store.FoundRow[]> {
    const { where = [], order = BY_ID, hasKeys = false } = query ?? {};
    const sorted = this.#sorted(session, where, order);
    const all = this.#rows.ofType(parentRow.type);
    return parents.flatMap((parent) => {
      const members = new Set(all.ofIds([parent]).flatMap((row) => all.members(session, row, parentRow.relationship)));
      const children = sorted.filter(({ row }) => members.has(row)).slice(0, limit);
      return children.map(({ row, values }) => ({
        row: this.#read(session, row, selection),
        parent,
        ...(hasKeys && { keys: values.map(toKey) }),
      }));
    });
  }

  #sorted(session: store.Session, where: readonly store.Condition[], order: readonly store.OrderTerm[]) {
    const compare = comparison(order);
    const matching = matchingRows(this.#rows, session, where).map((row) => ({
      row,
      values: order.map((term) => orderValue(this.#rows, session, row, term)),
    }));
    return matching.sort((a, b) => compare(a.values, b.values));
  }

  /** A copy of the selected part of a row. */
  #read(session: store.Session, row: Row, { fields, linkage }: store.Selection): Row {
    const read: Row = { id: row.id };
    for (const name of fields) {
      const value = this.#rows.computed.has(name) ? fieldValue(this.#rows, session, row, name) : row[name];
      if (value !== undefined) read[name] = structuredClone(value);
    }
    for (const [name, limit] of linkage) {
      const ids = this.#rows.members(session, row, name).map(({ id }) => id);
      read[name] = ids.sort(compareValues).slice(0, limit);
    }
    return read;
  }

  insert(session: store.Session, values: store.Values, options: store.WriteOptions): Promise<store.Id> {
    return this.#transactions.change(session, () => addRow(this.#rows, session, values, options));
  }

  update(session: store.Session, id: store.Id, values: store.Values, options: store.WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => changeRow(this.#rows, session, id, values, options));
  }

  delete(session: store.Session, id: store.Id, options: store.WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => removeRow(this.#rows, session, id, options));
  }

  link(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return this.#transactions.change(session, () => changeMembers(session, { of: this.#rows, name, id }, ids, []));
  }

  unlink(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return this.#transactions.change(session, () => changeMembers(session, { of: this.#rows, name, id }, [], ids));
  }

  relink(session: store.Session, name: string, id: store.Id, ids: readonly store.Id[]): Promise<void> {
    return this.#transactions.change(session, () => replaceMembers(session, { of: this.#rows, name, id }, ids));
  }

  transaction<T>(session: store.Session, work: (session: store.Session) => Promise<T>): Promise<T> {
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
