import { apiError, Conflict, NotFound, respond, toMany, toOne, trestle } from "trestle";
import { z } from "zod";

export interface Context {
  readonly user: string;
  readonly log: string[];
}
export const t = trestle<Context>();
export class AlreadyMerged extends apiError({ status: 409, code: "already_merged", title: "Already merged" }) {}

export const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { tickets: toMany("tickets") },
  createFields: ["name"],
});
export const tickets = t.resource("tickets", {
  id: z.int(),
  attributes: { title: z.string(), created_at: z.date() },
  relationships: { author: toOne("users"), watchers: toMany("users") },
  createFields: ["title", "author"],
  editFields: ["title", "author"],
});

export const at = new Date("2026-01-31T12:00:00Z");
export const row = {
  id: 5,
  title: "Broken",
  created_at: at,
  author: { id: 7, name: "ann", tickets: [5] },
  watchers: [7],
};

/** Merges a ticket into another one. */
export const merge = tickets.command(
  {
    input: z.object({ into: z.int(), at: z.date(), note: z.string().min(3).optional() }),
    returns: tickets,
    include: ["author"],
    errors: [AlreadyMerged, NotFound],
    affects: ["users"],
  },
  async ({ id, input, include, ctx }) => {
    if (!(input.at instanceof Date)) throw new TypeError("not decoded");
    if (input.into === 9) throw new AlreadyMerged("It was merged before.", { field: "into" });
    ctx.log.push(`merge ${id} into ${input.into} ${include.author}`);
    return respond({ ...row, id: input.into, created_at: input.at }, { status: 202, headers: { "x-job": "1" } });
  },
);
export const close = tickets.command(({ id, ctx }) => {
  ctx.log.push(`close ${id}`);
});
export const importAll = tickets.collection.command(
  {
    input: z.object({ file: z.file().max(1000), dryRun: z.boolean().default(false) }),
    returns: [tickets],
    status: 201,
  },
  async ({ input }) => [{ ...row, title: await input.file.text(), id: input.dryRun ? 1 : 2 }],
);
export const stats = tickets.collection.query(
  {
    input: z.object({ since: z.date(), tags: z.array(z.string()).default([]) }),
    output: z.object({ count: z.int(), since: z.date(), ids: z.set(z.bigint()) }),
  },
  ({ input }) => ({ count: input.tags.length, since: input.since, ids: new Set([1n]) }),
);
export const similar = tickets.query({ returns: [tickets], include: ["author"] }, ({ id }) => [{ ...row, id: id + 1 }]);
export const changes = tickets.collection.stream(
  {
    input: z.object({ only: z.string().optional() }),
    events: { changed: z.object({ id: z.int(), at: z.date() }), gone: z.int() },
    errors: [Conflict],
  },
  async function* ({ input, after, signal, ctx }) {
    ctx.log.push(`stream from ${after ?? "start"}`);
    try {
      for (let n = Number(after ?? 0) + 1; !signal.aborted && n <= 4; n++) {
        if (input.only === "fail" && n === 2) throw new Conflict("Too late.");
        yield { event: "changed", id: String(n), data: { id: n, at } };
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (input.only === "forever") n = 1;
      }
      yield { event: "gone", data: 9 };
    } finally {
      ctx.log.push("stream over");
    }
  },
);
export const reindex = t.command(
  { input: z.object({ deep: z.boolean() }), output: z.object({ jobs: z.int() }) },
  ({ input }) => ({ jobs: input.deep ? 2 : 1 }),
);

const publish = tickets.rpc("publish", { method: "PUT" }, async ({ id }) => Response.json({ id }));
const getTicket = tickets.getOne({ errors: [NotFound], include: ["author"] }, () => row);
const createTicket = tickets.createOne({ errors: [Conflict] }, ({ input }) => ({ ...row, ...input }));
const editTicket = tickets.editOne({ errors: [NotFound] }, ({ id }) => ({ ...row, id }));
const createUser = users.createOne(({ input }) => ({ id: 7, tickets: [], ...input }));

export const api = t.router(
  {
    tickets: tickets
      .routes(getTicket, createTicket, editTicket, publish)
      .actions({ merge, close, import: importAll, stats, similar, changes }),
    users: users.routes(createUser),
  },
  { actions: { reindex } },
);
type ApiType = typeof api;
export interface Api extends ApiType {}
