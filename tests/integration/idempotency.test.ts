import { randomUUID } from "node:crypto";
import { Conflict, type IdempotencyStore, memoryStore, trestle, type Transaction } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, type Serve } from "../support/serve.js";
import { PATIENCE } from "../support/patience.js";
import { started } from "../support/routed.js";

interface Context {
  readonly user?: string;
}

interface Sent {
  readonly key?: string | undefined;
  readonly text?: string;
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly search?: string;
}

interface Setup {
  readonly idempotent?: true | "required";
  readonly store?: IdempotencyStore;
  readonly transaction?: Transaction<Context>;
  readonly timeout?: number;
  /** Runs in the handler, before the row is created. */
  readonly before?: () => unknown;
}

/** Notes whose creates are idempotent, and a command that charges. The user is in a header. */
async function open(serve: Serve, { idempotent = true, store = memoryStore(), before, ...setup }: Setup = {}) {
  const t = trestle<Context>();
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string(), secret: z.string() },
    createFields: ["text"],
    visible: { secret: ({ ctx }) => ctx.user === "admin" },
  });
  const rows: { id: number; text: string; secret: string }[] = [];
  const charges: number[] = [];
  const createNote = notes.createOne({ idempotent, errors: [Conflict] }, async ({ input }) => {
    await before?.();
    const row = { id: rows.length + 1, text: input.text, secret: `secret ${rows.length + 1}` };
    rows.push(row);
    return row;
  });
  const charge = t.command(
    { idempotent, input: z.object({ amount: z.int() }), output: z.object({ total: z.int() }), affects: ["notes"] },
    async ({ input }) => {
      await before?.();
      charges.push(input.amount);
      return { total: charges.reduce((sum, amount) => sum + amount, 0) };
    },
  );
  const api = t.router(
    { notes: notes.routes(createNote) },
    {
      actions: { charge },
      idempotency: { store, caller: (ctx) => ctx.user ?? null },
      ...(setup.transaction && { transaction: setup.transaction }),
    },
  );
  const context = t.context(({ headers }: { headers: Headers | Record<string, string | undefined> }) => {
    const user = headers instanceof Headers ? headers.get("x-user") : headers["x-user"];
    return user ? { user } : {};
  });
  const served = await serve(api as never, { context, ...(setup.timeout && { timeout: setup.timeout }) } as never); // each adapter's request has headers
  const send = async (path: string, contentType: string, body: string, { key, user, headers, search = "" }: Sent) => {
    const response = await fetch(`${served.origin}/api/${path}${search}`, {
      method: "POST",
      body,
      headers: {
        "content-type": contentType,
        ...(key !== undefined && { "idempotency-key": key }),
        ...(user && { "x-user": user }),
        ...headers,
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      headers: response.headers,
      code: response.ok ? undefined : (JSON.parse(text).errors[0].code as string),
      isReplayed: response.headers.get("idempotency-replayed") === "true",
    };
  };
  const create = (sent: Sent = {}) => {
    const body = JSON.stringify({ data: { type: "notes", attributes: { text: sent.text ?? "Hello" } } });
    return send("notes", MEDIA_TYPE, body, sent);
  };
  const chargeAmount = (amount: number, sent: Sent) =>
    send("charge", "application/json", JSON.stringify({ amount }), sent);
  return { ...served, rows, charges, create, chargeAmount };
}

describeServers("an idempotent write", (serve) => {
  test("runs once, and its response is sent again byte for byte", async () => {
    const { create, rows } = await open(serve);
    const key = randomUUID();
    const first = await create({ key });
    const second = await create({ key });
    expect(first).toMatchObject({ status: 201, isReplayed: false });
    expect(second).toMatchObject({ status: 201, isReplayed: true, text: first.text });
    for (const name of ["location", "content-type", "vary"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get("access-control-expose-headers")).toContain("idempotency-replayed");
    expect(rows).toHaveLength(1);
    expect((await create({ key: `"${key}"` })).isReplayed).toBe(true); // the same key as a structured field
  });

  test("of a command runs once, with its headers", async () => {
    const { chargeAmount, charges } = await open(serve);
    const key = randomUUID();
    const first = await chargeAmount(5, { key });
    const second = await chargeAmount(5, { key });
    expect([first.text, second.text]).toEqual(['{"total":5}', '{"total":5}']);
    expect(second.isReplayed).toBe(true);
    expect(second.headers.get("trestle-affects")).toBe(first.headers.get("trestle-affects"));
    expect(charges).toEqual([5]);
    expect(await chargeAmount(6, { key })).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  test("runs each time without a key, unless one is required", async () => {
    const optional = await open(serve);
    await optional.create();
    await optional.create();
    expect(optional.rows).toHaveLength(2);
    const required = await open(serve, { idempotent: "required" });
    expect(await required.create()).toMatchObject({ status: 400, code: "idempotency_key_required" });
    expect((await required.create({ key: "a" })).status).toBe(201);
    expect(required.rows).toHaveLength(1);
  });

  test.each(["", '"', '"a', 'a"b', "a, b", "a b", "é", "x".repeat(256), '"\\x"'])("refuses the key %j", async (key) => {
    const { create, rows } = await open(serve);
    expect(await create({ key })).toMatchObject({ status: 400, code: "invalid_idempotency_key" });
    expect(rows).toEqual([]);
  });

  test("with another body, query or content type is refused", async () => {
    const { create, rows } = await open(serve);
    await create({ key: "a" });
    const others: Sent[] = [
      { text: "Other" },
      { search: "?fields[notes]=text" },
      { headers: { "content-type": `${MEDIA_TYPE}; ext="urn:trestle:fields"` } },
    ];
    for (const other of others) {
      expect(await create({ key: "a", ...other })).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    }
    expect(rows).toHaveLength(1);
  });

  test("does not share its key with another caller or path", async () => {
    const { create, chargeAmount, rows, charges } = await open(serve);
    for (const user of ["ann", "bob", undefined]) {
      expect(await create({ key: "a", ...(user && { user }) })).toMatchObject({ status: 201, isReplayed: false });
    }
    expect(await chargeAmount(1, { key: "a" })).toMatchObject({ status: 200, isReplayed: false });
    expect([rows.length, charges.length]).toEqual([3, 1]);
  });

  test("that still runs is a 409 for others, which do not wait", async () => {
    let finish = () => {};
    const before = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { create, rows } = await open(serve, { before });
    const first = create({ key: "a" });
    await vi.waitFor(() => expect(before).toHaveBeenCalled(), PATIENCE);
    const second = await create({ key: "a" });
    expect(second).toMatchObject({ status: 409, code: "request_in_progress" });
    expect(second.headers.get("retry-after")).toBe("1");
    finish();
    expect((await first).status).toBe(201);
    expect((await create({ key: "a" })).isReplayed).toBe(true);
    expect(rows).toHaveLength(1);
  });

  test("that failed can be tried again with the same key, also with another payload", async () => {
    const failures = [() => Promise.reject(new Conflict()), () => Promise.reject(new Error("broken")), () => undefined];
    const { create, rows } = await open(serve, { before: () => failures.shift()?.() });
    expect((await create({ key: "a", text: "one" })).status).toBe(409);
    expect((await create({ key: "a", text: "two" })).status).toBe(500);
    expect((await create({ key: "a", search: "?unknown=1" })).status).toBe(400);
    expect((await create({ key: "a", text: "three" })).status).toBe(201);
    expect(rows.map(({ text }) => text)).toEqual(["three"]);
  });

  test("is not sent again to a caller who sees other fields now, or accepts another media type", async () => {
    const users = new Map([["ann", "admin"]]);
    const t = trestle<Context>();
    const notes = t.resource("notes", {
      id: z.int32(),
      attributes: { text: z.string(), secret: z.string() },
      createFields: ["text"],
      visible: { secret: () => users.get("ann") === "admin" },
    });
    let count = 0;
    const routes = notes.routes(
      notes.getOne(({ id }) => ({ id, text: "", secret: "s" })),
      notes.createOne({ idempotent: true }, ({ input }) => ({ id: ++count, text: input.text, secret: "s" })),
    );
    const api = t.router({ notes: routes }, { idempotency: { store: memoryStore() } });
    const { origin } = await serve(api);
    const create = (accept: string) =>
      fetch(`${origin}/api/notes`, {
        method: "POST",
        headers: { "content-type": MEDIA_TYPE, accept, "idempotency-key": "a" },
        body: JSON.stringify({ data: { type: "notes", attributes: { text: "Hello" } } }),
      });
    expect((await create(MEDIA_TYPE)).status).toBe(201);
    expect((await create(MEDIA_TYPE)).status).toBe(201);
    const other = await create(`${MEDIA_TYPE}; ext="urn:trestle:fields"`);
    expect(other.status).toBe(409);
    expect(other.headers.get("location")).toBe("/api/notes/1");
    users.set("ann", "reader");
    const withheld = await create(MEDIA_TYPE);
    expect(withheld.status).toBe(409);
    expect(await withheld.json()).toMatchObject({ errors: [{ code: "response_withheld" }] });
    expect(count).toBe(1);
  });

  test("that ends after its timeout is stored, because nothing undoes it", async () => {
    let finish = () => {};
    const before = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { create, rows } = await open(serve, { before, timeout: 500 });
    expect((await create({ key: "a" })).status).toBe(503);
    expect((await create({ key: "a" })).code).toBe("request_in_progress");
    finish();
    await vi.waitFor(
      async () => expect(await create({ key: "a" })).toMatchObject({ status: 201, isReplayed: true }),
      5000,
    );
    expect(rows).toHaveLength(1);
  });

  const commitFails = (error: Error, isCommitted: boolean): Transaction<Context> => {
    const data = memoryData();
    let isFirst = true;
    return async (args, run) => {
      if (!isFirst) return data.transaction(args, run);
      isFirst = false;
      if (isCommitted) await data.transaction(args, run);
      else await run(args.ctx);
      throw error;
    };
  };

  test.each([
    ["the database", Object.assign(new Error("Refused."), { code: "40001" }), 500],
    ["a failed statement", Object.assign(new Error("No commit."), { code: "25P02" }), 500],
    ["what wraps it", new Error("The commit failed.", { cause: Object.assign(new Error(), { code: "23503" }) }), 500],
    ["the app", new Conflict("Try again."), 409],
  ])(
    "in a transaction is stored after the commit, and its key is free if %s says that it failed",
    async (_, error, status) => {
      const { create } = await open(serve, { transaction: commitFails(error, false) });
      expect((await create({ key: "a" })).status).toBe(status);
      expect(await create({ key: "a" })).toMatchObject({ status: 201, isReplayed: false });
      expect(await create({ key: "a" })).toMatchObject({ status: 201, isReplayed: true });
    },
  );

  test.each([
    ["a broken connection", new Error("Connection terminated unexpectedly")],
    ["a reset", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })],
    ["40003", Object.assign(new Error("Nobody knows."), { code: "40003" })],
    ["57P01", Object.assign(new Error("terminating connection"), { code: "57P01" })],
  ])("in a transaction whose commit may have succeeded keeps its key: %s", async (_, error) => {
    const { create, rows, logged } = await open(serve, { transaction: commitFails(error, true) });
    expect((await create({ key: "a" })).status).toBe(500);
    expect(logged[0]).toContain(error.message);
    expect(await create({ key: "a" })).toMatchObject({ status: 409, code: "request_in_progress" });
    expect(rows).toHaveLength(1);
    expect((await create({ key: "b" })).status).toBe(201);
  });

  test("in a transaction that cannot begin frees its key", async () => {
    const data = memoryData();
    let isBroken = true;
    const transaction: Transaction<Context> = async (args, run) => {
      if (!isBroken) return data.transaction(args, run);
      isBroken = false;
      throw new Error("connect ECONNREFUSED");
    };
    const { create } = await open(serve, { transaction });
    expect((await create({ key: "a" })).status).toBe(500);
    expect(await create({ key: "a" })).toMatchObject({ status: 201, isReplayed: false });
  });

  test("in a transaction that ends after its timeout frees the key", async () => {
    let finish = () => {};
    const waits = [() => new Promise<void>((resolve) => (finish = resolve))];
    const { create, logged } = await open(serve, {
      before: () => waits.pop()?.(),
      transaction: memoryData().transaction,
      timeout: 500,
    });
    expect((await create({ key: "a" })).status).toBe(503);
    finish();
    await vi.waitFor(() => expect(logged.join()).toContain("the transaction was rolled back"), 5000);
    expect(await create({ key: "a", text: "other" })).toMatchObject({ status: 201, isReplayed: false });
  });

  test("is sent when only its response could not be stored", async () => {
    const store: IdempotencyStore = {
      inTransaction: false,
      claim: async () => ({
        state: "new",
        finish: () => Promise.reject(new Error("The store is gone.")),
        release: async () => {},
      }),
    };
    const { create, logged } = await open(serve, { store });
    expect((await create({ key: "a" })).status).toBe(201);
    expect(logged).toEqual(["The store is gone."]);
  });
});

test("an idempotent operation needs a store, and a form cannot be idempotent", () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
  const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: 1, ...input }));
  expect(() => t.router({ notes: notes.routes(createNote) })).toThrow(
    "notes.createOne: an idempotent operation needs a store for its keys. Add it to the router",
  );
  const store = { ...memoryStore(), inTransaction: true };
  expect(() => t.router({ notes: notes.routes(createNote) }, { idempotency: { store } })).toThrow(
    "t.router: the store of idempotency writes in the router's transaction. Add the option transaction",
  );
  expect(started(() => t.command({ idempotent: true, input: z.object({ file: z.file() }) }, () => {}))).toThrow(
    "a form with files cannot be idempotent",
  );
  expect(
    started(() => notes.createOne({ idempotent: "always" as never }, ({ input }) => ({ id: 1, ...input }))),
  ).toThrow('notes.createOne: idempotent must be true, false or "required".');
  expect(started(() => notes.editOne({ idempotent: true } as never, () => ({ id: 1, text: "" })))).toThrow(
    'unknown option "idempotent"',
  );
});

test("the memory store forgets what has expired, and the oldest when it is full", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = memoryStore({ expiresAfter: 1000, maxBytes: 2500 });
  const claim = (id: string) => store.claim({ ctx: {}, id, fingerprint: "f" });
  const write = async (id: string, body = "") => {
    const claimed = await claim(id);
    if (claimed.state === "new") await claimed.finish({ status: 200, headers: {}, body, view: "" });
    return claimed.state;
  };
  expect(await write("a")).toBe("new");
  vi.advanceTimersByTime(999);
  expect(await write("a")).toBe("done");
  vi.advanceTimersByTime(1);
  expect(await write("a")).toBe("new");
  await write("b");
  await write("c", "x".repeat(600));
  expect((await claim("c")).state).toBe("done");
  expect((await claim("a")).state).toBe("new");
  vi.advanceTimersByTime(86_399_999);
  expect((await claim("a")).state).toBe("running"); // its request may have ended without a result
  vi.advanceTimersByTime(1);
  expect((await claim("a")).state).toBe("new");
});
