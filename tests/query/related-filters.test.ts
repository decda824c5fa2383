import { QueryClient } from "@tanstack/query-core";
import { changesOf, respond, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, infiniteQueryOptions, queryOptions, type Refetch } from "trestle/query";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

await import("../../src/query/later.js"); // loaded before the first write

interface Book {
  readonly id: number;
  readonly title: string;
  readonly writer: number | null;
}
interface Writer {
  readonly id: number;
  readonly name: string;
  readonly house: number;
}
interface House {
  readonly id: number;
  readonly city: string;
}

function library() {
  const books = new Map<number, Book>([
    [1, { id: 1, title: "One", writer: 1 }],
    [2, { id: 2, title: "Two", writer: 2 }],
  ]);
  const writers = new Map<number, Writer>([
    [1, { id: 1, name: "Ann", house: 1 }],
    [2, { id: 2, name: "Bob", house: 2 }],
  ]);
  const houses = new Map<number, House>([
    [1, { id: 1, city: "Oslo" }],
    [2, { id: 2, city: "Rome" }],
  ]);

  const t = trestle();
  const ofBooks = t.resource("books", {
    id: z.int(),
    attributes: { title: z.string() },
    relationships: { writer: toOne("writers").nullable() },
    editFields: ["title", "writer"],
  });
  const ofWriters = t.resource("writers", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { house: toOne("houses"), books: toMany("books") },
    editFields: ["name"],
    createFields: ["name", "house"],
  });
  const ofHouses = t.resource("houses", { id: z.int(), attributes: { city: z.string() }, editFields: ["city"] });
  const ofShelves = t.resource("shelves", { id: z.int(), attributes: { label: z.string() }, editFields: ["label"] });

  const query = {
    filter: {
      title__contains: z.string().optional(),
      writer: z.int().optional(),
      writer__name: z.string().optional(),
      writer__house__city__in: z.array(z.string()).optional(),
    },
    alternatives: 2,
    sort: ["title", "writer__name", "writer__house__city"],
    page: { size: z.int().optional(), after: z.int().optional() },
  } as const;
  const writerOf = (book: Book) => (book.writer === null ? undefined : writers.get(book.writer));
  const cityOf = (book: Book) => houses.get(writerOf(book)?.house ?? 0)?.city ?? "";
  const list = ofBooks.getMany(query, ({ filter, any, sort, page }) => {
    const meets = (group: Partial<typeof filter>) => (book: Book) =>
      book.title.includes(group.title__contains ?? "") &&
      (group.writer === undefined || book.writer === group.writer) &&
      (group.writer__name === undefined || writerOf(book)?.name === group.writer__name) &&
      (group.writer__house__city__in?.includes(cityOf(book)) ?? true);
    const rows = [...books.values()]
      .filter(meets(filter))
      .filter((book) => any.length === 0 || any.some((group) => meets(group)(book)));
    const keys = { title: ({ title }: Book) => title, writer__name: (book: Book) => writerOf(book)?.name ?? "" };
    for (const { field, order } of sort) {
      const key = field === "writer__house__city" ? cityOf : keys[field];
      rows.sort((a, b) => (key(a) < key(b) ? -1 : 1) * (order === "asc" ? 1 : -1));
    }
    return respond(rows.slice(0, page.size));
  });

  const api = t.router({
    books: ofBooks.routes(
      list,
      ofBooks.editOne(({ id, input }) => {
        const book = { ...(books.get(id) as Book), ...changesOf(input) };
        books.set(id, book);
        return book;
      }),
    ),
    writers: ofWriters.routes(
      ofWriters.getMany({}, () => [...writers.values()].map((writer) => ({ ...writer, books: [] }))),
      ofWriters.createOne(({ input }) => {
        const writer = { ...input, id: writers.size + 1 };
        writers.set(writer.id, writer);
        return writer;
      }),
      ofWriters.editOne(({ id, input }) => {
        const writer = { ...(writers.get(id) as Writer), ...changesOf(input) };
        writers.set(id, writer);
        return writer;
      }),
      ofWriters.deleteOne(({ id }) => void writers.delete(id)),
      ofWriters.getRelated("books", query, ({ id }) => [...books.values()].filter(({ writer }) => writer === id)),
    ),
    houses: ofHouses.routes(
      ofHouses.getMany({}, () => [...houses.values()]),
      ofHouses.editOne(({ id, input }) => {
        const house = { ...(houses.get(id) as House), ...changesOf(input) };
        houses.set(id, house);
        return house;
      }),
    ),
    shelves: ofShelves.routes(ofShelves.editOne(({ id }) => ({ id, label: "x" }))),
  });
  const handle = fetchHandler(api, { prefix: "/api" });
  const client = createClient<typeof api>({ url: "http://localhost/api", fetch: handle });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const refetched: Refetch[] = [];
  onTestFinished(connectQueries(queries, client, { onRefetch: (refetch) => refetched.push(refetch) }));
  onTestFinished(() => queries.clear());
  return { client, queries, refetched };
}

type Library = ReturnType<typeof library>;
type Client = Library["client"];

