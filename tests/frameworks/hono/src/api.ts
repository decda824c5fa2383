import { type ApiOf, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle<{ user: string | null }>();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string().min(1), at: z.date() },
  createFields: ["text"],
});

// Rows in memory, for this example. Each user sees only their own.
const source = memoryData().source(notes, {
  rows: [
    { id: 1, text: "</script>Buy milk", at: new Date("2026-01-31"), user: "ann" },
    { id: 2, text: "Call Ann", at: new Date("2026-02-28"), user: "bob" },
  ],
  scope: (ctx) => (row) => row.user === ctx.user,
  values: (ctx) => ({ at: new Date(), user: ctx.user ?? "" }),
});

const api = t.router({
  notes: source.routes({ getMany: true, getOne: true, createOne: true }),
});
export interface Api extends ApiOf<typeof api> {}

/** The user of a request. A real app reads a session here, and trusts no name that a browser sends. */
export const userOf = (cookie: string | null) => /user=(\w+)/.exec(cookie ?? "")?.[1] ?? null;

export const handle = fetchHandler(api, {
  prefix: "/api",
  context: t.context((request) => ({ user: userOf(request.headers.get("cookie")) })),
});
