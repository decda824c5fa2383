// message: Type 'string' is not assignable to type 'number | NestedRow<number>'.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

notes.getOne(({ id }) => ({ id, text: "", author: "7" }));
