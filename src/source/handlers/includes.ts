import { markedLike, withMore } from "../../define/model/with-more.js";
import { type Asked, cutAsked } from "./asked-members.js";
import { memberCursor } from "./cursor.js";
import { mostMembers } from "./members.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import type { IncludeNode } from "../../wire/include-path.js";
import { type FieldSets, selectionOf, treeFor } from "./selection.js";
import type { Row } from "./handler-input.js";
import type { Found, FoundRow, Id, TypedRef, Session } from "../store/store.js";

const BY_ID = { field: "id", order: "asc" } as const;

/** Nests included rows into their parents. Rows that the store did not read along are one statement for each path, over distinct ids. */
export class Includes {
  /** All rows, and the related ids that the caller does not see: a row that is read twice must show them alike. */
  readonly #loaded: (readonly [Entry, readonly Row[]])[] = [];
  readonly #unseen = new Map<string, Set<Id>>();
  /** The members that queries found, by relationship and by the key of the row. */
  readonly #found = new Map<string, ReadonlyMap<string, readonly FoundRow[]>>();

  constructor(
    readonly registry: Registry,
    readonly session: Session,
    readonly fieldSets: FieldSets | undefined,
    readonly parts: Found["parts"],
    readonly asked: Asked | undefined,
  ) {}

  /** @param above The path to the rows, where the store read more than these. */
  async load(entry: Entry, found: readonly FoundRow[], tree: IncludeNode, above?: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (const { row } of found) rows.push(row);
    await this.#load(entry, rows, tree, above);
    if (this.#unseen.size > 0) this.#hideUnseen();
    if (this.#found.size > 0) this.#alignLinkage();
    return rows;
  }

  /** @param above The path to the rows. */
  async #load(entry: Entry, rows: readonly Row[], tree: IncludeNode, above: string | undefined): Promise<void> {
    if (rows.length === 0) return;
    this.#loaded.push([entry, rows]);
    this.#cutLinkage(entry, rows);
    if (tree.children.size === 0) return;
    const isConcurrent = entry.store.isConcurrent(this.session);
    const nested: Promise<void>[] = [];
    for (const [name, below] of tree.children) {
      const { many } = relationshipOf(entry, name);
      const path = above === undefined ? name : `${above}.${name}`;
      const isLinked = entry.store.relationship(name)?.kind === "link" && !this.asked?.has(below.path);
      const nesting = !many
        ? this.#nestOne(entry, rows, name, below, path)
        : isLinked
          ? this.#nestLinked(entry, rows, name, below, path)
          : this.#nestChildren(entry, rows, name, below, path);
      if (isConcurrent) nested.push(nesting);
      else await nesting;
    }
    if (nested.length > 0) await Promise.all(nested);
  }

  #cutLinkage(entry: Entry, rows: readonly Row[]): void {
    for (const [name, { many }] of entry.spec.relationships) {
      if (!many) continue;
      const most = mostMembers(entry, name);
      let cut: ((ids: Id[]) => Id[]) | undefined;
      for (const row of rows) {
        const ids = row[name];
        if (!Array.isArray(ids) || ids.length <= most) continue;
        cut ??= this.#cutter(entry, name, (id) => id);
        row[name] = cut(ids);
      }
    }
  }

