// message: relationship "books.author": no resource "people" in this router.
// message: relationship "books.editor": its ids are not of the kind of "users"; give toOne or toMany the option { id: … }.
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
