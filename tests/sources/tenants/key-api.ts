import { desc } from "drizzle-orm";
import { foreignKey, integer, type PgColumn, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { cursorPage, toMany, toOne, trestle } from "trestle";
import { byColumn, byType, compositeId, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { z } from "zod";

// Every key begins with the tenant, and both tenants have the same ids, of every kind: of one column that the tenant completes, of
// several that it completes, and of several that contain it. References lead to all of them, by foreign keys and by type.

const tenant = () => integer().notNull();
const key = (...columns: [PgColumn, ...PgColumn[]]) => primaryKey({ columns });
const to = (columns: PgColumn[], foreignColumns: PgColumn[]) =>
  foreignKey({ columns: columns as [PgColumn], foreignColumns: foreignColumns as [PgColumn] });

const people = pgTable(
  "people",
  { tenant: tenant(), id: integer().notNull(), name: text().notNull(), boss_id: integer() },
  (table) => [key(table.tenant, table.id), to([table.tenant, table.boss_id], [table.tenant, table.id])],
);
const docs = pgTable(
  "docs",
  {
    tenant: tenant(),
    id: text().notNull(),
    title: text().notNull(),
    version: integer().notNull().default(1),
    author_id: integer(),
  },
  (table) => [key(table.tenant, table.id), to([table.tenant, table.author_id], [people.tenant, people.id])],
);
const clips = pgTable("clips", { tenant: tenant(), id: uuid().notNull(), url: text().notNull() }, (table) => [
  key(table.tenant, table.id),
]);
const tags = pgTable("tags", { tenant: tenant(), id: text().notNull(), label: text().notNull() }, (table) => [
  key(table.tenant, table.id),
]);
const docTags = pgTable("doc_tags", { tenant: tenant(), doc: text().notNull(), tag: text().notNull() }, (table) => [
  key(table.tenant, table.doc, table.tag),
]);
/** The id is of the person and the doc. */
const roles = pgTable(
  "roles",
  { tenant: tenant(), person_id: integer().notNull(), doc_id: text().notNull(), grade: text().notNull() },
  (table) => [
    key(table.tenant, table.person_id, table.doc_id),
    to([table.tenant, table.person_id], [people.tenant, people.id]),
    to([table.tenant, table.doc_id], [docs.tenant, docs.id]),
  ],
);
/** The id contains the tenant. */
const seats = pgTable(
  "seats",
  { tenant: tenant(), no: integer().notNull(), label: text().notNull(), person_id: integer() },
  (table) => [key(table.tenant, table.no), to([table.tenant, table.person_id], [people.tenant, people.id])],
);
const notes = pgTable(
  "notes",
  {
    tenant: tenant(),
    id: integer().notNull(),
    text: text().notNull(),
    kind: text(),
    of: text(),
    doc_id: text(),
    clip_id: uuid(),
    role_person: integer(),
    role_doc: text(),
    seat_no: integer(),
  },
  (table) => [
    key(table.tenant, table.id),
    to([table.tenant, table.doc_id], [docs.tenant, docs.id]),
    to([table.tenant, table.clip_id], [clips.tenant, clips.id]),
    to([table.tenant, table.role_person, table.role_doc], [roles.tenant, roles.person_id, roles.doc_id]),
    to([table.tenant, table.seat_no], [seats.tenant, seats.no]),
  ],
);

export const KEY_DDL = `
create table people (tenant int, id int, name text not null, boss_id int, primary key (tenant, id),
  foreign key (tenant, boss_id) references people on delete set null (boss_id));
create table docs (tenant int, id text, title text not null, version int not null default 1, author_id int, primary key (tenant, id),
  foreign key (tenant, author_id) references people);
create table clips (tenant int, id uuid, url text not null, primary key (tenant, id));
create table tags (tenant int, id text, label text not null, primary key (tenant, id));
create table doc_tags (tenant int, doc text, tag text, primary key (tenant, doc, tag),
  foreign key (tenant, doc) references docs on delete cascade, foreign key (tenant, tag) references tags);
create table roles (tenant int, person_id int, doc_id text, grade text not null, primary key (tenant, person_id, doc_id),
  foreign key (tenant, person_id) references people, foreign key (tenant, doc_id) references docs on delete cascade);
create table seats (tenant int, no int, label text not null, person_id int, primary key (tenant, no),
  foreign key (tenant, person_id) references people);
create table notes (tenant int, id int, text text not null, kind text, of text, doc_id text, clip_id uuid, role_person int,
  role_doc text, seat_no int, primary key (tenant, id), foreign key (tenant, doc_id) references docs on delete set null (doc_id),
  foreign key (tenant, clip_id) references clips, foreign key (tenant, role_person, role_doc) references roles on delete set null (role_person, role_doc),
  foreign key (tenant, seat_no) references seats);`;

interface Context {
  readonly db: unknown;
  readonly tenant: number;
}
export const t = trestle<Context>();
const texts = { id: z.string() };
const linked = { linkage: true } as const;

const resources = {
  people: t.resource("people", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: {
      boss: toOne("people").nullable(),
      docs: toMany("docs", { ...texts, ...linked }),
      roles: toMany("roles", texts),
      seats: toMany("seats", { ...texts, ...linked }),
      notes: toMany("notes"),
    },
    createFields: ["id", "name", "boss"],
    editFields: ["name", "boss", "docs", "seats"],
  }),
  docs: t.resource("docs", {
    id: z.string(),
    attributes: { title: z.string(), version: z.int() },
    relationships: {
      author: toOne("people").nullable(),
      tags: toMany("tags", { ...texts, ...linked }),
      roles: toMany("roles", { ...texts, ...linked }),
      notes: toMany("notes", linked), // by type
      sourced: toMany("notes", linked), // by column
    },
    createFields: ["id", "title", "author", "tags", "notes"],
    editFields: ["title", "author", "tags", "notes", "sourced"],
    version: "version",
  }),
  clips: t.resource("clips", {
    id: z.uuid(),
    attributes: { url: z.string() },
    relationships: { notes: toMany("notes", linked) },
    createFields: ["id", "url", "notes"],
    editFields: ["url", "notes"],
  }),
  tags: t.resource("tags", {
    id: z.string(),
    attributes: { label: z.string() },
    relationships: { docs: toMany("docs", { ...texts, ...linked }) },
    createFields: ["id", "label", "docs"],
    editFields: ["label", "docs"],
  }),
  roles: t.resource("roles", {
    id: z.string(),
    attributes: { grade: z.string() },
    relationships: { person: toOne("people"), doc: toOne("docs", texts), notes: toMany("notes", linked) },
    createFields: ["grade", "person", "doc", "notes"],
    editFields: ["grade", "notes"],
  }),
  seats: t.resource("seats", {
    id: z.string(),
    attributes: { label: z.string(), no: z.int() },
    relationships: { person: toOne("people").nullable(), notes: toMany("notes", linked) },
    createFields: ["label", "no", "person"],
    editFields: ["label", "person", "notes"],
  }),
  notes: t.resource("notes", {
    id: z.int(),
    attributes: { text: z.string() },
    relationships: {
      about: toOne(["people", "docs", "clips"], { ids: { docs: z.string(), clips: z.uuid() } }).nullable(),
      source: toOne(["docs", "clips"], { ids: { docs: z.string(), clips: z.uuid() } }).nullable(),
      role: toOne("roles", texts).nullable(),
      seat: toOne("seats", texts).nullable(),
    },
    createFields: ["id", "text", "about", "source", "role", "seat"],
    editFields: ["text", "about", "source", "role", "seat"],
  }),
};

export const keyTables = { people, docs, clips, tags, docTags, roles, seats, notes };
const data = drizzleData({
  db: "db",
  tables: keyTables,
  tenant: { column: "tenant", of: (ctx: Context) => ctx.tenant },
});
const about = byType({ type: notes.kind, id: notes.of, values: { docs: "doc" } });
const sources = {
  people: data.source(resources.people, {
    relationships: { notes: hasMany(notes.of), docs: hasMany(docs.author_id, { orderBy: desc(docs.title) }) },
  }),
  docs: data.source(resources.docs, {
    relationships: {
      tags: manyToMany(docTags, { from: docTags.doc, to: docTags.tag, orderBy: desc(tags.label) }),
      notes: hasMany(notes.of),
      sourced: hasMany(notes.doc_id),
    },
  }),
  clips: data.source(resources.clips, { relationships: { notes: hasMany(notes.clip_id) } }),
  tags: data.source(resources.tags, {
    relationships: { docs: manyToMany(docTags, { from: docTags.tag, to: docTags.doc }) },
  }),
  roles: data.source(resources.roles, {
    columns: { id: compositeId(roles.person_id, roles.doc_id) },
    relationships: { notes: hasMany([notes.role_person, notes.role_doc]) },
  }),
  seats: data.source(resources.seats, { relationships: { notes: hasMany([notes.tenant, notes.seat_no]) } }),
  notes: data.source(resources.notes, {
    columns: { role: compositeId(notes.role_person, notes.role_doc), seat: compositeId(notes.tenant, notes.seat_no) },
    relationships: { about, source: byColumn({ docs: notes.doc_id, clips: notes.clip_id }) },
  }),
};

const some = () => z.string().optional();
const yes = () => z.boolean().optional();
const page = cursorPage({ size: 3 });
const include = [
  "about",
  "about__author",
  "about__notes",
  "source__tags",
  "source__notes",
  "role__person__boss",
  "role__doc",
  "role__notes",
  "seat__person",
] as const;
export const keyApi = t.router(
  {
    people: sources.people.routes({
      getMany: {
        filter: {
          id: z.int().optional(),
          name__contains: some(),
          boss__name__contains: some(),
          docs__title__contains: some(),
          notes__text__contains: some(),
          roles: z.array(z.string()).optional(),
          seats__isnull: yes(),
          notes__isnull: yes(),
        },
        sort: ["name", "boss__name", "id"],
        page,
        include: ["boss", "docs__tags", "roles__doc", "seats__notes", "notes__about"],
      },
      getOne: { include: ["boss", "docs__notes", "roles__notes", "seats", "notes__source"] },
      createOne: true,
      editOne: true,
      deleteOne: true,
      getRelated: { boss: true, docs: true, roles: true, seats: true, notes: true },
      changeRelationship: { boss: true, docs: true, seats: true, notes: true },
    }),
    docs: sources.docs.routes({
      getMany: {
        filter: {
          id: z.array(z.string()).optional(),
          title__contains: some(),
          author__name__contains: some(),
          tags: some(),
          tags__label__contains: some(),
          roles__grade__contains: some(),
          roles__isnull: yes(),
          notes__text__contains: some(),
          notes__isnull: yes(),
          sourced__isnull: yes(),
        },
        sort: ["title", "author__name", "author", "id"],
        page,
        include: ["author", "tags__docs", "roles__person", "notes", "sourced__about"],
      },
      getOne: { include: ["author__docs", "tags", "roles", "notes__role", "sourced"] },
      createOne: true,
      editOne: true,
      deleteOne: true,
      getRelated: { author: true, tags: true, roles: true, notes: true, sourced: true },
      changeRelationship: { author: true, tags: true, notes: true, sourced: true },
    }),
    clips: sources.clips.routes({
      getMany: { filter: { notes__text__contains: some(), notes__isnull: yes() }, include: ["notes"] },
      createOne: true,
      editOne: true,
      deleteOne: true,
      getRelated: { notes: true },
      changeRelationship: { notes: true },
    }),
    tags: sources.tags.routes({
      getMany: { filter: { docs__title__contains: some(), docs__isnull: yes() }, include: ["docs__author"] },
      createOne: true,
      deleteOne: true,
      getRelated: { docs: true },
      changeRelationship: { docs: true },
    }),
    roles: sources.roles.routes({
      getMany: {
        filter: {
          id: z.array(z.string()).optional(),
          id__ne: some(),
          person__name__contains: some(),
          doc__title__contains: some(),
          notes__text__contains: some(),
          notes__isnull: yes(),
        },
        sort: ["id", "grade", "person__name", "doc__title"],
        page,
        include: ["person__roles", "doc__tags", "notes"],
      },
      getOne: { include: ["person", "doc", "notes__about"] },
      createOne: { include: ["person", "doc"] },
      editOne: true,
      deleteOne: true,
      getRelated: { person: true, doc: true, notes: true },
      changeRelationship: { notes: true },
    }),
    seats: sources.seats.routes({
      getMany: {
        filter: {
          id: z.array(z.string()).optional(),
          id__ne: some(),
          person__name__contains: some(),
          notes: z.int().optional(),
        },
        sort: ["id", "label", "person__name"],
        page,
        include: ["person", "notes__seat"],
      },
      getOne: { include: ["person", "notes"] },
      createOne: true,
      editOne: true,
      deleteOne: true,
      getRelated: { person: true, notes: true },
      changeRelationship: { person: true },
    }),
    notes: sources.notes.routes({
      getMany: {
        filter: {
          about__type: some(),
          about__id: some(),
          about__isnull: yes(),
          about__docs__title__contains: some(),
          about__docs__author__name__contains: some(),
          about__people__name__contains: some(),
          source__type: some(),
          source__id__ne: some(),
          source__isnull: yes(),
          source__clips__url__contains: some(),
          role: z.array(z.string()).optional(),
          role__ne: some(),
          role__isnull: yes(),
          role__grade__contains: some(),
          role__person__name__contains: some(),
          seat: some(),
          seat__label__contains: some(),
        },
        sort: ["text", "role", "role__grade", "seat", "seat__label", "role__doc__title"],
        page,
        include,
      },
      getOne: { include },
      createOne: { include },
      editOne: { include },
      deleteOne: true,
      getRelated: { about: { include: ["notes"] }, source: true, role: { include: ["doc"] }, seat: true },
      changeRelationship: { about: true, source: true, role: true, seat: true },
    }),
  },
  { transaction: data.transaction, atomic: true },
);
