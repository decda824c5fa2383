import { PGlite } from "@electric-sql/pglite";
import { and, eq, sql } from "drizzle-orm";
import { drizzle as overPool } from "drizzle-orm/node-postgres";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import pg from "pg";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { type SourceTestBed, type SourceTestContext, sourceTestResources, sourceTestRows } from "trestle/source";
import * as schema from "./drizzle-schema.js";

// biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
type Db = any;

export interface DrizzleBed extends SourceTestBed {
  ctx(tenant: number): SourceTestContext & { readonly db: Db };
  /** Runs statements as they are. */
  exec(statements: string): Promise<unknown>;
  close(): Promise<unknown>;
  /** The statements since the last reset. */
  readonly statements: string[];
}

const resources = sourceTestResources;

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
    filters: { tag: "tags", popular: (yes: boolean) => (yes ? sql`${schema.posts.views} > 100` : and()) },
    sorts: { length: sql<number>`length(${schema.posts.title})` },
    violations: { posts_title: "This title is taken." },
  }),
  tags: data.source(resources.tags, {
    relationships: { posts: manyToMany(schema.postTags) },
    scope: ({ tenant }) => eq(schema.tags.tenant, tenant),
  }),
  comments: data.source(resources.comments, { scope: "none" }),
};

/** On PGlite, in this process. */
export async function drizzleBed(): Promise<DrizzleBed> {
  const pg = await PGlite.create();
  const statements: string[] = [];
  const db = overPglite({ client: pg, logger: { logQuery: (query) => void statements.push(query) } });
  return makeBed(
    db,
    statements,
    (text) => pg.exec(text),
    () => pg.close(),
  );
}

/** On a real server, with a pool of node-postgres. */
export async function poolBed(url: string): Promise<DrizzleBed> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {}); // the server may end before the last idle connection
  const statements: string[] = [];
  const db = overPool({ client: pool, logger: { logQuery: (query) => void statements.push(query) } });
  return makeBed(
    db,
    statements,
    (text) => pool.query(text),
    () => pool.end(),
  );
}

async function makeBed(
  db: Db,
  statements: string[],
  exec: DrizzleBed["exec"],
  close: DrizzleBed["close"],
): Promise<DrizzleBed> {
  await exec(schema.DDL);
  const { authors, tags, posts, comments } = sourceTestRows;
  return {
    exec,
    close,
    sources,
    statements,
    ctx: (tenant) => ({ tenant, db }),
    reset: async () => {
      await exec("truncate authors, posts, tags, post_tags, comments restart identity cascade");
      await db.insert(schema.authors).values(authors);
      await db.insert(schema.tags).values(tags);
      await db
        .insert(schema.posts)
        .values(posts.map(({ author, parent, tags: _, ...row }) => ({ ...row, author_id: author, parentId: parent })));
      const pairs = posts.flatMap(({ id, tags }) => tags.map((tag) => ({ post: id, tag })));
      await db.insert(schema.postTags).values(pairs);
      await db.insert(schema.comments).values(comments.map(({ post, ...row }) => ({ ...row, post_id: post })));
      await exec("alter table posts alter id restart with 100; alter table comments alter id restart with 100");
      statements.length = 0;
    },
  };
}
