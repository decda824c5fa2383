import { type IdempotencyStore, memoryStore } from "trestle";
import { Store } from "../support/newsroom/store.js";

export interface NoteColumns {
  readonly id: number;
  readonly text: string;
  readonly secret: string;
  readonly version: number;
  readonly author: number | null;
  readonly categories: readonly number[];
}

type Rows = Map<unknown, unknown>;

/** A store that counts how often a row was written or deleted. */
export class WatchedStore extends Store {
  changes = 0;
  /** Keys of idempotent writes. */
  readonly keys: IdempotencyStore = memoryStore();
  readonly notes = new Map([1, 2, 3].map((id) => [id, noteOf(id)]));
  /** The same rows, whose version is required for each change. */
  readonly contracts = new Map([1, 2].map((id) => [id, noteOf(id)]));
  readonly #tables: readonly Rows[] = [
    this.users,
    this.categories,
    this.articles,
    this.tags,
    this.files,
    this.notes,
    this.contracts,
  ] as Rows[];

  constructor() {
    super();
    for (const rows of this.#tables) {
      const { set, delete: remove } = rows;
      rows.set = (key, row) => {
        this.changes++;
        return set.call(rows, key, row);
      };
      rows.delete = (key) => {
        this.changes++;
        return remove.call(rows, key);
      };
    }
  }

  /** Runs writes. If they fail, it takes them back, and they do not count as changes. */
  async transaction<T>(run: () => Promise<T>): Promise<T> {
    const { changes } = this;
    const before = this.#tables.map((rows) => [...rows]);
    try {
      return await run();
    } catch (error) {
      for (const [index, rows] of this.#tables.entries()) {
        rows.clear();
        for (const [key, row] of before[index] ?? []) rows.set(key, row);
      }
      this.changes = changes;
      throw error;
    }
  }

  /** What handlers were given is not looked at here, and would grow. */
  override record(): void {}
}

function noteOf(id: number): NoteColumns {
  return { id, text: `Note ${id}`, secret: "s", version: id, author: id === 2 ? null : 1, categories: [id] };
}
