import { desc, eq, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, drizzleQuery, hasMany, manyToMany, mapped } from "trestle/drizzle";
import { postgresStore } from "trestle/postgres";
import { z } from "zod";

interface Context {
  readonly db: { execute(query: unknown): Promise<{ rows: Record<string, unknown>[] }> };
  readonly tenant: number;
}
export const t = trestle<Context>();
export const authors = pgTable("authors", {
  id: integer().primaryKey(),
  name: text().notNull(),
  words: text().notNull(),
});
export const books = pgTable("books", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  author_id: integer().references(() => authors.id),
});
export const pairs = pgTable("pairs", {
  book: integer().references(() => books.id),
  author: integer().references(() => authors.id),
});
export const schema = { authors, books };

export const author = t.resource("authors", {
  id: z.int(),
  attributes: { name: z.string(), words: z.array(z.string()), length: z.int() },
  relationships: { books: toMany("books"), others: toMany("books") },
});
export const book = t.resource("books", {
  id: z.int(),
  attributes: {},
  relationships: { author: toOne("authors").nullable() },
  createFields: ["author"],
});

export const words = mapped(authors.words, { read: (all) => all.split(","), write: (all: string[]) => all.join(",") });
export const children = hasMany(books.author_id, { orderBy: desc(books.id) });
export const members = manyToMany(pairs);
export const columns = { words, length: sql<number>`length(${authors.name})` };

export const data = drizzleData({ db: "db", tables: schema });
export const scopedData = drizzleData({ db: "db", tables: schema, scope: "required" });
export const authorSource = data.source(author, {
  columns,
  relationships: { books: children, others: members },
  filters: { short: (yes: boolean) => (yes ? eq(authors.name, "") : undefined) },
  sorts: { first: authors.id },
});
export const bookSource = scopedData.source(book, {
  scope: (ctx) => eq(books.tenant, ctx.tenant),
  values: (ctx) => ({ tenant: ctx.tenant }),
});
export const { getMany, transaction } = { ...authorSource, ...data };
export const listAuthors = author.getMany(
  { filter: { short: z.boolean().optional() }, sort: ["first"] },
  authorSource.getMany,
);
export const createBook = book.createOne((args) => bookSource.createOne(args, { values: { tenant: 1 } }));
export const query = drizzleQuery("db");
export const store = postgresStore<Context>({ query });
export const api = t.router({ authors: author.routes(listAuthors), books: book.routes(createBook) });

// A method by itself, and all of them.
export const { getOne, createOne, deleteOne, editOne, getRelated, getRelationship, editRelationship } = bookSource;
export const { addToRelationship, removeFromRelationship, resetRelationship } = authorSource;
export const all = { ...authorSource };
