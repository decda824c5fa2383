import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements that a client sends to the database while work runs. */
export async function recordStatements(
  work: () => Promise<unknown>,
  { prototype }: typeof pg.Client = pg.Client,
): Promise<readonly Statement[]> {
  const query = prototype.query as (...args: unknown[]) => unknown;
  const statements: Statement[] = [];
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown];
    const own = typeof config === "string" ? { text: config } : config;
    statements.push({ text: own.text, values: own.values ?? (Array.isArray(values) ? values : []) });
    return query.apply(this, args);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = query as typeof prototype.query;
  }
  return statements;
}
