import type { PGlite, Transaction } from "@electric-sql/pglite";
import { Conflict, trestle } from "trestle";
import { type HubNotice, liveChannel, type LiveHub } from "trestle/live";
import { migrate, postgresHub, postgresStore } from "trestle/postgres";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { listen } from "../support/live-stream.js";
import { describeServers } from "../support/serve.js";
import { plain } from "./notes-api.js";
import { startPglite } from "../support/pglite.js";

const JSON_API = { "content-type": "application/vnd.api+json" };

let pglite: PGlite;
beforeAll(async () => {
  pglite = await startPglite();
  await migrate(pglite);
  await pglite.query("create table notes (id integer primary key, text text, version integer)");
});
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.query("delete from notes");
  await pglite.query("delete from trestle_live_notices");
  await pglite.query("delete from trestle_idempotency_keys");
  await pglite.query("insert into notes values (1, 'a', 1)");
});

interface Context {
  readonly db: PGlite | Transaction;
}

/** How the next requests go wrong. */
const wrong = { commits: 0, isLate: false, isAfter: false, answer: "", isAnswerLate: false };
beforeEach(
  () => void Object.assign(wrong, { commits: 0, isLate: false, isAfter: false, answer: "", isAnswerLate: false }),
);

interface Note {
  readonly id: number;
  readonly text: string;
  readonly version: number;
}

/** @param timeout Milliseconds for an edit and for a delete. A test that is not about it leaves room for a busy machine. */
function makeApi(timeout: number) {
  const plainT = trestle<Context>();
  const t = plainT.use(
    plainT.middleware(async ({ next }) => {
      const result = await next();
      if (wrong.isAfter) throw new Error("The middleware fails after the handler.");
      return result;
    }),
  );
  const attributes = { text: z.string(), version: z.int() };
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes,
    createFields: ["text"],
    editFields: ["text"],
    version: "version",
  });
  const logs = t.resource("logs", { id: z.int32(), attributes: {} });
  const read = async (ctx: Context, id: number) => {
    const { rows } = await ctx.db.query<Note>("select * from notes where id = $1", [id]);
    return rows[0] ?? { id, text: "", version: 0 };
  };
  const late = async () => {
    if (wrong.isLate) await new Promise((resolve) => setTimeout(resolve, 150));
  };
  return t.router(
    {
      notes: notes.routes(
        notes.getOne(({ id, ctx }) => read(ctx, id)),
        notes.editOne({ timeout }, async ({ id, input, ctx }) => {
          await ctx.db.query("update notes set text = $1, version = version + 1 where id = $2", [
            `${String(input.text)}`,
            id,
          ]);
          if (input.text === "bad") throw new Conflict("Not this text.");
          await late();
          return read(ctx, id);
        }),
        notes.createOne({ idempotent: true }, async ({ input, ctx }) => {
          await ctx.db.query("insert into notes values (2, $1, 1)", [input.text]);
          return read(ctx, 2);
        }),
      ),
      logs: logs.routes(logs.deleteOne({ timeout }, late)),
    },
    {
      transaction: async ({ ctx }, run) => {
        const attempt = () =>
          pglite.transaction(async (db) => {
            const ran = await run({ ...ctx, db });
            if (wrong.commits-- > 0) throw new Error("serialization failure");
            return ran;
          });
        const ran = await attempt().catch((error: Error) => {
          if (error.message !== "serialization failure") throw error;
          return attempt();
        });
        if (wrong.isAnswerLate) await new Promise((resolve) => setTimeout(resolve, 150));
        if (wrong.answer) throw Object.assign(new Error("The answer to COMMIT."), { code: wrong.answer });
        return ran;
      },
      idempotency: {
        store: postgresStore<Context>({
          query: (ctx, sql, values) => ctx.db.query<Record<string, unknown>>(sql, values),
        }),
        caller: () => null,
      },
    },
  );
}

const edit = (text: string) => ({
  headers: JSON_API,
  text: JSON.stringify({ data: { type: "notes", id: "1", attributes: { text } } }),
});
const create = {
  headers: { ...JSON_API, "idempotency-key": "k" },
  text: JSON.stringify({ data: { type: "notes", attributes: { text: "new" } } }),
};
const UPDATE = { type: "notes", id: "1", op: "update", fields: ["text"] };

