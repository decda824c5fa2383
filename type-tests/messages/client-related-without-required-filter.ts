// message: Property 'text' is missing in type '{}' but required in type '{ readonly text: string; }'.
import { type ApiOf, toMany, trestle } from "trestle";
import { createClient } from "trestle/client";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: {}, relationships: { notes: toMany("notes") } });
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
const api = t.router({
  users: users.routes(users.getRelated("notes", { filter: { text: z.string() } }, () => [])),
  notes: notes.routes(),
});
interface Api extends ApiOf<typeof api> {}
const client = createClient<Api>({ url: "https://example.org" });

client.users.related(1, "notes", { filter: {} });
