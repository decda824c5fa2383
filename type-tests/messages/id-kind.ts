// message: relationship "notes.author": its ids are not of the kind of "users"; give toOne or toMany the option { id: … }
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
