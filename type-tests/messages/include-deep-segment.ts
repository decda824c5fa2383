// message: include "author__friends": "users" has no relationship "friends"
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});
const getNote = notes.getOne({ include: ["author__friends"] }, () => ({ id: 1, text: "", author: 7 }));

t.router({
  users: users.routes(),
  notes: notes.routes(getNote),
});
