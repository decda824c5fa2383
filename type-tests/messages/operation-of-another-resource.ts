// message: Type '"users"' is not assignable to type '"notes"'.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});
const getUser = users.getOne(({ id }) => ({ id, name: "Ann" }));

notes.routes(getUser);
