import type { PGlite } from "@electric-sql/pglite";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { type AnyPgColumn, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { memoryData } from "trestle/memory";
import { connectQueries, queryOptions, type Refetch } from "trestle/query";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { until } from "../support/every-server.js";
import { startPglite } from "../support/pglite.js";

// A write may change rows of other types. The source says so, and nobody else.

const shelves = pgTable("shelves", { id: integer().primaryKey(), label: text().notNull(), gone: timestamp() });
const books = pgTable("books", {
  id: integer().primaryKey(),
  title: text().notNull(),
  version: integer().notNull(),
  shelf: integer().references(() => shelves.id, { onDelete: "set null" }),
  original: integer().references((): AnyPgColumn => books.id, { onDelete: "cascade" }),
});
const reviews = pgTable("reviews", {
  id: integer().primaryKey(),
  text: text().notNull(),
  book: integer().references(() => books.id, { onDelete: "cascade" }),
});
const likes = pgTable("likes", {
  id: integer().primaryKey(),
  review: integer().references(() => reviews.id, { onDelete: "cascade" }),
});
const prizes = pgTable("prizes", {
  id: integer().primaryKey(),
  book: integer()
    .default(1)
    .references(() => books.id, { onDelete: "set default" }),
});
const loans = pgTable("loans", {
  id: integer().primaryKey(),
  book: integer().references(() => books.id, { onDelete: "restrict" }),
});
const genres = pgTable("genres", { id: integer().primaryKey(), label: text().notNull() });
const pairs = pgTable(
  "pairs",
  {
    book: integer().references(() => books.id, { onDelete: "cascade" }),
    genre: integer().references(() => genres.id, { onDelete: "cascade" }),
  },
  (pair) => [primaryKey({ columns: [pair.book, pair.genre] })],
);
// Two types may share a table. A table without a type in the router is of no use to clients.
const tables = { shelves, books, titles: books, reviews, likes, prizes, loans, genres, pairs };

const t = trestle<{ readonly db: unknown }>();
const resources = {
  shelves: t.resource("shelves", {
    id: z.int(),
    attributes: { label: z.string() },
    relationships: { books: toMany("books") },
    createFields: ["id", "label", "books"],
    editFields: ["label"],
  }),
  books: t.resource("books", {
    id: z.int(),
    attributes: { title: z.string(), version: z.int() },
    relationships: { shelf: toOne("shelves").nullable(), genres: toMany("genres") },
    createFields: ["id", "title", "shelf", "genres"],
    editFields: ["title", "shelf", "genres"],
    version: "version",
  }),
  titles: t.resource("titles", { id: z.int(), attributes: { title: z.string() } }),
  genres: t.resource("genres", {
    id: z.int(),
    attributes: { label: z.string() },
    relationships: { books: toMany("books") },
    editFields: ["books"],
  }),
  reviews: t.resource("reviews", { id: z.int(), attributes: { text: z.string() } }),
  likes: t.resource("likes", { id: z.int(), attributes: {} }),
  prizes: t.resource("prizes", { id: z.int(), attributes: {} }),
  loans: t.resource("loans", { id: z.int(), attributes: {} }),
};

const inTables = (isSoft = false) => {
  const data = drizzleData({ db: "db", tables });
  return {
    transaction: data.transaction,
    shelves: data.source(resources.shelves, isSoft ? { deleted: shelves.gone } : {}),
    books: data.source(resources.books, {}),
    titles: data.source(resources.titles, {}),
    genres: data.source(resources.genres, {}),
    reviews: data.source(resources.reviews, {}),
    likes: data.source(resources.likes, {}),
    prizes: data.source(resources.prizes, {}),
    loans: data.source(resources.loans, {}),
  };
};
const inMemory = (): ReturnType<typeof inTables> => {
  const data = memoryData();
  return {
    transaction: data.transaction,
    shelves: data.source(resources.shelves, {
      rows: [{ id: 1, label: "A", books: [] }],
      relationships: { books: { by: "shelf" } },
    }),
    books: data.source(resources.books, {
      rows: [
        { id: 1, title: "One", version: 1, shelf: 1, genres: [1] },
        { id: 2, title: "Two", version: 1, shelf: null, genres: [] },
      ],
    }),
    titles: data.source(resources.titles),
    genres: data.source(resources.genres, {
      rows: [{ id: 1, label: "Odd", books: [] }],
      relationships: { books: { by: "genres" } },
    }),
    reviews: data.source(resources.reviews),
    likes: data.source(resources.likes),
    prizes: data.source(resources.prizes),
    loans: data.source(resources.loans),
  } as never; // its conditions are functions
};

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table shelves (id int primary key, label text not null, gone timestamp);
    create table books (id int primary key, title text not null, version int not null,
      shelf int references shelves on delete set null, original int references books on delete cascade);
    create table reviews (id int primary key, text text not null, book int references books on delete cascade);
    create table likes (id int primary key, review int references reviews on delete cascade);
    create table prizes (id int primary key, book int default 1 references books on delete set default);
    create table loans (id int primary key, book int references books on delete restrict);
    create table genres (id int primary key, label text not null);
    create table pairs (book int references books on delete cascade, genre int references genres on delete cascade,
      primary key (book, genre));`);
});
beforeEach(async () => {
  await pglite.exec(`truncate shelves, books, reviews, likes, prizes, loans, genres, pairs;
    insert into shelves values (1, 'A'); insert into genres values (1, 'Odd');
    insert into books values (1, 'One', 1, 1, null), (2, 'Two', 1, null, null);
    insert into reviews values (1, 'Good', 2); insert into likes values (1, 1);`);
});
afterAll(() => pglite?.close());

function start(made: ReturnType<typeof inTables>) {
  const { shelves, books, titles, reviews, likes } = resources;
  const list = { getMany: true } as const;
  const api = t.router(
    {
      shelves: made.shelves.routes(
        { ...list, createOne: true, deleteOne: true, changeRelationship: { books: true } },
        // A handler of the app that calls the source.
        shelves.editOne((args) => made.shelves.editOne(args)),
      ),
      // In the long form.
      books: books.routes(
        books.getOne(made.books.getOne),
        books.getMany(made.books.getMany),
        books.editOne(made.books.editOne),
        books.deleteOne((args) => made.books.deleteOne(args)),
        books.addToRelationship("genres", made.books.addToRelationship("genres")),
      ),
      titles: titles.routes(titles.getMany(made.titles.getMany)),
      genres: made.genres.routes({ editOne: true, deleteOne: { affects: [] }, changeRelationship: { books: true } }),
      reviews: reviews.routes(
        reviews.getMany(made.reviews.getMany),
        reviews.deleteOne({ affects: ["shelves"] }, () => {}),
      ),
      likes: likes.routes(likes.getMany(made.likes.getMany)),
      prizes: resources.prizes.routes(),
    },
    { transaction: made.transaction, atomic: true },
  );
  const live = liveChannel(api, { hub: memoryHub() });
  const server = new AbortController();
  onTestFinished(() => server.abort());
  const handle = fetchHandler(api, { live, signal: server.signal, context: t.context(() => ({ db })) });
  /** A client, and whether it has got its first position in the stream of notices. */
  function page() {
    const heard = { isReady: false };
    const transform = (part: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
      controller.enqueue(part);
      if (/^id:/m.test(new TextDecoder().decode(part))) heard.isReady = true;
    };
    const fetch = async (request: Request) => {
      const response = await handle(request);
      if (new URL(request.url).pathname !== "/live") return response;
      return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
    };
    return { heard, client: createClient<typeof api>({ url: "http://a.test", fetch }) };
  }
  /** The types in the header of a write, in alphabetical order. */
  async function affected(method: string, path: string, data?: unknown) {
    const type = `application/vnd.api+json${path === "/operations" ? '; ext="https://jsonapi.org/ext/atomic"' : ""}`;
    const body = data === undefined ? {} : { body: JSON.stringify(path === "/operations" ? data : { data }) };
    const headers = { "content-type": type, accept: type, "if-match": '"1"' };
    const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
    const types = response.headers.get("trestle-affects");
    return [response.status, types === null ? [] : types.split(",").sort()];
  }
  return { affected, page };
}

const book = { type: "books", id: "2" };
const genre = { type: "genres", id: "1" };
const shelf = (id: string, more: object = {}) => ({ type: "shelves", id, attributes: { label: "B" }, ...more });
const byCascade = ["books", "likes", "prizes", "reviews", "titles"];

describe("a write names the types whose rows it changes", () => {
  test("a delete: those of foreign keys, as far as they cascade, and those of the same table", async () => {
    const { affected } = start(inTables());
    expect(await affected("DELETE", "/books/2")).toEqual([204, byCascade]);
    expect(await affected("DELETE", "/shelves/1")).toEqual([204, ["books", "titles"]]);
  });

  test("but no delete that only sets the time, and where the app gives a list, only those in it", async () => {
    const { affected } = start(inTables(true));
    expect(await affected("DELETE", "/shelves/1")).toEqual([204, []]);
    expect(await affected("DELETE", "/genres/1")).toEqual([204, []]);
    expect(await affected("DELETE", "/reviews/1")).toEqual([204, ["shelves"]]);
  });

  test.each([
    ["tables", inTables, ["titles"]],
    ["memory", inMemory, []],
  ] as const)(
    "a change of %s: those of members that hold their parent, or count their versions",
    async (_, make, same) => {
      const { affected } = start(make());
      const members = [{ type: "books", id: "1" }];
      const created = shelf("2", { relationships: { books: { data: members } } });
      expect(await affected("POST", "/shelves", created)).toEqual([201, ["books"]]);
      expect(await affected("POST", "/shelves/1/relationship/books", members)).toEqual([204, ["books"]]);
      // Its fields do not contain the members.
      expect(await affected("PATCH", "/shelves/1", shelf("1"))).toEqual([200, []]);
      expect(await affected("PATCH", "/genres/1/relationship/books", members)).toEqual([204, ["books"]]);
      // A genre has no version, and shows its books only.
      expect(await affected("POST", "/books/2/relationship/genres", [genre])).toEqual([204, same]);
    },
  );

  test("a batch: those of all its operations", async () => {
    const { affected } = start(inTables());
    const remove = (type: string, id: string) => ({ op: "remove", ref: { type, id }, meta: { version: 1 } });
    const { meta: _, ...shelf } = remove("shelves", "1");
    const operations = [shelf, remove("books", "2")];
    expect(await affected("POST", "/operations", { "atomic:operations": operations })).toEqual([204, byCascade]);
  });
});

test("a page and another client's page read again what a cascade deletes", async () => {
  vi.stubGlobal("window", globalThis); // only pages connect
  onTestFinished(() => void vi.unstubAllGlobals());
  const { page } = start(inTables());
  const pages = [page(), page()].map(({ client, heard }) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const reasons: string[] = [];
    const onRefetch = ({ reason }: Refetch) => reasons.push(reason);
    onTestFinished(connectQueries(queryClient, client, { live: true, onRefetch }));
    const list = async () => {
      const observer = new QueryObserver(queryClient, queryOptions(client.likes.list()));
      onTestFinished(observer.subscribe(() => {}));
      await until(() => observer.getCurrentResult().isSuccess && heard.isReady, "the list and the first position");
    };
    return { client, reasons, list };
  });
  const [mine, other] = pages;
  for (const { list } of pages) await list();
  await mine?.client.books.delete(book.id);
  const ofWrite = "books 2 was deleted, and this query may show likes, which it affects";
  await until(() => mine?.reasons.includes(ofWrite) === true, ofWrite);
  // If a busy machine opens the connection late, the page reads everything again, and reports only that.
  const told = [
    "some likes were changed elsewhere, and this query may show likes",
    "notices may be missing, and anything may have changed",
  ];
  await until(() => other?.reasons.some((reason) => told.includes(reason)) === true, `one of: ${told.join("; ")}`);
});
