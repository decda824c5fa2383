import { desc, eq, sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { Conflict, cursorPage, NotFound, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany, mapped } from "trestle/drizzle";
import { z } from "zod";

// Apart from the other programs, because Drizzle's own declarations do not compile without `skipLibCheck`.

const people = pgTable("people", { id: integer().primaryKey(), name: text().notNull() });
const notes = pgTable("notes", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  title: text().notNull(),
  words: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  author_id: integer().references(() => people.id),
});
const labels = pgTable("labels", { id: text().primaryKey() });
const noteLabels = pgTable(
  "note_labels",
  { note: integer().references(() => notes.id), label: text().references(() => labels.id) },
  (pair) => [primaryKey({ columns: [pair.note, pair.label] })],
);

interface Context {
  readonly db: unknown;
  readonly tenant: number;
}
const t = trestle<Context>();
const person = t.resource("people", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { notes: toMany("notes") },
});
const label = t.resource("labels", { id: z.string(), attributes: {} });
const note = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string(), words: z.array(z.string()), at: z.date(), length: z.int() },
  relationships: {
    author: toOne("people").nullable(),
    labels: toMany("labels", { id: z.string(), linkage: true }),
  },
  createFields: ["id", "title", "words"],
  editFields: ["title"],
});

const data = drizzleData({ db: "db", tables: { people, notes, labels }, scope: "required" });
const peopleSource = data.source(person, {
  scope: "none",
  relationships: { notes: hasMany(notes.author_id, { limit: 5, orderBy: desc(notes.at) }) },
});
data.source(label, { scope: "none" });
const noteSource = data.source(note, {
  columns: {
    words: mapped(notes.words, { read: (words) => words.split(","), write: (words: string[]) => words.join(",") }),
    length: sql<number>`length(${notes.title})`,
  },
  relationships: { labels: manyToMany(noteLabels) },
  scope: ({ tenant }) => eq(notes.tenant, tenant),
  values: ({ tenant }) => ({ tenant }),
  filters: { mine: (yes: boolean) => (yes ? eq(notes.author_id, 1) : undefined) },
  sorts: { newest: notes.at },
});

const listNotes = note.getMany(
  {
    filter: { mine: z.boolean().optional(), title__contains: z.string().optional() },
    sort: ["newest"],
    include: ["author__notes", "labels"],
    page: cursorPage(),
  },
  noteSource.getMany,
);
const createNote = note.createOne({ errors: [Conflict, NotFound] }, (args) =>
  data.transaction(args, (ctx) => noteSource.createOne({ ...args, ctx }, { values: { at: sql`now()` } })),
);
const editNote = note.editOne({ errors: [NotFound] }, (args) =>
  noteSource.editOne(args, { when: eq(notes.title, "draft"), values: { title: sql`lower(${notes.title})` } }),
);
export const api = t.router({
  notes: note.routes(listNotes, createNote, editNote),
  people: person.routes(person.getOne({ include: ["notes"], errors: [NotFound] }, peopleSource.getOne)),
  labels: label.routes(),
});
