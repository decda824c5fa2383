import { type ApiError, Conflict, Forbidden, VersionMismatch } from "../../define/errors.js";
import type { CallRules, HandlerInput } from "./handler-input.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import { type RowChange, wholeRow } from "../options/row-change.js";
import { ID_ONLY } from "./selection.js";
import { noResource, readingSent, sentIds } from "./sent-values.js";
import type { Access, Condition, FoundRow, Id, TypedRef, Session, Values } from "../store/store.js";
import { Violation } from "../store/violation.js";
import { outOfReach, violationError } from "../options/violation-error.js";

const FIRST_VERSION = 1;

/** Thrown to give up locks. */
const MEMBERS_CHANGED = new Error("Another request added a member.");

interface ChangeRules extends CallRules {
  /** The version that the request states. */
  readonly expected?: unknown;
}

/** What the handlers of writes call: it asks the store for changes, in a transaction where they need one. */
export class SourceWriter {
  readonly #registry: Registry;
  readonly #entry: Entry;

  constructor(registry: Registry, entry: Entry) {
    this.#registry = registry;
    this.#entry = entry;
  }

  /** @param read Reads the new row, in the transaction of its write if there is one: another request may take it right after. */
  create<T>(
    session: Session,
    input: Values,
    { values }: CallRules,
    read: (session: Session, id: Id) => Promise<T>,
  ): Promise<T> {
    const { spec, store, after } = this.#entry;
    const { columns, members, isSeveral } = this.#split(input);
    if (spec.version !== undefined) columns[spec.version.field] = FIRST_VERSION;
    return this.#inTransaction(session, isSeveral, async (session) => {
      if (isSeveral) await this.#requireRelated(session, { columns, members });
      const id = await store.insert(session, columns, { values });
      for (const [name, ids] of members) {
        if (ids.length === 0) continue;
        const link = () => store.link(session, name, id, ids);
        await this.#ofMembers(name, () => this.#changing(session, name, ids, link));
      }
      const row = await this.#rowAfter(session, id, members.keys(), true);
      if (after) await this.#tell(session, { kind: "create", id, before: undefined, after: row });
      return read(session, id);
    });
  }

  /** @param read Reads the row, in the transaction of its write if there is one. */
  edit<T>(
    session: Session,
    { id, expected }: HandlerInput,
    changes: Values,
    given: CallRules,
    read: (session: Session, id: Id) => Promise<T>,
  ): Promise<T> {
    const rules = { ...given, expected };
    const { store, after } = this.#entry;
    const { columns, members, isSeveral } = this.#split(changes);
    return this.#inTransaction(session, isSeveral, async (session) => {
      await this.#lock(session, id, members, true);
      const before = after && (await this.#rowFor(session, id, members.keys(), "update"));
      // First, because the database would refuse an id that does not exist in other words than one that the caller does not see.
      await this.#requireRelated(session, { columns, members });
      const changesRow = Object.keys(columns).length > 0 || rules.values !== undefined;
      const isDone =
        changesRow || members.size > 0
          ? await store.update(session, id, columns, rules)
          : await this.#meets(session, id, rules);
      if (!isDone) throw await this.#notChanged(session, id, rules);
      for (const [name, ids] of members) await this.#ofMembers(name, () => this.#relink(session, name, id, ids));
      const row = await this.#rowAfter(session, id, members.keys(), changesRow);
      if (after) await this.#tell(session, { kind: "edit", id, before, after: row });
      return read(session, id);
    });
  }

  delete(session: Session, { id, expected }: HandlerInput, given: CallRules): Promise<void> {
    const rules = { ...given, expected };
    const { store, after } = this.#entry;
    return this.#inTransaction(session, false, async (session) => {
      const before = after && (await this.#rowFor(session, id, [], "update"));
      if (!(await store.delete(session, id, rules))) throw await this.#notChanged(session, id, rules);
      if (after) await this.#tell(session, { kind: "delete", id, before, after: undefined });
    });
  }

  changeMembers(
    session: Session,
    name: string,
    change: "link" | "unlink" | "relink",
    { id, related, expected }: HandlerInput,
  ): Promise<void> {
    const { store, after } = this.#entry;
    const ids = this.#distinctMembers(name, related as readonly Id[]); // the body of a to-many relationship
    return this.#inTransaction(session, true, async (session) => {
      await this.#lock(session, id, new Map([[name, ids]]), change === "relink");
      const before = after && (await this.#rowFor(session, id, [name], "update"));
      if (!(await this.#touch(session, id, expected))) throw await this.#notChanged(session, id, { expected });
      await this.#requireIds(session, name, ids);
      await this.#ofMembers(name, () =>
        change === "relink"
          ? this.#relink(session, name, id, ids)
          : this.#changing(session, name, ids, () => store[change](session, name, id, ids)),
      );
      const row = await this.#rowAfter(session, id, [name], false);
      if (after) await this.#tell(session, { kind: "members", id, before, after: row });
    });
  }

  /**
   * Locks rows in the same order in all requests, so that no two of them wait for each other: a parent before its children, and of pairs
   * that both sides change, the rows of one type before those of the other.
   *
   * @param isReset Whether the members that are there now change, too. Otherwise the caller locks the row next, and then its members.
   */
  async #lock(session: Session, id: Id, members: ReadonlyMap<string, readonly Id[]>, isReset: boolean): Promise<void> {
    const { spec, store } = this.#entry;
    const isFirst = (name: string) => store.relationship(name)?.isInverse === true && this.#typeOf(name) < spec.type;
    const isEarly = (name: string) => this.#typeOf(name) === spec.type || isFirst(name);
    const sent = [...members].filter(([name]) => this.#changesMembers(name));
    const early = new Map(sent.filter(([name]) => isEarly(name)));
    const late = new Map(sent.filter(([name]) => !isEarly(name)));
    if (!isReset) {
      const hasOwn = [...early].some(([name, ids]) => this.#typeOf(name) === spec.type && ids.length > 0);
      await this.#lockMembers(session, early, hasOwn ? [id] : []);
    } else if (sent.length > 0) {
      while (!(await this.#hasLocked(session, id, early)));
      await this.#lockMembers(session, await this.#withMembersNow(session, id, late));
    }
  }

  /**
   * Locks members, those that are there now, and the row. Returns false if another request added a member meanwhile: its lock would come
   * too late in the order, so these locks are given up. That is why they have a savepoint.
   */
  async #hasLocked(session: Session, id: Id, sent: ReadonlyMap<string, readonly Id[]>): Promise<boolean> {
    if (sent.size === 0) {
      await this.#lockMembers(session, sent, [id]);
      return true;
    }
    const lock = async (session: Session) => {
      const members = await this.#withMembersNow(session, id, sent);
      await this.#lockMembers(session, members, [id]);
      for (const [name, ids] of await this.#withMembersNow(session, id, members))
        if (ids.length > (members.get(name)?.length ?? 0)) throw MEMBERS_CHANGED;
    };
    try {
      await this.#entry.store.transaction(session, lock);
      return true;
    } catch (error) {
      if (error === MEMBERS_CHANGED) return false;
      throw error;
    }
  }

  /** Locks the rows of one type after those of another. */
  async #lockMembers(session: Session, members: ReadonlyMap<string, readonly Id[]>, ownIds: readonly Id[] = []) {
    const { type } = this.#entry.spec;
    const types = new Set([...members.keys()].map((name) => this.#typeOf(name)));
    if (ownIds.length > 0) types.add(type);
    for (const each of [...types].sort()) {
      const target = this.#registry.get(each);
      const ofType = [...members].filter(([name]) => this.#typeOf(name) === each);
      const ids = [...(each === type ? ownIds : []), ...ofType.flatMap(([, ids]) => ids)];
      const sent = ofType.flatMap(([name, ids]) => sentIds(target, ids, name));
      await readingSent(target.store, session, sent, (session) =>
        target.store.byIds(session, ids, ID_ONLY, { lock: "update" }),
      );
    }
  }

  /** Ids of members, and of those that are there now. */
  async #withMembersNow(session: Session, id: Id, members: ReadonlyMap<string, readonly Id[]>) {
    const now = members.size === 0 ? members : await this.#membersOf(session, id, [...members.keys()]);
    return new Map(
      [...members].map(([name, ids]) => [name, this.#distinctMembers(name, [...ids, ...(now.get(name) ?? [])])]),
    );
  }

  async #membersOf(session: Session, id: Id, names: readonly string[]): Promise<ReadonlyMap<string, readonly Id[]>> {
    const linkage = new Map(names.map((name) => [name, undefined]));
    const [found] = await this.#entry.store.byIds(session, [id], { ...ID_ONLY, linkage });
    return new Map(names.map((name) => [name, (found?.row[name] as readonly Id[] | undefined) ?? []])); // a to-many
  }

  #typeOf(name: string): string {
    return relationshipOf(this.#entry, name).target;
  }

  /** The row as `after` gets it. */
  async #rowFor(session: Session, id: Id, toMany: Iterable<string>, lock?: "update") {
    const { spec, store } = this.#entry;
    const [found] = await store.byIds(session, [id], wholeRow(spec, toMany), lock && { lock });
    return found?.row;
  }

  async #tell(session: Session, change: Omit<RowChange<never>, "ctx" | "type">): Promise<void> {
    const { spec, after } = this.#entry;
    await after?.({ ctx: session.ctx as never, type: spec.type, ...change }); // the context of the app
  }

  /**
   * The row after its write, for `after`. A write must not leave a row where its writer does not see it or may not change it, as
   * `with check` in a policy of Postgres.
   */
  async #rowAfter(session: Session, id: Id, toMany: Iterable<string>, isChecked: boolean) {
    const { spec, store, after } = this.#entry;
    const isRuled = isChecked && (store.isScoped || store.isGuarded);
    if (after === undefined && !isRuled) return undefined;
    const selection = after === undefined ? ID_ONLY : wholeRow(spec, toMany);
    const [found] = await store.byIds(session, [id], selection, isRuled ? { writable: "after" } : {});
    if (found !== undefined || !isRuled) return found?.row;
    const isVisible = (await store.byIds(session, [id], ID_ONLY)).length > 0;
    throw outOfReach(spec.type, isVisible ? "may not change it" : "do not see it");
  }

  /** Whether an edit that changes nothing is allowed. */
  async #meets(session: Session, id: Id, { when, expected }: ChangeRules): Promise<boolean> {
    const { store } = this.#entry;
    const found = await store.byIds(session, [id], ID_ONLY, { lock: "update", writable: "before" });
    if (found.length === 0 || (expected !== undefined && !(await this.#hasVersion(session, id, expected))))
      return false;
    if (when === undefined) return true;
    const sameId: Condition = { kind: "field", path: [], field: "id", operator: "eq", value: id };
    return (await store.count(session, [sameId, { kind: "native", condition: when }])) > 0;
  }

  /** Locks the row whose members change, and adds 1 to its version if it has one. Returns whether there is such a row. */
  async #touch(session: Session, id: Id, expected: unknown): Promise<boolean> {
    const { spec, store } = this.#entry;
    if (spec.version !== undefined) return store.update(session, id, {}, { expected });
    return (await store.byIds(session, [id], ID_ONLY, { lock: "update", writable: "before" })).length > 0;
  }

  async #relink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    const { store } = this.#entry;
    const relink = () => store.relink(session, name, id, ids);
    const { isGuarded, isScoped } = this.#targetOf(name).store;
    if (!this.#changesMembers(name) || (!isGuarded && !isScoped)) return relink();
    const members = await this.#membersOf(session, id, [name]);
    const before = this.#byKey(name, members.get(name) ?? []);
    const after = this.#byKey(name, ids);
    const changed = [...before, ...after].flatMap(([key, member]) => (before.has(key) && after.has(key) ? [] : member));
    return this.#changing(session, name, changed, relink);
  }

  /** A child that gets another parent is changed itself, so its own rules apply. So is a member that has the same relationship. */
  async #changing(session: Session, name: string, ids: readonly Id[], change: () => Promise<void>): Promise<void> {
    const { spec, store } = this.#targetOf(name);
    const changes = ids.length > 0 && this.#changesMembers(name);
    const allMeet = async (access: Access) => (await store.byIds(session, ids, ID_ONLY, access)).length === ids.length;
    if (changes && store.isGuarded && !(await allMeet({ lock: "update", writable: "before" })))
      throw new Forbidden(`You may not change some of these resources of "${spec.type}".`);
    await change();
    const movesMembers = changes && this.#entry.store.relationship(name)?.kind === "children";
    if (movesMembers && (store.isGuarded || store.isScoped) && !(await allMeet({ writable: "after" })))
      throw new Forbidden(
        `This change would put some of these resources of "${spec.type}" where you do not see or may not change them.`,
      );
  }

  /** Whether a change of a relationship is also a change of each member. */
  #changesMembers(name: string): boolean {
    const stored = this.#entry.store.relationship(name);
    return stored?.kind === "children" || stored?.isInverse === true;
  }

  #targetOf(name: string): Entry {
    return this.#registry.get(this.#typeOf(name));
  }

  /** Ids by the keys of the storage, which may find one row by several spellings. */
  #byKey(name: string, ids: readonly Id[]): Map<string, Id> {
    const { store } = this.#targetOf(name);
    return new Map(ids.map((id) => [store.idKey(id), id]));
  }

  #distinctMembers(name: string, ids: readonly Id[]): Id[] {
    return [...this.#byKey(name, ids).values()];
  }

  #split(input: Values) {
    const { spec, store } = this.#entry;
    const columns: Record<string, unknown> = {};
    const members = new Map<string, readonly Id[]>();
    let isSeveral = store.isScoped || store.isGuarded; // whether the write takes more than one statement
    for (const [name, value] of Object.entries(input)) {
      if (value === undefined) continue;
      const relationship = spec.relationships.get(name);
      isSeveral ||= relationship !== undefined;
      if (relationship?.many) members.set(name, this.#distinctMembers(name, value as readonly Id[]));
      else columns[name] = value;
    }
    return { columns, members, isSeveral };
  }

  /** In the caller's transaction, every write has a savepoint: a refused statement must undo only itself. */
  async #inTransaction<T>(session: Session, isNeeded: boolean, work: (session: Session) => Promise<T>): Promise<T> {
    const { spec, store, after } = this.#entry;
    if (store.readOnly !== undefined) throw new TypeError(`data.source(${spec.type}): ${store.readOnly}`);
    const isOwn = isNeeded || after !== undefined || store.isInTransaction(session);
    try {
      return await (isOwn ? store.transaction(session, work) : work(session));
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  async #requireRelated(
    session: Session,
    change: { columns: Record<string, unknown>; members: ReadonlyMap<string, readonly Id[]> },
  ): Promise<void> {
    for (const [name, { many, targets }] of this.#entry.spec.relationships) {
      const value = many ? change.members.get(name) : change.columns[name];
      if (value === undefined || value === null) continue;
      if (targets) {
        // Stored as text, an id must be spelled as its row has it.
        const { type, id } = value as TypedRef; // a to-one of several types
        const [related] = await this.#requireIds(session, name, [id], this.#registry.get(type));
        change.columns[name] = { type, id: related?.row.id };
      } else await this.#requireIds(session, name, many ? (value as readonly Id[]) : [value]);
    }
  }

  /** An id that the caller does not see is a 404, like an id that does not exist. */
  async #requireIds(
    session: Session,
    name: string,
    ids: readonly Id[],
    target = this.#targetOf(name),
  ): Promise<readonly FoundRow[]> {
    if (ids.length === 0) return [];
    const { spec, store } = target;
    // Members may be changed. Two transactions that share a lock first would each wait for the other.
    const lock = this.#changesMembers(name) ? "update" : "share";
    const found = await readingSent(store, session, sentIds(target, ids, name), (session) =>
      store.byIds(session, ids, ID_ONLY, { lock }),
    );
    if (found.length === ids.length) return found; // of some types, only the storage knows which spellings are equal
    const existing = new Set(found.map(({ row }) => store.idKey(row.id)));
    const missing = ids.find((id) => !existing.has(store.idKey(id)));
    if (missing !== undefined) throw noResource(spec.type, missing, name);
    return found;
  }

  async #notChanged(session: Session, id: Id, { when, stale, expected }: ChangeRules): Promise<ApiError> {
    const { spec, store } = this.#entry;
    const isThere = async (access?: Access) => (await store.byIds(session, [id], ID_ONLY, access)).length > 0;
    if (!(await isThere())) return noResource(spec.type, id);
    if (store.isGuarded && !(await isThere({ writable: "before" })))
      return new Forbidden(`You may not change "${spec.type}" ${id}.`);
    if (expected !== undefined && !(await this.#hasVersion(session, id, expected))) return new VersionMismatch();
    if (when !== undefined) return stale ? stale() : noResource(spec.type, id);
    // A trigger that returns null, or a policy for this kind of statement.
    return new Conflict(`The database keeps "${spec.type}" ${id} as it is.`);
  }

  async #hasVersion(session: Session, id: Id, expected: unknown): Promise<boolean> {
    const { spec, store } = this.#entry;
    const field = spec.version?.field ?? "";
    const [found] = await store.byIds(session, [id], { ...ID_ONLY, fields: new Set([field]) });
    return found?.row[field] === expected;
  }

  /** A child that gets another parent is changed itself, so a rule that it breaks is its own: the request has no fields of it. */
  async #ofMembers(name: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      throw this.#entry.store.relationship(name)?.kind === "children"
        ? this.#errorOf(error, this.#targetOf(name), name)
        : error;
    }
  }

  #errorOf(error: unknown, { spec }: Entry = this.#entry, place?: string): unknown {
    if (!(error instanceof Violation)) return error;
    return violationError(spec, error, this.#registry.texts.get(spec.type) ?? {}, place);
  }
}
