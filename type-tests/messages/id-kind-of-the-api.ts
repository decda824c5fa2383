// message: relationship "notes.author": its ids have another type than those of "users"; pass { id: … } to toOne or toMany. Or use t.toOne, which has the API's kind of id.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle({ id: z.uuid() });
const users = t.resource("users", { attributes: { name: z.string() } });
const notes = t.resource("notes", {
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

t.router({
  users: users.routes(),
  notes: notes.routes(),
});
