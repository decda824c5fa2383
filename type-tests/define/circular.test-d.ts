import type { Envelope, RowOf } from "trestle";
import { createClient } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import { t } from "./circular/app.js";
import { authors, booksOf, getAuthor } from "./circular/authors.js";
import { books, getBook, listBooks } from "./circular/books.js";

const api = t.router({ authors: authors.routes(getAuthor, booksOf), books: books.routes(getBook, listBooks) });

test("modules may import each other: nothing is lost in the circle", async () => {
  expectTypeOf(getAuthor).returns.resolves.toEqualTypeOf<Envelope<RowOf<typeof authors>>>();
  expectTypeOf(getBook).returns.resolves.toEqualTypeOf<Envelope<RowOf<typeof books>>>();
  expectTypeOf<RowOf<typeof books>>().toEqualTypeOf<{
    id: number;
    title: string;
    author: number | { readonly id: number };
  }>();

  const client = createClient<typeof api>({ url: "https://example.org" });
  const [book] = await client.books.list().include("author__books");
  expectTypeOf(book!.author.books[0]!.title).toEqualTypeOf<string>();
});
