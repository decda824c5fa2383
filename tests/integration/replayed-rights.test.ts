import { Forbidden, memoryStore, trestle, type Transaction } from "trestle";
import { memoryData } from "trestle/memory";
import { migrate, postgresStore } from "trestle/postgres";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ATOMIC_TYPE, MEDIA_TYPE } from "../support/media-type.js";
import { startPglite } from "../support/pglite.js";
import { describeServers, type Serve } from "../support/serve.js";

interface Context {
  readonly user?: string;
  /** Only a transaction adds it. */
  // biome-ignore lint/suspicious/noExplicitAny: a transaction of PGlite, or a word
  readonly db?: any;
}

const pglite = await startPglite();
beforeAll(() => migrate(pglite));

/** The ways to keep keys: where the store writes, and whether there is a transaction. */
const KEEPING: Readonly<Record<string, () => object>> = {
  "no transaction": () => ({ idempotency: { store: memoryStore() } }),
  "a store outside the transaction": () => ({
    idempotency: { store: memoryStore() },
    transaction: (async (args, run) =>
      memoryData().transaction(args, (ctx) => run({ ...ctx, db: "open" }))) satisfies Transaction<Context>,
  }),
  "a store in the transaction": () => ({
    idempotency: { store: postgresStore<Context>({ query: ({ db }, sql, values) => db.query(sql, values) }) },
    transaction: (({ ctx }, run) => pglite.transaction((db) => run({ ...ctx, db }))) satisfies Transaction<Context>,
  }),
};

/** Notes and a command behind wrappers and middleware that ask for rights, which a test takes away. */
async function open(serve: Serve, options: object) {
  const rights = new Set(["enter", "write"]);
  const visible = new Set(["secret"]);
  const t = trestle<Context>();
  const contexts: Context[] = [];
  const ask = (right: string) => {
    if (!rights.has(right)) throw new Forbidden(`You lost the right to ${right}.`);
  };
  const mayEnter = t.middleware(({ next }) => {
    ask("enter");
    return next({});
  });
  const mayWrite = t.wrapper(({ ctx }) => {
    contexts.push(ctx);
    return { asks: ask };
  });
  const mayWriteNow = t.wrapper(async ({ ctx }) => (ctx as { asks?: typeof ask }).asks?.("write"));
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string(), secret: z.string() },
    createFields: ["text"],
    visible: { secret: () => visible.has("secret") },
  });
  const writes: unknown[] = [];
  const run = mayWrite(
    mayWriteNow(({ input }: { ctx: Context; input: { text: string } }) => {
      writes.push(input);
      return { id: writes.length, text: input.text, secret: "s" };
    }),
  );
  const createNote = notes.createOne({ idempotent: true, errors: [Forbidden], middleware: [mayEnter] }, run);
  const note = t.command(
    { idempotent: true, input: z.object({ text: z.string() }), output: z.json(), middleware: [mayEnter] },
    run,
  );
  const hasTransaction = "transaction" in options;
  const api = t.router({ notes: notes.routes(createNote) }, {
    actions: { note },
    ...(hasTransaction && { atomic: { idempotent: true } }),
    ...options,
  } as never);
  const { origin } = await serve(api as never);
  const key = crypto.randomUUID();
  const send = async (path: string, type: string, body: object) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method: "POST",
      headers: { "content-type": type, "idempotency-key": key },
      body: JSON.stringify(body),
    });
    const { errors = [{}] } = await response.json();
    const [{ code, detail, source }] = errors;
    const isReplayed = response.headers.has("idempotency-replayed");
    return { status: response.status, isReplayed, code, detail, source, location: response.headers.get("location") };
  };
  const add = (text: string) => ({ op: "add", data: { type: "notes", attributes: { text } } });
  const sending: Readonly<Record<string, (text: string) => ReturnType<typeof send>>> = {
    create: (text) => send("notes", MEDIA_TYPE, { data: { type: "notes", attributes: { text } } }),
    command: (text) => send("note", "application/json", { text }),
    ...(hasTransaction && {
      batch: (text) => send("operations", ATOMIC_TYPE, { "atomic:operations": [add("first"), add(text)] }),
    }),
  };
  return { rights, visible, writes, contexts, sending };
}

describeServers("a stored response", (serve) => {
  const cases = Object.keys(KEEPING).flatMap((keeping) =>
    ["create", "command", "batch"].map((kind) => [kind, keeping] as const),
  );
  test.each(cases.filter(([kind, keeping]) => kind !== "batch" || keeping !== "no transaction"))(
    "of a %s is refused to a caller who lost a right: %s",
    async (kind, keeping) => {
      const { rights, writes, contexts, sending } = await open(serve, KEEPING[keeping]?.() ?? {});
      const write = sending[kind] as (typeof sending)[string];
      const ok = { status: kind === "create" ? 201 : 200, isReplayed: false };
      expect(await write("Hello")).toMatchObject(ok);
      const count = writes.length;
      for (const right of ["write", "enter"]) {
        rights.delete(right);
        const detail = `You lost the right to ${right}.`;
        const source = kind === "batch" ? { source: { pointer: "/atomic:operations/0" } } : {};
        expect(await write("Hello")).toMatchObject({
          status: 403,
          isReplayed: false,
          detail,
          location: null,
          ...source,
        });
        expect(await write("Other")).toMatchObject({ status: right === "enter" && kind !== "batch" ? 403 : 422 });
        rights.add(right);
      }
      expect(await write("Hello")).toMatchObject({ ...ok, isReplayed: true });
      expect(await write("Hello")).toMatchObject({ ...ok, isReplayed: true });
      expect(writes).toHaveLength(count);
      // A wrapper gets the context that it gets before the handler.
      expect(new Set(contexts.map(({ db }) => typeof db)).size).toBe(1);
    },
  );

  test("is refused before a caller who sees other fields learns the place of the resource", async () => {
    const { rights, visible, sending } = await open(serve, KEEPING["no transaction"]?.() ?? {});
    expect(await sending.create?.("Hello")).toMatchObject({ status: 201 });
    visible.clear();
    expect(await sending.create?.("Hello")).toMatchObject({ status: 409, code: "response_withheld" });
    rights.delete("write");
    expect(await sending.create?.("Hello")).toMatchObject({ status: 403, location: null });
  });
});
