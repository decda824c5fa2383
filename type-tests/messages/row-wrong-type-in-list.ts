// message: Type 'number' is not assignable to type 'string'.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

notes.getMany(() => [{ id: 1, text: 1, author: 7 }]);
