import { type ApiError, Forbidden, VersionMismatch } from "../define/errors.js";
import type { CallRules, HandlerInput } from "./handler-input.js";
import { distinct } from "./includes.js";
import { noResource } from "./reader.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import { ID_ONLY } from "./selection.js";
import type { Id, Session, Values } from "./store.js";
import { Violation } from "./violation.js";
import { violationError, type ViolationTexts } from "./violation-error.js";

/** The version of a new row. */
const FIRST_VERSION = 1;

interface ChangeRules extends CallRules {
  /** The version that the request states. */
  readonly expected?: unknown;
}

/** Changes rows for handlers. */
export class SourceWriter {
  readonly #registry: Registry;
  readonly #entry: Entry;
  readonly #texts: ViolationTexts;

  constructor(registry: Registry, entry: Entry, texts: ViolationTexts) {
    this.#registry = registry;
    this.#entry = entry;
    this.#texts = texts;
  }

  create(session: Session, input: Values, { values }: CallRules): Promise<Id> {
    const { spec, store } = this.#entry;
    const { columns, members } = this.#split(input);
    if (spec.version !== undefined) columns[spec.version.field] = FIRST_VERSION;
    return this.#inTransaction(session, this.#isSeveral(columns, members), async (session) => {
      await this.#requireRelated(session, { columns, members });
      const id = await store.insert(session, columns, { values });
      for (const [name, ids] of members) {
        await this.#requireWritableMembers(session, name, ids);
        if (ids.length > 0) await store.link(session, name, id, ids);
      }
      await this.#requireInScope(session, id);
      return id;
    });
  }

  /** @param isRelationship Whether the body is a relationship's, which has no fields to point at. */
  edit(
    session: Session,
    { id, expected }: HandlerInput,
    changes: Values,
    given: CallRules,
    isRelationship = false,
  ): Promise<void> {
    const rules = { ...given, expected };
    const { store } = this.#entry;
    const { columns, members } = this.#split(changes);
    return this.#inTransaction(session, this.#isSeveral(columns, members), async (session) => {
      // First, because the database would refuse an id that does not exist in other words than one that the caller does not see.
      await this.#requireRelated(session, { columns, members, isRelationship });
      if (!(await store.update(session, id, columns, rules))) throw await this.#notChanged(session, id, rules);
      for (const [name, ids] of members) await this.#relink(session, name, id, ids);
      if (Object.keys(columns).length > 0 || rules.values !== undefined) await this.#requireInScope(session, id);
    });
  }

  delete(session: Session, { id, expected }: HandlerInput, given: CallRules): Promise<void> {
    const rules = { ...given, expected };
    return this.#inTransaction(session, false, async (session) => {
      if (!(await this.#entry.store.delete(session, id, rules))) throw await this.#notChanged(session, id, rules);
    });
  }

  changeMembers(
    session: Session,
    name: string,
    change: "link" | "unlink" | "relink",
    { id, related, expected }: HandlerInput,
  ): Promise<void> {
    const { store } = this.#entry;
    const ids = distinct(related as readonly Id[]); // the body of a to-many relationship
    return this.#inTransaction(session, true, async (session) => {
      if (!(await this.#touch(session, id, expected))) throw await this.#notChanged(session, id, { expected });
      await this.#requireIds(session, name, ids, undefined);
      if (change === "relink") return this.#relink(session, name, id, ids);
      await this.#requireWritableMembers(session, name, ids);
      await store[change](session, name, id, ids);
    });
  }

  /** Locks the row whose members change, and adds 1 to its version if it has one. Returns whether there is such a row. */
  async #touch(session: Session, id: Id, expected: unknown): Promise<boolean> {
    const { spec, store } = this.#entry;
    if (spec.version !== undefined) return store.update(session, id, {}, { expected });
    return (await store.byIds(session, [id], ID_ONLY, { lock: "update", writable: true })).length > 0;
  }

  async #relink(session: Session, name: string, id: Id, ids: readonly Id[]): Promise<void> {
    const { store } = this.#entry;
    if (this.#changesMembers(name)) {
      const [found] = await store.byIds(session, [id], { ...ID_ONLY, linkage: new Map([[name, undefined]]) });
      const before = new Set(found?.row[name] as readonly Id[] | undefined);
      const after = new Set(ids);
      const changed = [...before, ...after].filter((member) => before.has(member) !== after.has(member));
      await this.#requireWritableMembers(session, name, changed);
    }
    await store.relink(session, name, id, ids);
  }

  /** A child that gets another parent is changed itself, so its own rules apply. So is a member that has the same relationship. */
  async #requireWritableMembers(session: Session, name: string, ids: readonly Id[]): Promise<void> {
    if (ids.length === 0 || !this.#changesMembers(name)) return;
    const { target } = relationshipOf(this.#entry, name);
    const found = await this.#registry
      .get(target)
      .store.byIds(session, ids, ID_ONLY, { lock: "update", writable: true });
    if (found.length < ids.length) throw new Forbidden(`You may not change some of these resources of "${target}".`);
  }

  #changesMembers(name: string): boolean {
    const stored = this.#entry.store.relationship(name);
    if (stored?.kind !== "children" && !stored?.isInverse) return false;
    return this.#registry.get(relationshipOf(this.#entry, name).target).store.isGuarded;
  }

  #split(input: Values) {
    const columns: Record<string, unknown> = {};
    const members = new Map<string, readonly Id[]>();
    for (const [name, value] of Object.entries(input)) {
      if (value === undefined) continue;
      const isToMany = this.#entry.spec.relationships.get(name)?.many === true;
      if (isToMany) members.set(name, distinct(value as readonly Id[]));
      else columns[name] = value;
    }
    return { columns, members };
  }

  /** Whether a write takes more than one statement. */
  #isSeveral(columns: Values, members: ReadonlyMap<string, unknown>): boolean {
    const { spec, store } = this.#entry;
    return members.size > 0 || store.isScoped || Object.keys(columns).some((name) => spec.relationships.has(name));
  }

  /** In the caller's transaction, every write has a savepoint: a refused statement must undo only itself. */
  #inTransaction<T>(session: Session, isNeeded: boolean, work: (session: Session) => Promise<T>): Promise<T> {
    const { store } = this.#entry;
    const isOwn = isNeeded || store.isInTransaction(session);
    return this.#withErrors(() => (isOwn ? store.transaction(session, work) : work(session)));
  }

  async #requireRelated(
    session: Session,
    change: { columns: Values; members: ReadonlyMap<string, readonly Id[]>; isRelationship?: boolean },
  ): Promise<void> {
    for (const [name, { many }] of this.#entry.spec.relationships) {
      const value = many ? change.members.get(name) : change.columns[name];
      if (value === undefined || value === null) continue;
      const ids = many ? (value as readonly Id[]) : [value];
      await this.#requireIds(session, name, ids, change.isRelationship ? undefined : name);
    }
  }

  /** An id that the caller does not see is a 404, like an id that does not exist. */
  async #requireIds(session: Session, name: string, ids: readonly Id[], field: string | undefined): Promise<void> {
    if (ids.length === 0) return;
    const { target } = relationshipOf(this.#entry, name);
    // Members may be changed. Two transactions that share a lock first would each wait for the other.
    const isChild = this.#entry.store.relationship(name)?.kind === "children";
    const lock = isChild || this.#changesMembers(name) ? "update" : "share";
    const found = await this.#registry.get(target).store.byIds(session, ids, ID_ONLY, { lock });
    const existing = new Set(found.map(({ row }) => row.id));
    const missing = ids.find((id) => !existing.has(id));
    if (missing !== undefined) throw noResource(target, missing, field);
  }

  /** A write must not leave a row where its writer does not see it, as `with check` in a policy of Postgres. */
  async #requireInScope(session: Session, id: Id): Promise<void> {
    if (!this.#entry.store.isScoped) return;
    const found = await this.#entry.store.byIds(session, [id], ID_ONLY);
    if (found.length > 0) return;
    throw new Forbidden(`This change would put the resource of "${this.#entry.spec.type}" where you do not see it.`);
  }

  async #notChanged(session: Session, id: Id, { when, stale, expected }: ChangeRules): Promise<ApiError> {
    const { spec, store } = this.#entry;
    const isThere = async (writable: boolean) => (await store.byIds(session, [id], ID_ONLY, { writable })).length > 0;
    if (store.isGuarded || expected !== undefined || (when !== undefined && stale)) {
      if (!(await isThere(false))) return noResource(spec.type, id);
      if (store.isGuarded && !(await isThere(true))) return new Forbidden(`You may not change "${spec.type}" ${id}.`);
      if (expected !== undefined && !(await this.#hasVersion(session, id, expected))) return new VersionMismatch();
      if (when !== undefined && stale) return stale();
    }
    return noResource(spec.type, id);
  }

  async #hasVersion(session: Session, id: Id, expected: unknown): Promise<boolean> {
    const { spec, store } = this.#entry;
    const field = spec.version?.field ?? "";
    const [found] = await store.byIds(session, [id], { ...ID_ONLY, fields: new Set([field]) });
    return found?.row[field] === expected;
  }

  async #withErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Violation ? violationError(this.#entry.spec, error, this.#texts) : error;
    }
  }
}