const lists = {
  plain: (client: Client) => client.books.list(),
  "by title": (client: Client) => client.books.list().filter({ title__contains: "o" }),
  "by writer": (client: Client) => client.books.list().filter({ writer: 1 }),
  "by writer's name": (client: Client) => client.books.list().filter({ writer__name: "Ann" }),
  "by the city of the writer's house": (client: Client) =>
    client.books.list().filter({ writer__house__city__in: ["Oslo"] }),
  "in groups, one by title": (client: Client) => client.books.list().any({ title__contains: "o" }, { writer: 7 }),
  "in groups, one by writer's name": (client: Client) =>
    client.books.list().any({ title__contains: "Two" }, { writer__name: "Ann" }),
  "sorted by title": (client: Client) => client.books.list().sort("title"),
  "sorted by writer's name": (client: Client) => client.books.list().sort("-writer__name"),
  "sorted by the city": (client: Client) => client.books.list().sort("title", "-writer__house__city"),
  "related, by writer's name": (client: Client) => client.writers.related(1, "books").filter({ writer__name: "Ann" }),
} as const;
type Name = keyof typeof lists | "endless, by writer's name";

async function readAll({ client, queries }: Library) {
  const names = new Map<string, Name>();
  for (const [name, read] of Object.entries(lists)) {
    const options = queryOptions(read(client));
    names.set(JSON.stringify(options.queryKey), name as Name); // an entry of the table
    await queries.fetchQuery(options);
  }
  const endless = infiniteQueryOptions(client.books.list().filter({ writer__name: "Ann" }));
  names.set(JSON.stringify(endless.queryKey), "endless, by writer's name");
  await queries.fetchInfiniteQuery(endless);
  return names;
}

const ofName: Name[] = [
  "by writer's name",
  "endless, by writer's name",
  "in groups, one by writer's name",
  "related, by writer's name",
  "sorted by writer's name",
];
const ofCity: Name[] = ["by the city of the writer's house", "sorted by the city"];

test.each<[string, (client: Client) => PromiseLike<unknown>, Name[]]>([
  ["a writer is edited", (client) => client.writers.update(1, { name: "Zoe" }), [...ofName, ...ofCity]],
  ["a writer is created", (client) => client.writers.create({ name: "Cid", house: 1 }), [...ofName, ...ofCity]],
  ["a writer is deleted", (client) => client.writers.delete(2), [...ofName, ...ofCity]],
  ["a house is edited", (client) => client.houses.update(1, { city: "Bergen" }), ofCity],
  ["a shelf is edited", (client) => client.shelves.update(1, { label: "y" }), []],
])("when %s, lists that depend on it are refetched", async (_name, write, expected) => {
  const room = library();
  await room.queries.fetchQuery(queryOptions(room.client.writers.list())); // shows which type a house is
  await room.queries.fetchQuery(queryOptions(room.client.houses.list())); // shows that a city is an attribute
  const names = await readAll(room);
  await write(room.client);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const refetched = room.refetched.map(({ queryKey }) => names.get(JSON.stringify(queryKey)));
  // A list that holds what was deleted, or shows what is linked to it, is refetched for another reason.
  const depending = expected.filter((name) => !refetched.includes(name));
  expect(depending).toEqual([]);
  for (const name of ["plain", "by title", "in groups, one by title", "sorted by title"] as const) {
    if (!_name.includes("deleted")) expect(refetched).not.toContain(name);
  }
  if (expected.length === 0) expect(refetched).toEqual([]);
});

test("an edit of a resource that a group may now find refetches the list", async () => {
  const { client, queries, refetched } = library();
  const read = client.books.list().any({ title__contains: "x" }, { writer: 7 });
  expect(await queries.fetchQuery(queryOptions(read))).toMatchObject({ data: [] });
  await client.books.update(1, { title: "Box" });
  await expect.poll(() => refetched.length).toBe(1);
  await expect.poll(async () => (await read.fetch()).length).toBe(1);
});

test("a list has a reason, and so has the page behind its link", async () => {
  const { client, queries, refetched } = library();
  await queries.fetchQuery(queryOptions(client.books.list()));
  const link = "?filter%5Bany%5D%5B0%5D%5Bwriter%5D%5Bname%5D=Ann&sort=-title&page%5Bsize%5D=1";
  const next = {
    ...queryOptions(client.books.list()),
    queryKey: ["trestle", "http://localhost/api", "books", "list", { link }],
  };
  await queries.fetchQuery(next as never);
  await client.writers.update(1, { name: "Zoe" });
  await expect
    .poll(() => refetched.map(({ reason }) => reason))
    .toEqual(["writers 1 was edited, and this query is filtered or sorted by writers"]);
});

test("if no document shows the relationship, the list depends on every write", async () => {
  const { client, queries, refetched } = library();
  await queries.fetchQuery(queryOptions(client.books.list().filter({ writer__name: "nobody" }))); // an empty list
  await queries.fetchQuery(queryOptions(client.books.list().filter({ writer: 7 })));
  await client.shelves.update(1, { label: "y" });
  await expect
    .poll(() => refetched.map(({ queryKey }) => queryKey.at(-1)))
    .toEqual([{ filter: { writer__name: "nobody" } }]);
});
