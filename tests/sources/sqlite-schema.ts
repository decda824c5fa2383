import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  integer,
  numeric,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from "drizzle-orm/sqlite-core";

export const authors = sqliteTable("authors", {
  id: text("id").primaryKey(),
  tenant: integer("tenant").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  deleted_at: integer("deleted_at", { mode: "timestamp_ms" }),
});

export const posts = sqliteTable(
  "posts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    tenant: integer("tenant").notNull(),
    locked: integer("locked", { mode: "boolean" }).notNull().default(false),
    title: text("title").notNull(),
    body: text("body"),
    views: numeric("views", { mode: "bigint" }).notNull(),
    rating: integer("rating"),
    published: integer("published", { mode: "boolean" }).notNull(),
    status: text("status", { enum: ["draft", "live", "gone"] }).notNull(),
    at: integer("at", { mode: "timestamp_ms" })
      .notNull()
      .$defaultFn(() => new Date()),
    meta: text("meta", { mode: "json" }).$type<Record<string, unknown>>(),
    note: text("note"),
    labels: text("labels", { mode: "json" }).$type<string[]>(),
    marks: text("marks", { mode: "json" }).$type<number[]>(),
    contact: text("contact", { mode: "json" }).$type<{
      city: string | null;
      size?: number;
      home: boolean;
      geo?: { codes: string[] };
    }>(),
    version: integer("version").notNull().default(1),
    author_id: text("author_id").references(() => authors.id),
    parentId: integer("parent_id").references((): AnySQLiteColumn => posts.id),
  },
  (t) => [unique("posts_title").on(t.tenant, t.title), check("rating_range", sql`${t.rating} <= 5`)],
);

export const tags = sqliteTable("tags", {
  id: text("id").primaryKey(),
  tenant: integer("tenant").notNull(),
  label: text("label").notNull(),
});

export const postTags = sqliteTable(
  "post_tags",
  {
    post: integer("post")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    tag: text("tag")
      .notNull()
      .references(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.post, t.tag] })],
);

export const comments = sqliteTable("comments", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  text: text("text").notNull(),
  post_id: integer("post_id")
    .notNull()
    .references(() => posts.id),
});

export const members = sqliteTable(
  "members",
  { org: integer("org").notNull(), user: text("user").notNull(), role: text("role").notNull() },
  (t) => [primaryKey({ columns: [t.org, t.user] })],
);

export const pins = sqliteTable(
  "pins",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    member_org: integer("member_org"),
    member_user: text("member_user"),
    subject_type: text("subject_type"),
    subject_id: text("subject_id"),
  },
  (t) => [foreignKey({ columns: [t.member_org, t.member_user], foreignColumns: [members.org, members.user] })],
);

export const DDL = `
create table authors (id text primary key not null, tenant integer not null, name text not null, email text not null unique, deleted_at integer);
create table posts (id integer primary key autoincrement, tenant integer not null, locked integer not null default 0,
  title text not null, body text, views numeric not null, rating integer, published integer not null, status text not null, at integer not null,
  meta text, note text, labels text, marks text, contact text, version integer not null default 1,
  author_id text references authors, parent_id integer references posts,
  constraint posts_title unique (tenant, title), constraint rating_range check (rating <= 5));
create table tags (id text primary key not null, tenant integer not null, label text not null);
create table post_tags (post integer not null references posts on delete cascade, tag text not null references tags, primary key (post, tag));
create table comments (id integer primary key autoincrement, text text not null, post_id integer not null references posts);
create table members (org integer not null, "user" text not null, role text not null, primary key (org, "user"));
create table pins (id integer primary key autoincrement, member_org integer, member_user text, subject_type text, subject_id text,
  foreign key (member_org, member_user) references members);
`;
