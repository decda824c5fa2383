import Fastify from "fastify";
import pg from "pg";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { migrate, postgresStore } from "trestle/postgres";
import { z } from "zod";

/**
 * A program: `node --import tsx idempotent-server.ts postgres://… [killed | killed-within]`. Serves idempotent creates of notes, and batches of
 * them, and prints its origin. With `killed`, it kills itself after its first commit, before the response is sent. With `killed-within`, it
 * kills itself before the commit, after it has inserted a note with the text "last".
 */
const [url = "", ending] = process.argv.slice(2);

interface Context {
  readonly db: pg.Pool | pg.PoolClient;
}

const pool = new pg.Pool({ connectionString: url, max: 30 });
pool.on("error", () => {}); // the server ends before its idle connections
await migrate(pool);

const t = trestle<Context>();
const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
const createNote = notes.createOne({ idempotent: "required" }, async ({ ctx, input }) => {
  const { rows } = await ctx.db.query("insert into notes (text) values ($1) returning id, text", [input.text]);
  if (ending === "killed-within" && input.text === "last") process.kill(process.pid, "SIGKILL");
  return rows[0];
});
const api = t.router(
  { notes: notes.routes(createNote) },
  {
    transaction: async ({ ctx }, run) => {
      const db = await pool.connect();
      try {
        await db.query("begin");
        const ran = await run({ ...ctx, db });
        await db.query("commit");
        if (ending === "killed") process.kill(process.pid, "SIGKILL");
        return ran;
      } catch (error) {
        await db.query("rollback");
        throw error;
      } finally {
        db.release();
      }
    },
    atomic: { idempotent: "required" },
    idempotency: {
      store: postgresStore<Context>({ query: ({ db }, sql, values) => db.query(sql, values) }),
      caller: () => "ann",
    },
  },
);

const app = Fastify(serverOptions);
await app.register(fastifyPlugin(api, { context: t.context(() => ({ db: pool })) }), { prefix: "/api" });
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
