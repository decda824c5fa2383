import { markedLike } from "../define/model/with-more.js";
import type { CursorCodec } from "./cursor.js";
import { MemberCutter, mostMembers } from "./members.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import type { IncludeNode } from "../wire/include-tree.js";
import { type FieldSets, selectionOf } from "./selection.js";
import type { Row } from "./handler-input.js";
import type { FoundRow, Id, Session } from "./store.js";

/** Nests included rows into their parents: one statement for each path, over distinct ids. */
export class Includes {
  /** All rows, and the related ids that the caller does not see: a row that is read twice must show them alike. */
  readonly #loaded: (readonly [Entry, readonly Row[]])[] = [];
  readonly #unseen = new Map<string, Set<Id>>();
  readonly #cutter: MemberCutter;

  constructor(
    readonly registry: Registry,
    readonly session: Session,
    readonly fieldSets: FieldSets | undefined,
    cursors: CursorCodec,
  ) {
    this.#cutter = new MemberCutter(registry, cursors);
  }

  async load(entry: Entry, found: readonly FoundRow[], tree: IncludeNode): Promise<Row[]> {
    const rows = await this.#load(entry, found, tree);
    if (this.#unseen.size > 0) this.#hideUnseen();
    return rows;
  }

  async #load(entry: Entry, found: readonly FoundRow[], tree: IncludeNode): Promise<Row[]> {
    const rows = found.map(({ row }) => row);
    if (rows.length === 0) return rows;
    this.#loaded.push([entry, rows]);
    await this.#cutLinkage(entry, rows);
    const nest = ([name, below]: [string, IncludeNode]) => this.#nest(entry, rows, name, below);
    if (entry.store.isConcurrent(this.session)) await Promise.all([...tree.children].map(nest));
    else for (const path of tree.children) await nest(path);
    return rows;
  }

  async #cutLinkage(entry: Entry, rows: readonly Row[]): Promise<void> {
    for (const [name, { many }] of entry.spec.relationships) {
      if (!many) continue;
      const most = mostMembers(entry, name);
      for (const row of rows) {
        const ids = row[name];
        if (Array.isArray(ids) && ids.length > most)
          row[name] = await this.#cutter.cut<Id>(entry, name, ids, (id) => id);
      }
    }
  }

  async #nest(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode): Promise<void> {
    const { many } = relationshipOf(entry, name);
    if (!many) return this.#nestOne(entry, rows, name, below);
    const stored = entry.store.relationship(name);
    return stored?.kind === "link"
      ? this.#nestLinked(entry, rows, name, below)
      : this.#nestChildren(entry, rows, name, below);
  }

  async #nestOne(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode): Promise<void> {
    const ids = rows.map((row) => row[name]).filter((id) => id !== null && id !== undefined);
    const related = await this.#related(entry, name, ids, below, true);
    for (const row of rows) {
      const id = row[name];
      if (id === null || id === undefined) continue;
      const found = related(id);
      if (found === undefined) this.#markUnseen(entry, row.id, name, id);
      row[name] = found ?? null;
    }
  }

  #markUnseen(entry: Entry, rowId: Id, name: string, id: Id): void {
    const { allowsNull, target } = relationshipOf(entry, name);
    if (!allowsNull) throw new Unseen(unseen(entry.spec.type, rowId, name));
    const ids = this.#unseen.get(target) ?? new Set();
    this.#unseen.set(target, ids.add(id));
  }

  /** Another copy of a row, of which this relationship was not included, still has the id. */
  #hideUnseen(): void {
    for (const [{ spec }, rows] of this.#loaded) {
      for (const [name, { many, allowsNull, target }] of spec.relationships) {
        const ids = this.#unseen.get(target);
        if (many || !allowsNull || ids === undefined) continue;
        for (const row of rows) if (ids.has(row[name])) row[name] = null;
      }
    }
  }

  async #nestLinked(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode): Promise<void> {
    const ids = rows.flatMap((row) => row[name] as Id[]);
    const related = await this.#related(entry, name, ids, below, false);
    for (const row of rows) {
      const ids = row[name] as readonly Id[];
      row[name] = markedLike(
        ids.flatMap((id) => related(id) ?? []),
        ids,
      );
    }
  }

  async #nestChildren(entry: Entry, rows: readonly Row[], name: string, below: IncludeNode): Promise<void> {
    const target = this.registry.get(relationshipOf(entry, name).target);
    const parents = distinct(rows.map(({ id }) => id));
    const selection = { ...selectionOf(target, this.fieldSets, below), limit: mostMembers(entry, name) + 1 };
    const of = { type: entry.spec.type, relationship: name };
    const found = await target.store.children(this.session, of, parents, selection);
    const key = (id: Id) => entry.store.idKey(id);
    const byParent = new Map<string, FoundRow[]>(parents.map((id) => [key(id), []]));
    for (const child of found) byParent.get(key(child.parent))?.push(child);
    const kept: FoundRow[] = [];
    for (const [parent, children] of byParent) {
      const some = await this.#cutter.cut(entry, name, children, ({ row }) => row.id);
      byParent.set(parent, some);
      for (const child of some) kept.push(child);
    }
    await this.#load(target, kept, below);
    for (const row of rows) {
      const children = byParent.get(key(row.id)) ?? [];
      row[name] = markedLike(
        children.map((child) => child.row),
        children,
      );
    }
  }

  /** The related rows by their ids, which may have another spelling there. */
  async #related(
    entry: Entry,
    name: string,
    all: readonly Id[],
    below: IncludeNode,
    deleted: boolean,
  ): Promise<(id: Id) => Row | undefined> {
    const target = this.registry.get(relationshipOf(entry, name).target);
    const ids = distinct(all);
    if (ids.length === 0) return () => undefined;
    const selection = selectionOf(target, this.fieldSets, below);
    const found = await target.store.byIds(this.session, ids, selection, { deleted });
    await this.#load(target, found, below);
    const byKey = new Map(found.map(({ row }) => [target.store.idKey(row.id), row]));
    return (id) => byKey.get(target.store.idKey(id));
  }
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

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** The caller may not see a row that must be there. Only the app can say which of the two is wrong. */
function unseen(type: string, id: Id, name: string): string {
  return `"${name}" of "${type}" ${id} does not exist or is out of scope. Declare the relationship .nullable(), or change the scope.`;
}
