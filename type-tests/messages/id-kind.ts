// message: relationship "notes.author": its ids have another type than those of "users"; pass { id: … } to toOne or toMany
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.uuid(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

t.router({
  users: users.routes(),
  notes: notes.routes(),
});
