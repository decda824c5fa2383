// One of two modules that import each other: their operations call each other's.
import { offsetPage, type RowOf, toMany } from "trestle";
import { z } from "zod";
import { t } from "./app.js";
import { getBook, listBooks } from "./books.js";

export const authors = t.resource("authors", {
  id: z.int(),
  attributes: { name: z.string(), best: z.string() },
  relationships: { books: toMany("books") },
});

// Annotated, since getBook's row comes from here and this row from getBook: TypeScript infers no circle.
export const getAuthor = authors.getOne({ include: ["books"] }, async ({ id, ctx }): Promise<RowOf<typeof authors>> => {
  const book = await getBook({ ctx, id });
  return { id, name: ctx.user, best: book.data.title, books: [book.data] };
});

export const booksOf = authors.getRelated("books", { page: offsetPage(), include: ["author"] }, ({ ctx, id, page }) =>
  listBooks({ ctx, page, filter: { author: id } }),
);
