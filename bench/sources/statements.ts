import pg from "pg";

/** The number of statements that go to the database while work runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Client;
  const query = prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count++;
    return query.apply(this, args);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = query as typeof prototype.query;
  }
  return count;
}