  /**
   * What cuts lists of members, which were read with one member more than they may have.
   *
   * @param idOf The id of a member.
   */
  #cutter<T>(entry: Entry, name: string, idOf: (member: T) => Id): (members: T[]) => T[] {
    const most = mostMembers(entry, name);
    const target = this.registry.get(relationshipOf(entry, name).target);
    const stored = entry.store.relationship(name);
    // In another order than the related list's, the members that are missing there are not those after a position.
    const isUnlike = stored?.isOrdered ? stored.orderBy === undefined : target.orderBy.length > 0;
    const [first = BY_ID, ...others] = stored?.orderBy ?? [];
    const isById = first.field === "id" && others.length === 0;
    return (members) => {
      if (members.length <= most) return members;
      const kept = members.slice(0, most);
      if (isUnlike) return withMore(kept, {});
      const last = isById ? kept.at(-1) : undefined; // of a member, only the id is known
      const cursor = last === undefined ? undefined : memberCursor(first.order, target.store.idKey(idOf(last)));
      return withMore(kept, { offset: most, cursor });
    };
  }

  async #nestOne(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode, path: string): Promise<void> {
    const { target: onlyType, targets } = relationshipOf(entry, name);
    for (const type of targets?.keys() ?? [onlyType]) {
      const leading: Row[] = [];
      const ids = new Set<Id>();
      for (const row of rows) {
        const linked = row[name];
        if (linked === null || linked === undefined || (targets && (linked as TypedRef).type !== type)) continue;
        leading.push(row);
        ids.add(targets ? (linked as TypedRef).id : linked);
      }
      if (leading.length === 0) continue;
      const target = this.registry.get(type);
      const place = targets ? `${path}:${type}` : path;
      const byKey = await this.#related(target, ids, targets ? treeFor(target.spec, below) : below, true, place);
      for (const row of leading) {
        const id = targets ? (row[name] as TypedRef).id : row[name];
        const related = byKey.get(target.store.idKey(id));
        if (related === undefined) this.#markUnseen(entry, row.id, name, id, type);
        row[name] = related && targets ? Object.assign(related, { type }) : (related ?? null);
      }
    }
  }

  #markUnseen(entry: Entry, rowId: Id, name: string, id: Id, target: string): void {
    const { allowsNull } = relationshipOf(entry, name);
    if (!allowsNull) throw new Unseen(unseen(entry.spec.type, rowId, name));
    const ids = this.#unseen.get(target) ?? new Set();
    this.#unseen.set(target, ids.add(id));
  }

  /** Another copy of a row, of which this relationship was not included, still has the id. */
  #hideUnseen(): void {
    for (const [{ spec }, rows] of this.#loaded) {
      for (const [name, { many, allowsNull, target, targets }] of spec.relationships) {
        if (many || !allowsNull) continue;
        for (const row of rows) {
          const { type, id } = targets ? ((row[name] ?? {}) as Partial<TypedRef>) : { type: target, id: row[name] };
          if (this.#unseen.get(type ?? "")?.has(id)) row[name] = null;
        }
      }
    }
  }

  /** A resource has one linkage, so all copies of a row have what the query found. */
  #alignLinkage(): void {
    for (const [{ spec, store }, rows] of this.#loaded) {
      for (const name of spec.relationships.keys()) {
        const found = this.#found.get(`${spec.type}.${name}`);
        if (found === undefined) continue;
        for (const row of rows) {
          const members = found.get(store.idKey(row.id));
          if (members && Array.isArray(row[name])) row[name] = nested(members);
        }
      }
    }
  }

  async #nestLinked(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode, path: string): Promise<void> {
    const all = new Set(rows.flatMap((row) => row[name] as Id[]));
    const target = this.registry.get(relationshipOf(entry, name).target);
    const byKey = await this.#related(target, all, below, false, path);
    for (const row of rows) {
      const ids = row[name] as readonly Id[];
      row[name] = markedLike(
        ids.flatMap((id) => byKey.get(target.store.idKey(id)) ?? []),
        ids,
      );
    }
  }

  async #nestChildren(
    entry: Entry,
    rows: readonly Row[],
    name: string,
    below: IncludeNode,
    path: string,
  ): Promise<void> {
    const target = this.registry.get(relationshipOf(entry, name).target);
    const parents = [...new Set(rows.map(({ id }) => id))];
    const query = this.asked?.get(below.path);
    const limit = (query?.limit ?? mostMembers(entry, name)) + 1;
    const list = { type: entry.spec.type, relationship: name };
    const read =
      this.parts?.get(path) ??
      (await target.store.children(this.session, list, parents, {
        ...selectionOf(target, this.fieldSets, below, undefined, this.asked),
        limit,
        query,
      }));
    const found = query ? sharingRows(read, target) : read;
    const key = (id: Id) => entry.store.idKey(id);
    const byParent = new Map<string, FoundRow[]>(parents.map((id) => [key(id), []]));
    for (const child of found) byParent.get(key(child.parent))?.push(child);
    const kept: Row[] = [];
    const cut = this.#cutter<FoundRow>(entry, name, ({ row }) => row.id);
    for (const [parent, children] of byParent) {
      const shown = query ? await cutAsked(query, children) : cut(children);
      byParent.set(parent, shown);
      for (const child of shown) kept.push(child.row);
    }
    if (query) this.#found.set(`${entry.spec.type}.${name}`, byParent);
    await this.#load(target, query ? [...new Set(kept)] : kept, below, path);
    for (const row of rows) {
      row[name] = nested(byParent.get(key(row.id)) ?? []);
    }
  }

  /** The related rows by the keys of their ids, which may have another spelling there. */
  async #related(
    target: Entry,
    ids: ReadonlySet<Id>,
    below: IncludeNode,
    deleted: boolean,
    path: string,
  ): Promise<ReadonlyMap<string, Row>> {
    const { store } = target;
    const byKey = new Map<string, Row>();
    if (ids.size === 0) return byKey;
    const found =
      this.parts?.get(path) ??
      (await store.byIds(this.session, [...ids], selectionOf(target, this.fieldSets, below, undefined, this.asked), {
        deleted,
      }));
    for (const { row } of found) byKey.set(store.idKey(row.id), row);
    // What was read along may hold rows that nothing leads to, such as those of the row beyond a page.
    const rows = new Set<Row>();
    for (const id of ids) {
      const row = byKey.get(store.idKey(id));
      if (row) rows.add(row);
    }
    await this.#load(target, [...rows], below, path);
    return byKey;
  }
}

/** The rows of children, marked as they are. */
function nested(children: readonly FoundRow[]): Row[] {
  return markedLike(
    children.map((child) => child.row),
    children,
  );
}

/** Rows by pairs of ids, in which a row is there for each of its parents, with one object for all of them. */
function sharingRows(found: readonly FoundRow[], { store }: Entry): FoundRow[] {
  const rows = new Map<string, Row>();
  return found.map((each) => {
    const key = store.idKey(each.row.id);
    const row = rows.get(key) ?? each.row;
    rows.set(key, row);
    return { ...each, row };
  });
}

/** A related row that must be there is not. Another request may have deleted both rows between two statements. */
class Unseen extends Error {}

/** Reads rows and what they include. Reads again if another request may have changed them in between. */
export async function readingTogether<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unseen)) throw error;
    return read();
  }
}

/** The caller may not see a row that must be there. Only the app can say which of the two is wrong. */
function unseen(type: string, id: Id, name: string): string {
  return `"${name}" of "${type}" ${id} does not exist or is out of scope. Declare the relationship .nullable(), or change the scope.`;
}
