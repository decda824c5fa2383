import { Forbidden, NotFound, type RouterOptions, trestle, type Transaction } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, type Serve } from "../support/serve.js";
import { PATIENCE } from "../support/patience.js";
import { routed } from "../support/routed.js";

const text = JSON.stringify({ data: { type: "notes", id: "1", attributes: { text: "new" } } });
const EDIT = { headers: { "content-type": MEDIA_TYPE }, text };

type Edit = (row: object) => unknown;

/** Notes in memory, whose edit goes on with `after`. */
async function open(
  serve: Serve,
  {
    after = (row: object): unknown => row,
    wrap = (transaction: Transaction<object>) => transaction,
    middleware = [] as never,
    timeout = 1000,
  }: {
    after?: Edit;
    wrap?: (own: Transaction<object>) => Transaction<object>;
    middleware?: never;
    timeout?: number;
  } = {},
) {
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string(), version: z.int32() },
    editFields: ["text"],
    version: "version",
  });
  const data = memoryData();
  const source = data.source(notes, { rows: [{ id: 1, text: "old", version: 1 }] });
  const editNote = notes.editOne(
    { middleware },
    async (args) => (await after((await source.editOne(args)).data)) as never,
  );
  const routes = { notes: notes.routes(notes.getOne(source.getOne), editNote) };
  const { origin, logged } = await serve(t.router(routes, { transaction: wrap(data.transaction) }), { timeout });
  const stored = async () => (await source.getOne({ ctx: {}, id: 1 })).data;
  return { edit: () => sendRaw(origin, "PATCH /api/notes/1", EDIT), stored, logged };
}

describeServers("the router's transaction", (serve) => {
  test("commits when the response is written", async () => {
    const { edit, stored } = await open(serve);
    expect((await edit()).status).toBe(200);
    expect(await stored()).toEqual({ id: 1, text: "new", version: 2 });
  });

  test("rolls back if the handler throws, or returns a row that cannot be sent", async () => {
    const ends: [Edit, number][] = [
      [() => Promise.reject(new Forbidden()), 403],
      [() => Promise.reject(new Error("broken")), 500],
      [(row) => ({ ...row, text: 7 }), 500],
      [(row) => ({ ...row, version: undefined }), 500],
    ];
    for (const [after, status] of ends) {
      const { edit, stored } = await open(serve, { after });
      expect((await edit()).status).toBe(status);
      expect(await stored()).toEqual({ id: 1, text: "old", version: 1 });
    }
  });

  test("rolls back if it commits too late: the client has received a 503", async () => {
    let finish = () => {};
    const after = (row: object) => new Promise((resolve) => (finish = () => resolve(row)));
    const { edit, stored, logged } = await open(serve, { after, timeout: 30 });
    expect((await edit()).status).toBe(503);
    finish();
    await vi.waitFor(() => expect(logged).toHaveLength(2), PATIENCE);
    expect(logged[1]).toContain("the transaction was rolled back, because the timeout was over");
    expect(await stored()).toEqual({ id: 1, text: "old", version: 1 });
  });

  test("does not begin the work if it begins too late", async () => {
    let calls = 0;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { edit, logged } = await open(serve, {
      timeout: 30,
      after: (row) => {
        calls++;
        return row;
      },
      wrap: (own) => async (args, run) => {
        await begun;
        return own(args, run);
      },
    });
    expect((await edit()).status).toBe(503);
    begin();
    await vi.waitFor(() => expect(logged).toHaveLength(2), PATIENCE);
    expect(calls).toBe(0);
  });

  test("a commit that fails is a 500, and a failing rollback does not hide the handler's error", async () => {
    const failing = await open(serve, {
      wrap: (own) => async (args, run) => {
        await own(args, run);
        throw new Error("The commit failed.");
      },
    });
    expect((await failing.edit()).status).toBe(500);
    expect(failing.logged[0]).toContain("The commit failed.");
    const hiding = await open(serve, {
      after: () => Promise.reject(new NotFound("Nothing there.")),
      wrap: (own) => (args, run) =>
        own(args, run).catch(() => {
          throw new Error("The rollback failed.");
        }),
    });
    expect((await hiding.edit()).status).toBe(404);
  });

  test("a transaction that swallows an error, or does not wait, is a mistake that no client takes for a success", async () => {
    const swallowing = await open(serve, {
      after: () => Promise.reject(new Forbidden()),
      wrap: (own) => (args, run) => own(args, run).catch(() => undefined as never),
    });
    expect((await swallowing.edit()).status).toBe(403);
    const hasty = await open(serve, {
      wrap: () => async (args, run) => {
        run(args.ctx).catch(() => {});
        return undefined as never;
      },
    });
    expect((await hasty.edit()).status).toBe(500);
    expect(hasty.logged[0]).toContain("must return the promise of run(ctx)");
  });

  test("may call run again, as for a serialization failure", async () => {
    let attempts = 0;
    const { edit, stored } = await open(serve, {
      after: (row) => {
        if (++attempts === 1) throw new Error("could not serialize");
        return row;
      },
      wrap: (own) => (args, run) => own(args, run).catch(() => own(args, run)),
    });
    const answer = await edit();
    expect([answer.status, JSON.parse(answer.text).data.attributes]).toEqual([200, { text: "new", version: 2 }]);
    expect(await stored()).toEqual({ id: 1, text: "new", version: 2 });
  });

  test("middleware runs around it: a failure after the commit is logged, and the response stays", async () => {
    const seen: string[] = [];
    const failing = trestle().middleware(async ({ next }) => {
      const result = await next();
      seen.push("after");
      throw new Forbidden("too late", { cause: result as never });
    });
    const { edit, stored, logged } = await open(serve, {
      middleware: [failing] as never,
      wrap: (own) => async (args, run) => {
        const result = await own(args, run);
        seen.push("committed");
        return result;
      },
    });
    const answer = await edit();
    expect([answer.status, JSON.parse(answer.text).data.attributes.version]).toEqual([200, 2]);
    expect(seen).toEqual(["committed", "after"]);
    expect(logged[0]).toContain("too late");
    expect(await stored()).toMatchObject({ version: 2 });
  });

  test("middleware that refuses before it never opens one", async () => {
    let opened = 0;
    const refusing = trestle().middleware(async () => {
      throw new Forbidden();
    });
    const wrap =
      (own: Transaction<object>): Transaction<object> =>
      (args, run) => {
        opened++;
        return own(args, run);
      };
    const { edit } = await open(serve, { middleware: [refusing] as never, wrap });
    expect((await edit()).status).toBe(403);
    expect(opened).toBe(0);
  });
});

