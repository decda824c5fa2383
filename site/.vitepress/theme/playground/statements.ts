import { drizzle } from "drizzle-orm/pg-proxy";
import { fetchHandler } from "trestle/fetch";
import { api } from "../../../../examples/newsroom/api.js";
import { t } from "../../../../examples/newsroom/trestle.js";
import type { Statement } from "./postgres.js";

let statements: Statement[] = [];
const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) };

/** A connection to no database: it finds no rows. Drizzle's driver of PGlite would bring PGlite along. */
const db = drizzle(async () => ({ rows: [] }), { logger });
const handle = fetchHandler(api, { prefix: "/api", context: t.context(() => ({ db })), onError: () => {} });

let turn: Promise<unknown> = Promise.resolve();

/** The statements that the newsroom sends to Postgres for a read. */
export function statementsOf(request: Request): Promise<readonly Statement[]> {
  const found = turn.then(async () => {
    statements = [];
    await (await handle(request)).text();
    return statements;
  });
  turn = found;
  return found;
}