describeServers("live notices and transactions", (serve) => {
  /** @param isRecording Whether the hub stores notices in the transaction of the write. */
  async function start(timeout = 30_000, isRecording = true) {
    const published: HubNotice[] = [];
    let isClosed = false;
    const inner = postgresHub<Context>(pglite, {
      listen: (channel, wake) => pglite.listen(channel, wake),
      query: (ctx, sql, values) => ctx.db.query<Record<string, unknown>>(sql, values),
      pollEvery: 50,
    });
    const { record, ...others } = inner;
    const hub: LiveHub<Context> = {
      ...others,
      ...(isRecording && record && { record }),
      publish(notices) {
        published.push(...notices);
        return inner.publish(notices);
      },
      async subscribe(listener) {
        const { position, close } = await inner.subscribe(listener);
        return {
          position,
          close() {
            isClosed = true;
            return close();
          },
        };
      },
    };
    const api = makeApi(timeout);
    const options = { audience: () => ["all"], listens: () => ["all"] };
    const live = liveChannel(api, { hub, ...options });
    const { origin, logged } = await serve(plain(api), { live, ...{ context: () => ({ db: pglite }) } });
    const stream = await (await listen(origin)).ready();
    onTestFinished(async () => {
      await live.settled();
      stream.leave();
      await until(() => isClosed, "the end of the subscription");
      await live.settled();
    });
    return { origin, stream, published, logged, live };
  }

  test("a write in the router's transaction stores its notice in it", async () => {
    const { origin, stream, published } = await start();
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("bad"))).status).toBe(409);
    expect((await pglite.query("select * from trestle_live_notices")).rows).toEqual([]);
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(200);
    expect(await stream.heard(1)).toEqual([UPDATE]);
    const { rows } = await pglite.query<{ same: boolean }>(
      "select l.xact::text = n.xmin::text as same from trestle_live_notices l, notes n where n.id = 1",
    );
    expect(rows).toEqual([{ same: true }]); // both rows are of one transaction
    expect(published).toEqual([]);
  });

  test("a transaction that is repeated gives one notice", async () => {
    const { origin, stream } = await start();
    wrong.commits = 1;
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(200);
    await stream.heard(1);
    expect((await pglite.query("select * from trestle_live_notices")).rows).toHaveLength(1);
  });

  test("a stored response that is sent again gives no notice", async () => {
    const { origin, stream } = await start();
    expect((await sendRaw(origin, "POST /api/notes", create)).status).toBe(201);
    expect((await sendRaw(origin, "POST /api/notes", create)).headers["idempotency-replayed"]).toBe("true");
    expect(await stream.heard(1)).toEqual([{ type: "notes", id: "2", op: "create", fields: ["text"] }]);
    expect((await pglite.query("select * from trestle_live_notices")).rows).toHaveLength(1);
  });

  test("a write whose timeout is over gives a notice if it is done, and none if it is rolled back", async () => {
    const { origin, stream, published } = await start(100);
    wrong.isLate = true;
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(503);
    expect((await sendRaw(origin, "DELETE /api/logs/5", { headers: JSON_API })).status).toBe(503);
    expect(await stream.heard(1)).toEqual([{ type: "logs", id: "5", op: "delete" }]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(stream.notices).toHaveLength(1);
    expect(published).toHaveLength(1);
    expect((await pglite.query("select text from notes")).rows).toEqual([{ text: "a" }]);
  });

  test("a commit whose answer is lost gives a notice, also if the hub is not in the transaction", async () => {
    const { origin, stream, published } = await start(undefined, false);
    wrong.answer = "40001"; // rolled back
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("a"))).status).toBe(500);
    wrong.answer = "08006"; // the connection is lost
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(500);
    expect(await stream.heard(1)).toEqual([UPDATE]);
    expect((await sendRaw(origin, "POST /api/notes", create)).status).toBe(500);
    expect(await stream.heard(2)).toEqual([UPDATE, { type: "notes", id: "2", op: "create", fields: ["text"] }]);
    expect(published).toHaveLength(2);
  });

  test("a commit whose answer is lost after the timeout gives a notice", async () => {
    const { origin, stream } = await start(100, false);
    Object.assign(wrong, { answer: "08006", isAnswerLate: true });
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(503);
    expect(await stream.heard(1)).toEqual([UPDATE]);
  });

  test("a middleware that fails afterwards hides no notice of a write that is committed", async () => {
    const { origin, stream, logged } = await start();
    wrong.isAfter = true;
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("b"))).status).toBe(200);
    expect((await sendRaw(origin, "DELETE /api/logs/5", { headers: JSON_API })).status).toBe(500);
    wrong.isAfter = false;
    expect((await sendRaw(origin, "PATCH /api/notes/1", edit("c"))).status).toBe(200);
    await until(() => logged.length === 2, "the log");
    expect(await stream.heard(2)).toEqual([UPDATE, UPDATE]);
  });
});
