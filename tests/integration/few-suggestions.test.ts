import { toMany, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

const t = trestle();
const NAMES = Array.from({ length: 12 }, (_, index) => `chapter_${String.fromCharCode(97 + index).repeat(6)}`);
const byName = <T>(value: T) => Object.fromEntries(NAMES.map((name) => [name, value]));
const people = t.resource("people", { id: z.int(), attributes: {} });
const books = t.resource("books", {
  id: z.int(),
  attributes: byName(z.string().optional()),
  relationships: Object.fromEntries(NAMES.map((name) => [`${name}s`, toMany("people")])),
  createFields: NAMES,
} as never); // no type knows the names, which are made here
const listBooks = books.getMany(
  { filter: byName(z.string().optional()), sort: NAMES, include: NAMES.map((name) => `${name}s`) } as never,
  (() => []) as never,
);
const createBook = books.createOne((() => undefined) as never);
const api = t.router({ people: people.routes(), books: books.routes(listBooks, createBook) } as never);

/** Names with a wrong letter. */
const typed = NAMES.map((name) => name.replace("p", "q"));
const REQUESTS: Readonly<Record<string, string | object>> = {
  filters: `?${typed.map((name) => `filter[${name}]=1`).join("&")}`,
  sort: `?sort=${typed.slice(0, 10).join()}`,
  fields: `?fields[books]=${typed.join()}`,
  include: `?include=${typed.map((name) => `${name}s`).join()}`,
  "several parameters": `?filter[${typed[0]}]=1&sort=${typed.slice(1, 5).join()}&fields[books]=${typed.slice(5).join()}`,
  attributes: { attributes: Object.fromEntries(typed.map((name) => [name, "x"])) },
};

describeServers("a request with many wrong names", (serve) => {
  test.each(Object.entries(REQUESTS))("gets suggestions for the first five of them: %s", async (_, sent) => {
    const { origin } = await serve(api);
    const response =
      typeof sent === "string"
        ? await fetch(`${origin}/api/books${sent}`)
        : await fetch(`${origin}/api/books`, {
            method: "POST",
            headers: { "content-type": MEDIA_TYPE },
            body: JSON.stringify({ data: { type: "books", ...sent } }),
          });
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    expect(errors.length).toBeGreaterThanOrEqual(10);
    const isSuggestion = errors.map(({ detail }) => detail.includes("Did you mean"));
    expect(isSuggestion).toEqual(errors.map((_, index) => index < 5));
  });
});
