// Run in a process of its own: workers need a loader for TypeScript, which a test runner keeps to itself.
import { offload, trestle, type UNSET } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { z } from "zod";

interface Args {
  readonly id: number;
  readonly input: { readonly title: string | UNSET };
  readonly signal: AbortSignal;
}

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string(), since: z.date() },
  editFields: ["title"],
});
type Heavy = typeof import("./heavy.js");
const heavy = offload<Heavy>(new URL("./heavy.js", import.meta.url));
const missing = offload<Heavy>(new URL("./missing.js", import.meta.url));
const routes = notes.routes(
  notes.editOne(heavy(({ id, input }: Args) => ({ id, title: input.title }))),
  notes.getOne(missing(({ id }: { id: number; signal: AbortSignal }) => ({ id, title: "" }))),
);
const handle = fetchHandler(t.router({ notes: routes }), { onError: () => {} });

async function send(method: string, id: number, attributes: object) {
  const body = method === "GET" ? null : JSON.stringify({ data: { type: "notes", id: `${id}`, attributes } });
  const headers = { "content-type": "application/vnd.api+json" };
  const response = await handle(new Request(`http://localhost/notes/${id}`, { method, headers, body }));
  return { status: response.status, document: await response.json() };
}

await send("PATCH", 1, {}); // the first request starts the pool

let ticks = 0; // of this thread, while the first handler computes
const timer = setInterval(() => ticks++, 5);
const answers = [await send("PATCH", 1, { title: "Busy" })];
clearInterval(timer);
for (const id of [2, 404, 500]) answers.push(await send("PATCH", id, {}));
answers.push(await send("GET", 1, {}), await send("PATCH", 1, {}));

console.log(JSON.stringify({ answers, ticks }));
process.exit(0);