test("t.router refuses a versioned source without a transaction, a date as its version, and changes without getOne", () => {
  const t = trestle();
  const attributes = { version: z.int32() };
  const notes = t.resource("notes", { id: z.int32(), attributes, version: "version" });
  const source = memoryData().source(notes);
  const router = (operations: readonly never[], options?: RouterOptions<object>) =>
    t.router({ notes: notes.routes(...operations) } as never, options);
  const getOne = notes.getOne(source.getOne) as never;
  const deleteOne = notes.deleteOne(source.deleteOne) as never;
  const editOne = notes.editOne(source.editOne) as never;
  expect(() => router([getOne, deleteOne, editOne])).toThrow(
    new TypeError(
      't.router: "notes" has a version, so its writes need a transaction. Write t.router(routes, { transaction: data.transaction }).',
    ),
  );
  expect(() => router([getOne])).not.toThrow();
  const own = notes.deleteOne(() => {}) as never;
  expect(() => router([getOne, own])).not.toThrow();
  expect(() => router([own])).toThrow(
    't.router: "notes" has a version, so notes.deleteOne needs notes.getOne. Add it to the routes.',
  );
  const dated = t.resource("dated", { id: z.int32(), attributes: { at: z.date() }, version: "at" });
  const getDated = dated.getOne(memoryData().source(dated).getOne);
  expect(() => t.router({ dated: dated.routes(getDated) })).toThrow(
    'data.source(dated): a source counts versions, so the version "at" must be z.int().',
  );
});

test("t.resource refuses a version that is not an attribute, is of another kind, or can be set or hidden", () => {
  const attributes = { version: z.int32(), name: z.string(), score: z.number(), maybe: z.int32().nullable() };
  const make = (more: object) => () => routed(trestle().resource("notes", { id: z.int32(), attributes, ...more }));
  expect(make({ version: "versoin" })).toThrow(
    't.resource("notes"): the version "versoin" is not an attribute. Did you mean "version"?',
  );
  for (const field of ["name", "score", "maybe"]) {
    expect(make({ version: { field } })).toThrow(
      `t.resource("notes"): the version "${field}" must be z.int() or z.date(), never null.`,
    );
  }
  for (const list of [
    { createFields: ["version"] },
    { editFields: ["version"] },
    { writeOnly: ["version"] },
    { visible: { version: () => true } },
  ]) {
    expect(make({ version: "version", ...list })).toThrow("clients must not set or hide the version");
  }
});
