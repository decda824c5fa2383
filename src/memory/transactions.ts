import type { Session } from "../source/store/store.js";

/** Rows that a failed transaction puts back. */
interface Restorable {
  /** Returns what restores the rows of now. */
  snapshot(): () => void;
}

/** The transaction that runs now. */
interface Running {
  /** The context that it was begun with. */
  readonly outer: object;
  /** The changes that it made: if the number stays, it waits for something. */
  changes: number;
  hasEnded: boolean;
}

/** How long a transaction may make no change, in ms, before a write of the same context can know that it waits for that write. */
const PATIENCE = 1000;

/** Runs transactions one at a time: one that fails puts back rows, and must not undo the changes of another. */
export class Transactions {
  readonly #stores: ReadonlyMap<string, Restorable>;
  #last: Promise<unknown> = Promise.resolve();
  #running: Running | undefined;
  /** The member of a context that holds its transaction. Unlike a WeakMap, it survives when middleware copies the context. */
  readonly #member = Symbol("transaction");

  constructor(stores: ReadonlyMap<string, Restorable>) {
    this.#stores = stores;
  }

  /** The transaction of a context, if it is in one. */
  of(ctx: object): object | undefined {
    return (ctx as { readonly [name: symbol]: object | undefined })[this.#member]; // any object may be read by key
  }

  /** Runs `work` when no other transaction runs; within a transaction, as a savepoint. */
  async run<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    if (session.db !== undefined) return this.#orRestore(() => work(session));
    const token = {};
    const ctx = { ...session.ctx, [this.#member]: token };
    return this.#alone(session.ctx, async () => {
      const running = { outer: session.ctx, changes: 0, hasEnded: false };
      this.#running = running;
      try {
        return await this.#orRestore(() => work({ ctx, db: token }));
      } finally {
        running.hasEnded = true;
        this.#running = undefined;
      }
    });
  }

  /** Runs one change when no transaction of another caller runs. */
  change<T>(session: Session, work: () => T): Promise<T> {
    if (session.db === undefined) return this.#alone(session.ctx, async () => work());
    if (this.#running) this.#running.changes++;
    return Promise.resolve().then(work);
  }

  #alone<T>(ctx: object, work: () => Promise<T>): Promise<T> {
    const previous = this.#last;
    const running = this.#running;
    const turn = running?.outer === ctx ? orStuck(previous, running) : previous;
    const next = turn.then(work);
    this.#last = Promise.allSettled([previous, next]);
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

/**
 * Waits for its turn. Rejects if the transaction that it waits for makes no more changes: it was begun with the same context, so it most
 * likely waits for this write, and both would wait forever.
 */
function orStuck(turn: Promise<unknown>, transaction: Running): Promise<void> {
  return new Promise((resolve, reject) => {
    let known = transaction.changes;
    const timer = setInterval(() => {
      if (transaction.hasEnded) return;
      if (transaction.changes === known) reject(new TypeError(STUCK));
      known = transaction.changes;
    }, PATIENCE);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    turn.then(end, end);
  });
}

const STUCK =
  "memoryData: a write waits for the transaction that it is in, because it has the context from outside. Use the context that data.transaction gives your function: data.transaction({ ctx }, (ctx) => …).";
