import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";

let postgres: RunningPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = new pg.Pool({ connectionString: postgres.url });
  pool.on("error", () => {}); // the server ends before its idle connections
  await pool.query("create table notes (id serial primary key, text text not null)");
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

/** Starts a server process, which the end of the test ends. */
async function serve(...args: string[]): Promise<{ origin: string; program: ChildProcess }> {
  const file = "tests/services/processes/idempotent-server.ts";
  const program = spawn(process.execPath, ["--import", "tsx", file, postgres.url, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  const [line] = await once(program.stdout as NonNullable<typeof program.stdout>, "data"); // it is a pipe
  return { origin: String(line).trim(), program };
}

async function create(origin: string, key: string, text: string) {
  const response = await fetch(`${origin}/api/notes`, {
    method: "POST",
    headers: { "content-type": "application/vnd.api+json", "idempotency-key": key },
    body: JSON.stringify({ data: { type: "notes", attributes: { text } } }),
  });
  const { status, headers } = response;
  return { status, isReplayed: headers.has("idempotency-replayed"), text: await response.text() };
}

async function count(text: string): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as count from notes where text = $1", [text]);
  return rows[0].count;
}

test("one key from 50 connections at once, on two processes, creates one row", { timeout: 120_000 }, async () => {
  const servers = await Promise.all([serve(), serve()]);
  for (let round = 0; round < 5; round++) {
    const key = randomUUID();
    const text = `round ${round}`;
    const origins = Array.from({ length: 50 }, (_, index) => (servers[index % 2] as (typeof servers)[0]).origin);
    const responses = await Promise.all(origins.map((origin) => create(origin, key, text)));
    const created = responses.filter(({ status }) => status === 201);
    expect(created.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const { status, text } of responses) {
      if (status !== 201) expect([status, JSON.parse(text).errors[0].code]).toEqual([409, "request_in_progress"]);
    }
    expect(await count(text)).toBe(1);
    expect((await create(servers[1].origin, key, text)).isReplayed).toBe(true);
  }
});

test("a process killed between commit and response: a retry gets the response", { timeout: 120_000 }, async () => {
  const [killed, other] = await Promise.all([serve("killed"), serve()]);
  const key = randomUUID();
  await expect(create(killed.origin, key, "killed")).rejects.toThrow();
  if (killed.program.signalCode === null) await once(killed.program, "exit");
  expect(killed.program.signalCode).toBe("SIGKILL");
  expect(await count("killed")).toBe(1);
  const retried = await create(other.origin, key, "killed");
  expect(retried).toMatchObject({ status: 201, isReplayed: true });
  expect(JSON.parse(retried.text).data.attributes).toEqual({ text: "killed" });
  expect(await create(other.origin, key, "killed")).toEqual(retried);
  expect(await count("killed")).toBe(1);
});
