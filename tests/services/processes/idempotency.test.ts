import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";
import { ATOMIC_TYPE } from "../../support/media-type.js";

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
  return post(`${origin}/api/notes`, key, "application/vnd.api+json", { data: noteOf(text) });
}

async function createAll(origin: string, key: string, texts: readonly string[]) {
  const operations = texts.map((text) => ({ op: "add", data: noteOf(text) }));
  return post(`${origin}/api/operations`, key, ATOMIC_TYPE, { "atomic:operations": operations });
}

const noteOf = (text: string) => ({ type: "notes", attributes: { text } });

async function post(url: string, key: string, type: string, document: object) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": type, "idempotency-key": key },
    body: JSON.stringify(document),
  });
  const { status, headers } = response;
  return { status, isReplayed: headers.has("idempotency-replayed"), text: await response.text() };
}

async function count(text: string): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as count from notes where text = $1", [text]);
  return rows[0].count;
}

async function killedBySignal(program: ChildProcess): Promise<void> {
  if (program.signalCode === null) await once(program, "exit");
  expect(program.signalCode).toBe("SIGKILL");
}

/** Waits until Postgres has ended the transactions of the programs that were killed. */
async function transactionsEnded(): Promise<void> {
  const open =
    "select 1 from pg_stat_activity where backend_type = 'client backend' and state like 'idle in transaction%'";
  await expect.poll(async () => (await pool.query(open)).rowCount, { timeout: 20_000 }).toBe(0);
}

async function storedKeys(): Promise<number> {
  return (await pool.query("select from trestle_idempotency_keys")).rows.length;
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
  await killedBySignal(killed.program);
  expect(await count("killed")).toBe(1);
  const retried = await create(other.origin, key, "killed");
  expect(retried).toMatchObject({ status: 201, isReplayed: true });
  expect(JSON.parse(retried.text).data.attributes).toEqual({ text: "killed" });
  expect(await create(other.origin, key, "killed")).toEqual(retried);
  expect(await count("killed")).toBe(1);
});

test("a process killed between commit and response of a batch: a retry gets the response", {
  timeout: 120_000,
}, async () => {
  const [killed, other] = await Promise.all([serve("killed"), serve()]);
  const key = randomUUID();
  const texts = ["batch 1", "batch 2", "batch 3"];
  await expect(createAll(killed.origin, key, texts)).rejects.toThrow();
  await killedBySignal(killed.program);
  const counts = async () => Promise.all(texts.map(count));
  expect(await counts()).toEqual([1, 1, 1]);
  const retried = await createAll(other.origin, key, texts);
  expect(retried).toMatchObject({ status: 200, isReplayed: true });
  const results: { data: { id: string; attributes: object } }[] = JSON.parse(retried.text)["atomic:results"];
  expect(results.map(({ data }) => data.attributes)).toEqual(texts.map((text) => ({ text })));
  const { rows } = await pool.query("select id::text from notes where text = any($1) order by text", [texts]);
  expect(results.map(({ data }) => data.id)).toEqual(rows.map(({ id }) => id));
  expect(await createAll(other.origin, key, texts)).toEqual(retried);
  expect((await createAll(other.origin, key, ["another batch"])).status).toBe(422);
  expect([...(await counts()), await count("another batch")]).toEqual([1, 1, 1, 0]);
});

test("a process killed within a batch leaves nothing, and its key is free", { timeout: 120_000 }, async () => {
  const [killed, other] = await Promise.all([serve("killed-within"), serve()]);
  const key = randomUUID();
  const texts = ["within 1", "within 2", "last"];
  const before = await storedKeys();
  await expect(createAll(killed.origin, key, texts)).rejects.toThrow();
  await killedBySignal(killed.program);
  await transactionsEnded();
  const counts = async () => Promise.all(texts.map(count));
  expect(await counts()).toEqual([0, 0, 0]);
  expect(await storedKeys()).toBe(before);
  const retried = await createAll(other.origin, key, texts);
  expect(retried).toMatchObject({ status: 200, isReplayed: false });
  expect(await counts()).toEqual([1, 1, 1]);
  expect(await createAll(other.origin, key, texts)).toEqual({ ...retried, isReplayed: true });
  expect(await counts()).toEqual([1, 1, 1]);
});
