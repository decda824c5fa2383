// message: relationship "notes.author": no resource "users" in this router
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

t.router({ notes: notes.routes() });
