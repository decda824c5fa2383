// The newsroom's own API, files and all, on Postgres inside this worker.
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { fetchHandler } from "trestle/fetch";
import { api } from "../../../../examples/newsroom/api.js";
import { createTables } from "../../../../examples/newsroom/db/create-tables.js";
import { seed } from "../../../../examples/newsroom/db/seed.js";
import { t } from "../../../../examples/newsroom/trestle.js";
import { carriedResponse, requestOf } from "./carried.js";
import type { FromWorker, Statement, ToWorker } from "./postgres.js";

const say = (message: FromWorker): void => postMessage(message);
const begun = performance.now();
let sql: Statement[] = [];

async function start() {
  const logger = { logQuery: (query: string, params: unknown[]) => void sql.push({ query, params }) };
  say({ kind: "stage", stage: "Loading and starting Postgres" });
  const db = drizzle(await PGlite.create(), { logger });
  say({ kind: "stage", stage: "Creating the tables" });
  await createTables(db);
  say({ kind: "stage", stage: "Writing the articles" });
  await seed(db);
  say({ kind: "ready", milliseconds: performance.now() - begun });
  return fetchHandler(api, { prefix: "/api", context: t.context(() => ({ db })) });
}

const started = start();
// If a file of Postgres cannot be loaded, `PGlite.create()` may stay pending, and only this event says why.
const failed = ({ reason }: { readonly reason: unknown }) => say({ kind: "failed", message: String(reason) });
addEventListener("unhandledrejection", failed);
started.then(
  () => removeEventListener("unhandledrejection", failed),
  (reason: unknown) => failed({ reason }),
);

// One at a time, so that each response has its own statements.
let turn: Promise<unknown> = started;
addEventListener("message", ({ data: { id, request } }: MessageEvent<ToWorker>) => {
  turn = turn.then(async () => {
    const handle = await started;
    sql = [];
    const response = await carriedResponse(await handle(requestOf(request)));
    say({ kind: "response", id, response, sql });
  });
});
