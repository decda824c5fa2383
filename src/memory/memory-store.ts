import type { ResourceSpec } from "../define/model/resource.js";
import { ownFilters, readsOf, ruleOf } from "../source/own-rules.js";
import type {
  Access,
  Condition,
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
import { queryValue } from "../schema/query-value.js";
import { compareValues, meets } from "./compare.js";
import { fromKey, toKey } from "./keys.js";
import type { MemoryConfig, Predicate } from "./config.js";
import type { Transactions } from "./transactions.js";

type Row = Record<string, unknown>;

/** Everything true. */
const ALL: Predicate = () => true;

/** The rows of one type, in a map. */
export class MemoryStore implements Store {
  readonly isScoped: boolean;
  readonly isGuarded: boolean;
  readonly filters: ReadonlyMap<string, OwnName>;
  readonly sorts: ReadonlyMap<string, OwnName>;
  #rows = new Map<Id, Row>();
  #nextId = 1;
  readonly #spec: ResourceSpec;
  readonly #config: MemoryConfig<never, string, string>;
  readonly #stores: ReadonlyMap<string, MemoryStore>;
  readonly #transactions: Transactions;
  /** Enums sort as they are declared, as in Postgres. */
  readonly #enums = new Map<string, readonly unknown[]>();

  constructor(
    spec: ResourceSpec,
    config: MemoryConfig<never, string, string>,
    stores: ReadonlyMap<string, MemoryStore>,
    transactions: Transactions,
  ) {
    this.#spec = spec;
    this.#config = config;
    this.#stores = stores;
    this.#transactions = transactions;
    this.isScoped = typeof config.scope === "function" || config.deleted !== undefined;
    this.isGuarded = config.writable !== undefined;
    this.filters = ownFilters(config.filters);
    this.sorts = new Map(Object.entries(config.sorts ?? {}).map(([name, sort]) => [name, { reads: readsOf(sort) }]));
    for (const [name, schema] of spec.attributes) {
      const value = queryValue(schema);
      if (typeof value !== "string" && value.kind === "literal") this.#enums.set(name, [...value.literals.values()]);
    }
    for (const row of config.rows ?? []) this.#put({ ...row });
  }

  relationship(name: string): StoredRelationship | undefined {
    const relationship = this.#spec.relationships.get(name);
    if (relationship === undefined) return undefined;
    if (!relationship.many) return { kind: "column" };
    const { by, limit } = this.#config.relationships?.[name] ?? {};
    if (by === undefined) return { kind: "link", limit };
    const inverse = this.#target(name).#spec.relationships.get(by);
    if (inverse?.many) return { kind: "link", limit };
    const isRequired = inverse !== undefined && !inverse.allowsNull && !inverse.allowsAbsent;
    return { kind: "children", limit, keepsMembers: isRequired ? `"${by}" must not be null.` : undefined };
  }

  prepare(): void {
    for (const [name, { target }] of this.#spec.relationships) {
      const where = `data.source(${this.#spec.type}): "${name}" leads to "${target}"`;
      if (!this.#stores.has(target)) throw new TypeError(`${where}, which has no source.`);
      const by = this.#config.relationships?.[name]?.by;
      if (by !== undefined && this.#target(name).#spec.relationships.get(by)?.target !== this.#spec.type) {
        throw new TypeError(`${where}, which has no relationship "${by}" to "${this.#spec.type}".`);
      }
    }
  }

  snapshot(): () => void {
    const rows = new Map(this.#rows);
    return () => {
      this.#rows = rows;
    };
  }

  // ---- reading

  async list(session: Session, { where, order, slice, ...selection }: ListQuery): Promise<FoundRow[]> {
    const compare = comparison(order);
    const found = this.#matching(session, where).map((row) => ({
      row,
      values: order.map((term) => this.#orderValue(session, row, term)),
    }));
    let rows = found.sort((a, b) => compare(a.values, b.values));
    if (slice?.kind === "offset") rows = rows.slice(slice.offset, slice.offset + slice.limit);
    if (slice?.kind === "keyset") {
      const [after, before] = [slice.after?.map(fromKey), slice.before?.map(fromKey)];
      if (after) rows = rows.filter(({ values }) => compare(values, after) > 0);
      if (before) rows = rows.filter(({ values }) => compare(values, before) < 0);
      rows = before && !after ? rows.slice(-slice.limit) : rows.slice(0, slice.limit);
    }
    return rows.map(({ row, values }) => ({
      row: this.#read(session, row, selection),
      ...(slice?.kind === "keyset" && { keys: values.map(toKey) }),
    }));
  }

  async count(session: Session, where: readonly Condition[]): Promise<number> {
    return this.#matching(session, where).length;
  }

  async byIds(session: Session, ids: readonly Id[], selection: Selection, access: Access = {}): Promise<FoundRow[]> {
    const isVisible = this.#visible(session, access.deleted);
    const isWritable = access.writable ? this.#writable(session) : ALL;
    return [...new Set(ids)]
      .flatMap((id) => this.#withId(id))
      .filter((row) => isVisible(row) && isWritable(row))
      .map((row) => ({ row: this.#read(session, row, selection) }));
  }

  async children(
    session: Session,
    of: { readonly type: string; readonly relationship: string },
    parents: readonly Id[],
    { limit, ...selection }: Selection & { readonly limit?: number | undefined },
  ): Promise<FoundRow[]> {
    const by = this.#store(of.type).#config.relationships?.[of.relationship]?.by ?? "";
    const sorted = this.#matching(session, []).sort((a, b) => compareValues(a.id, b.id));
    return parents.flatMap((parent) =>
      sorted
        .filter((row) => row[by] === parent)
        .slice(0, limit)
        .map((row) => ({ row: this.#read(session, row, selection), parent })),
    );
  }

  // ---- writing

  insert(session: Session, values: Values, options: WriteOptions): Promise<Id> {
    return this.#transactions.change(session, () => {
      const own = this.#config.values?.(session.ctx as never);
      const row: Row = { ...own, ...structuredClone(values), ...(options.values as object | undefined) };
      row.id ??= this.#spec.idKind === "int" ? this.#nextId : crypto.randomUUID();
      for (const [name, { many }] of this.#spec.relationships) {
        if (!many || this.#config.relationships?.[name]?.by === undefined) row[name] ??= many ? [] : null;
      }
      if (this.#rows.has(row.id)) throw new Violation("unique", ["id"], undefined);
      this.#put(row);
      return row.id;
    });
  }

  update(session: Session, id: Id, values: Values, options: WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => {
      const row = this.#changeable(session, id, options.when);
      if (row) this.#put({ ...row, ...structuredClone(values), ...(options.values as object | undefined) });
      return row !== undefined;
    });
  }

  delete(session: Session, id: Id, options: WriteOptions): Promise<boolean> {
    return this.#transactions.change(session, () => {
      const row = this.#changeable(session, id, options.when);
      if (row === undefined) return false;
      const { deleted } = this.#config;
      if (deleted !== undefined) {
        this.#put({ ...row, [fieldOf(deleted)]: new Date() });
        return true;
      }
      const isReferenced = [...this.#stores.values()].some((store) => store.#refersTo(this.#spec.type, id));
      if (isReferenced) throw new Violation("referenced", [], undefined);
      this.#rows.delete(id);
      return true;
    });
  }

  link(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => this.#setMembers(session, name, id, ids, []));
  }

  unlink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => this.#setMembers(session, name, id, [], ids));
  }

  relink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    return this.#transactions.change(session, () => {
      const row = this.#rows.get(id) ?? {};
      const before = this.#members(session, row, name).map((member) => member.id);
      this.#setMembers(
        session,
        name,
        id,
        ids,
        before.filter((member) => !ids.includes(member)),
      );
    });
  }

  transaction<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transactions.run(session, work);
  }

  isConcurrent(): boolean {
    return true;
  }

  #withId(id: Id): Row[] {
    const row = this.#rows.get(id);
    return row ? [row] : [];
  }

  #put(row: Row): void {
    const id = row.id;
    for (const fields of this.#config.unique ?? []) {
      const isSame = (other: Row) =>
        other.id !== id && fields.every((field) => (row[field] ?? null) !== null && other[field] === row[field]);
      if ([...this.#rows.values()].some(isSame)) throw new Violation("unique", fields, undefined);
    }
    this.#rows.set(id, row);
    if (typeof id === "number" && id >= this.#nextId) this.#nextId = id + 1;
  }

  /** Adds and removes members, which are in a list of this row, in lists of theirs, or point at this row. */
  #setMembers(session: Session, name: string, id: Id, added: readonly Id[], removed: readonly Id[]): void {
    const by = this.#config.relationships?.[name]?.by;
    if (by === undefined) {
      this.#changeList(id, name, added, removed);
      return;
    }
    const target = this.#target(name);
    if (target.#spec.relationships.get(by)?.many) {
      for (const member of added) target.#changeList(member, by, [id], []);
      for (const member of removed) target.#changeList(member, by, [], [id]);
      return;
    }
    const isVisible = target.#visible(session);
    const point = (member: Id, parent: Id) => {
      const row = target.#rows.get(member);
      if (row && isVisible(row) && (parent !== null || row[by] === id)) target.#put({ ...row, [by]: parent });
    };
    for (const member of added) point(member, id);
    for (const member of removed) point(member, null);
  }

  #changeList(id: Id, name: string, added: readonly Id[], removed: readonly Id[]): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    const before = ((row[name] ?? []) as readonly Id[]).filter((member) => !removed.includes(member));
    this.#rows.set(id, { ...row, [name]: [...new Set([...before, ...added])] });
  }

  #refersTo(type: string, id: Id): boolean {
    const names = [...this.#spec.relationships].filter(([, { many, target }]) => !many && target === type);
    return [...this.#rows.values()].some((row) => names.some(([name]) => row[name] === id));
  }

  // ---- conditions

  #changeable(session: Session, id: Id, when: unknown): Row | undefined {
    const row = this.#rows.get(id);
    if (row === undefined || !this.#visible(session)(row) || !this.#writable(session)(row)) return undefined;
    return when === undefined || (when as Predicate)(row) ? row : undefined;
  }

  #writable(session: Session): Predicate {
    return this.#config.writable?.(session.ctx as never) ?? ALL;
  }

  /** @param withDeleted Whether a row that is deleted softly still shows. */
  #visible(session: Session, withDeleted = false): Predicate {
    const { scope, deleted } = this.#config;
    const inScope = (typeof scope === "function" && scope(session.ctx as never)) || ALL;
    if (deleted === undefined || (withDeleted && !hidesIncluded(deleted))) return inScope;
    const field = fieldOf(deleted);
    return (row) => inScope(row) && (row[field] ?? null) === null;
  }

  #matching(session: Session, where: readonly Condition[]): Row[] {
    const isVisible = this.#visible(session);
    const holds = where.map((condition) => this.#predicate(session, condition));
    return [...this.#rows.values()].filter((row) => isVisible(row) && holds.every((each) => each(row)));
  }

  #predicate(session: Session, condition: Condition): Predicate {
    switch (condition.kind) {
      case "native":
        return (condition.condition as Predicate | undefined) ?? ALL;
      case "own": {
        const rule = ruleOf(this.#config.filters?.[condition.name] ?? (() => undefined));
        if (typeof rule === "string") throw new TypeError(`The filter "${condition.name}" is an alias.`);
        return rule(condition.value as never, { ctx: session.ctx as never }) ?? ALL;
      }
      case "parent": {
        const parent = this.#store(condition.type);
        const row = parent.#rows.get(condition.id);
        const members = row ? parent.#members(session, row, condition.relationship) : [];
        const ids = new Set(members.map(({ id }) => id));
        return (row) => ids.has(row.id);
      }
      case "field":
        return (row) => this.#meets(session, row, condition.path, condition);
    }
  }

  #meets(
    session: Session,
    row: Row,
    [step, ...rest]: readonly string[],
    condition: Condition & { readonly kind: "field" },
  ): boolean {
    const { field, operator, value } = condition;
    if (step !== undefined) {
      const target = this.#target(step);
      return this.#related(session, row, step).some((one) => target.#meets(session, one, rest, condition));
    }
    if (!this.#spec.relationships.get(field)?.many) return meets(row[field] ?? null, operator, value);
    const ids = this.#members(session, row, field).map(({ id }) => id);
    if (operator === "isnull" || value === null) return (ids.length === 0) === (value ?? true);
    return ids.some((id) => meets(id, operator, value));
  }

  // ---- rows

  #read(session: Session, row: Row, { fields, linkage }: Selection): Row {
    const read: Row = { id: row.id };
    for (const name of fields) if (row[name] !== undefined) read[name] = structuredClone(row[name]);
    for (const [name, limit] of linkage) {
      const ids = this.#members(session, row, name).map(({ id }) => id);
      read[name] = ids.sort(compareValues).slice(0, limit);
    }
    return read;
  }

  /** The members of a to-many relationship that the caller sees. */
  #members(session: Session, row: Row, name: string): Row[] {
    const target = this.#target(name);
    const isVisible = target.#visible(session);
    const by = this.#config.relationships?.[name]?.by;
    if (by === undefined) {
      const ids = (row[name] ?? []) as readonly Id[];
      return ids.flatMap((id) => target.#withId(id)).filter(isVisible);
    }
    const isMember = (one: Row) => {
      const parents = one[by];
      return Array.isArray(parents) ? parents.includes(row.id) : parents === row.id;
    };
    return [...target.#rows.values()].filter((one) => isMember(one) && isVisible(one));
  }

  #related(session: Session, row: Row, name: string): Row[] {
    if (this.#spec.relationships.get(name)?.many) return this.#members(session, row, name);
    const target = this.#target(name);
    const related = target.#rows.get(row[name]);
    return related && target.#visible(session)(related) ? [related] : [];
  }

  #orderValue(session: Session, row: Row, { path, field }: OrderTerm): unknown {
    const [step, ...rest] = path;
    if (step !== undefined) {
      const [related] = this.#related(session, row, step);
      if (related === undefined) return null;
      return this.#target(step).#orderValue(session, related, { path: rest, field, order: "asc" });
    }
    const sort = this.#config.sorts?.[field];
    if (sort) return ruleOf(sort)(row) ?? null;
    const value = row[field] ?? null;
    const names = this.#enums.get(field);
    return names && value !== null ? names.indexOf(value) : value;
  }

  #target(name: string): MemoryStore {
    return this.#store(this.#spec.relationships.get(name)?.target ?? "");
  }

  #store(type: string): MemoryStore {
    const store = this.#stores.get(type);
    if (store) return store;
    throw new TypeError(`"${type}" has no source.`);
  }
}

function comparison(order: readonly OrderTerm[]) {
  return (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [index, { order: direction }] of order.entries()) {
      const difference = compareValues(a[index], b[index]);
      if (difference !== 0) return direction === "desc" ? -difference : difference;
    }
    return 0;
  };
}

type Deleted = string | { readonly field: string; readonly included: "hide" };

function fieldOf(deleted: Deleted): string {
  return typeof deleted === "string" ? deleted : deleted.field;
}

function hidesIncluded(deleted: Deleted): boolean {
  return typeof deleted !== "string";
}
