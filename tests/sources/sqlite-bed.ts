import { createClient } from "@libsql/client";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byType, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import {
  allOf,
  anyOf,
  noneOf,
  type SourceTestBed,
  type SourceTestContext,
  sourceTestResources as resources,
  sourceTestRows,
} from "trestle/source";
import { insertRows } from "./bed-rows.js";
import * as schema from "./sqlite-schema.js";

// biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, in two versions
type Db = any;

export const data = drizzleData({ db: "db", tables: schema, scope: "required" });
const values = ({ tenant }: SourceTestContext) => ({ tenant });

export const sources = {
  authors: data.source(resources.authors, {
    relationships: { posts: hasMany(schema.posts.author_id) },
    scope: ({ tenant }) => eq(schema.authors.tenant, tenant),
    values,
    deleted: schema.authors.deleted_at,
    acrossScopes: ["authors_email_unique"],
  }),
  posts: data.source(resources.posts, {
    relationships: {
      replies: hasMany(schema.posts.parentId),
      tags: manyToMany(schema.postTags),
      comments: hasMany(schema.comments.post_id, { limit: 2 }),
    },
    scope: ({ tenant }) => eq(schema.posts.tenant, tenant),
    writable: () => eq(schema.posts.locked, false),
    values,
    filters: {
      tag: "tags",
      popular: (yes: boolean) => (yes ? sql`${schema.posts.views} > 100` : and()),
      text: anyOf("title__contains", "body__contains"),
      textless: noneOf("text", "author__name__contains"),
      inside: allOf("text", noneOf("title__startswith", anyOf("body__endswith", "note__contains"))),
    },
    sorts: { length: sql<number>`length(${schema.posts.title})` },
    violations: { posts_title: "This title is taken." },
  }),
  tags: data.source(resources.tags, {
    relationships: { posts: manyToMany(schema.postTags) },
    scope: ({ tenant }) => eq(schema.tags.tenant, tenant),
  }),
  comments: data.source(resources.comments, { scope: "none" }),
  members: data.source(resources.members, { scope: "none" }),
  pins: data.source(resources.pins, {
    relationships: { subject: byType({ type: schema.pins.subject_type, id: schema.pins.subject_id }) },
    scope: "none",
  }),
};

/** A database in a file: one in memory has a single connection, so nothing can be read while a transaction is open. */
export async function sqliteFile() {
  const folder = await mkdtemp(join(tmpdir(), "trestle-sqlite-"));
  const url = `file:${join(folder, "test.db")}`;
  const client = createClient({ url });
  await client.execute("pragma journal_mode = wal");
  const close = async () => {
    client.close();
    await rm(folder, { recursive: true, force: true });
  };
  const statements: string[] = [];
  const db: Db = drizzle({ client, logger: { logQuery: (text) => void statements.push(text) } });
  return { url, client, db, statements, exec: (text: string) => client.executeMultiple(text), close };
}

export interface SqliteBed extends SourceTestBed {
  readonly db: Db;
  close(): Promise<void>;
}

export async function sqliteBed(rows = sourceTestRows): Promise<SqliteBed> {
  const { db, exec, close } = await sqliteFile();
  await exec(schema.DDL);
  return {
    db,
    close,
    sources,
    foldsOnlyAscii: true,
    ctx: (tenant) => ({ tenant, db }),
    reset: async () => {
      await exec(
        "begin; delete from pins; delete from members; delete from comments; delete from post_tags; update posts set parent_id = null; delete from posts; delete from tags; delete from authors; commit;",
      );
      await db.transaction((tx: Db) => insertRows(tx, schema, rows));
      await exec("update sqlite_sequence set seq = 99;");
    },
  };
}
