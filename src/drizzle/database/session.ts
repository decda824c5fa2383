/** Drizzle's database, with any driver. The types of its builder differ between 0.45 and 1.0, but what it does is the same. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDb = any;

/** A session whose `db` is a database or a transaction. */
export interface DbSession {
  readonly ctx: object;
  readonly db: AnyDb;
}

/** A row as Drizzle returns it. */
export type RawRow = Record<string, unknown>;
