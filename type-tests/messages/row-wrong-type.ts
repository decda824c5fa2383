// message: Types of property 'text' are incompatible.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

notes.getOne(async ({ id }) => ({ id, text: 1, author: 7 }));
