import type { Session } from "../source/store.js";

/** Rows that a failed transaction puts back. */
interface Restorable {
  /** Returns what restores the rows of now. */
  snapshot(): () => void;
}

/** Runs transactions one at a time: one that fails puts back rows, and must not undo the changes of another. */
export class Transactions {
  readonly #stores: ReadonlyMap<string, Restorable>;
  #last: Promise<unknown> = Promise.resolve();
  readonly #contexts = new WeakMap<object, object>();

  constructor(stores: ReadonlyMap<string, Restorable>) {
    this.#stores = stores;
  }

  /** The transaction of a context, if it is in one. */
  of(ctx: object): object | undefined {
    return this.#contexts.get(ctx);
  }

  /** Runs `work` when no other transaction runs; within a transaction, as a savepoint. */
  async run<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    if (session.db !== undefined) return this.#orRestore(() => work(session));
    const token = {};
    const ctx = { ...session.ctx };
    this.#contexts.set(ctx, token);
    return this.#alone(() => this.#orRestore(() => work({ ctx, db: token })));
  }

  /** Runs one change when no transaction of another caller runs. */
  change<T>(session: Session, work: () => T): Promise<T> {
    return session.db === undefined ? this.#alone(async () => work()) : Promise.resolve().then(work);
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #orRestore<T>(work: () => Promise<T>): Promise<T> {
    const restores = [...this.#stores.values()].map((store) => store.snapshot());
    try {
      return await work();
    } catch (error) {
      for (const restore of restores) restore();
      throw error;
    }
  }
}
