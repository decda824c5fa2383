// message: notes.getRelated("author"): the handler does not return rows of "users". Annotate its result with RowOf to see what differs.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

const note = { id: 1, text: "Hello", author: 7 };
const getAuthor = notes.getRelated("author", async () => note);

t.router({ notes: notes.routes(getAuthor), users: users.routes() });
