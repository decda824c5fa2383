import { foreignKey, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { describe, expect, test } from "vitest";
import { z } from "zod";

// A relationship holds ids. A foreign key that leads to another column says that its column holds something else.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const authors = t.resource("authors", {
  id: z.string(),
  attributes: {},
  relationships: { books: toMany("books"), friends: toMany("authors", { id: z.string() }) },
});
const books = t.resource("books", {
  id: z.int(),
  attributes: {},
  relationships: { author: toOne("authors", { id: z.string() }) },
});

const authorTable = pgTable("authors", { id: text().primaryKey(), code: text().notNull().unique() });
const pairsTo = (from: "id" | "code", to: "id" | "code") =>
  pgTable(
    "friends",
    { one: text().references(() => authorTable[from]), other: text().references(() => authorTable[to]) },
    (pairs) => [primaryKey({ columns: [pairs.one, pairs.other] })],
  );
const plainPairs = pairsTo("id", "id");
const bookTo = (column: "id" | "code") =>
  pgTable("books", {
    id: integer().primaryKey(),
    author: text()
      .notNull()
      .references(() => authorTable[column]),
  });

/** Checks the sources as `t.router` does. */
function start(bookTable: ReturnType<typeof bookTo>, pairs = plainPairs, id: "id" | "code" = "id") {
  const data = drizzleData({ db: "db", tables: { authors: authorTable, books: bookTable } });
  const source = data.source(authors, {
    columns: { id: authorTable[id] },
    relationships: {
      books: hasMany(bookTable.author),
      friends: manyToMany(pairs, { from: pairs.one, to: pairs.other }),
    },
  });
  const bookSource = data.source(books, {});
  t.router({
    authors: authors.routes(authors.getOne(source.getOne)),
    books: books.routes(books.getOne(bookSource.getOne)),
  });
}

describe("a foreign key to another column than the id is refused at the start", () => {
  test("from a column of a hasMany, and of a to-one", () => {
    expect(() => start(bookTo("code"))).toThrow(
      'data.source(authors): "books": "books.author" refers to "authors.code", but the id of "authors" is "authors.id". ' +
        'Refer to "authors.id", or use the other column as the id of "authors": columns: { id: … }.',
    );
    const data = drizzleData({ db: "db", tables: { authors: authorTable, books: bookTo("code") } });
    const alone = t.resource("authors", { id: z.string(), attributes: {} });
    data.source(alone, {});
    const source = data.source(books, {});
    const route = () => t.router({ authors: alone.routes(), books: books.routes(books.getOne(source.getOne)) });
    expect(route).toThrow('data.source(books): "author": "books.author" refers to');
  });

  test("from either column of pairs", () => {
    const sentence = (column: string) => `"friends": "friends.${column}" refers to "authors.code"`;
    expect(() => start(bookTo("id"), pairsTo("code", "id"))).toThrow(sentence("one"));
    expect(() => start(bookTo("id"), pairsTo("id", "code"))).toThrow(sentence("other"));
  });

  test("and one to the column of the id is not, whichever that is", () => {
    expect(() => start(bookTo("id"))).not.toThrow();
    expect(() => start(bookTo("code"), pairsTo("code", "code"), "code")).not.toThrow();
    expect(() => start(bookTo("id"), plainPairs, "code")).toThrow('"books.author" refers to "authors.id"');
  });
});

test("foreign keys of several columns are read column by column, and those to other tables are not read", () => {
  const columns = { id: integer().notNull(), tenant: integer().notNull(), parent: integer() };
  const people = pgTable("people", { id: integer().primaryKey() });
  const nodes = (end: "id" | "tenant") =>
    pgTable("nodes", { ...columns, code: integer().references(() => people.id) }, (table) => [
      unique().on(table.tenant, table.id),
      primaryKey({ columns: [table.id] }),
      foreignKey({
        columns: [table.tenant, table.parent],
        foreignColumns: end === "id" ? [table.tenant, table.id] : [table.id, table.tenant],
      }),
    ]);
  const resource = t.resource("nodes", {
    id: z.int(),
    attributes: {},
    relationships: { parent: toOne("nodes").nullable(), code: toOne("nodes").nullable() },
  });
  const run = (table: ReturnType<typeof nodes>) => {
    const source = drizzleData({ db: "db", tables: { nodes: table } }).source(resource, {});
    t.router({ nodes: resource.routes(resource.getOne(source.getOne)) });
  };
  expect(() => run(nodes("id"))).not.toThrow();
  expect(() => run(nodes("tenant"))).toThrow('"nodes.parent" refers to "nodes.tenant"');
});
