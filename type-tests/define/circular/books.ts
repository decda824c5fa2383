import { offsetPage, respond, toOne } from "trestle";
import { z } from "zod";
import { t } from "./app.js";
import { getAuthor } from "./authors.js";

export const books = t.resource("books", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("authors") },
});

export const getBook = books.getOne({ include: ["author"] }, async ({ id, ctx }) => {
  const author = await getAuthor({ ctx, id });
  return { id, title: author.data.name, author: author.data };
});

export const listBooks = books.getMany(
  { filter: { author: books.ref("author").optional() }, page: offsetPage(), include: ["author__books"] },
  async ({ ctx, filter }) => {
    const author = await getAuthor({ ctx, id: filter.author ?? 1 });
    return respond([{ id: 1, title: "", author: author.data }], { total: 1 });
  },
);
