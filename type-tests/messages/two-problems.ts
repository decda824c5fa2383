// message: relationship "books.author": no resource "people" in this router.
// message: relationship "books.editor": its ids have another type than those of "users"; pass { id: … } to toOne or toMany.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.uuid(), attributes: {} });
const books = t.resource("books", {
  id: z.int(),
  attributes: {},
  relationships: { author: toOne("people"), editor: toOne("users") },
});

t.router({ books: books.routes(), users: users.routes() });
