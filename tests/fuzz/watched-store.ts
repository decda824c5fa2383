import { Store } from "../support/newsroom/store.js";

/** A store that counts how often a row was written or deleted. */
export class WatchedStore extends Store {
  changes = 0;

  constructor() {
    super();
    for (const rows of [this.users, this.categories, this.articles, this.tags, this.files] as Map<unknown, unknown>[]) {
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

  /** What handlers were given is not looked at here, and would grow. */
  override record(): void {}
}
