import { and, eq, sql } from "drizzle-orm";
import { drizzle as overNodePostgres } from "drizzle-orm/node-postgres";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { drizzle as overPostgresJs } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import { byType, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import {
  allOf,
  anyOf,
  noneOf,
  type SourceTestBed,
  type SourceTestContext,
  sourceTestResources,
  sourceTestRows,
} from "trestle/source";
import { insertRows } from "./bed-rows.js";
import * as schema from "./drizzle-schema.js";
import { startPglite } from "../support/pglite.js";

// biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
type Db = any;

export interface DrizzleBed extends SourceTestBed {
  ctx(tenant: number): SourceTestContext & { readonly db: Db };
  /** Runs statements as they are. */
  exec(statements: string): Promise<unknown>;
  close(): Promise<unknown>;
  /** The statements since the last reset. */
  readonly statements: string[];
  /** Their parameters. */
  readonly parameters: unknown[][];
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

/** On PGlite, in this process. */
export async function drizzleBed(rows = sourceTestRows): Promise<DrizzleBed> {
  const { db, client, log } = await overPGlite();
  return makeBed({ db, ...log, exec: (text) => client.exec(text), close: () => client.close() }, rows);
}

/** In a transaction of PGlite, which stays open until the bed is closed. */
export async function transactionBed(): Promise<DrizzleBed> {
  const { db, client, log } = await overPGlite();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = new Promise<Db>((resolve, reject) => {
    db.transaction(async (tx: Db) => {
      resolve(tx);
      await ended;
    }).catch(reject);
  });
  const tx = await begun;
  const exec = async (text: string) => {
    for (const statement of text.split(";")) if (statement.trim()) await tx.execute(sql.raw(statement));
  };
  const close = async () => {
    end();
    await client.close();
  };
  return makeBed({ db: tx, ...log, exec, close });
}

async function overPGlite() {
  const client = await startPglite();
  const { log, logger } = logged();
  const db: Db = overPglite({ client, logger });
  return { db, client, log };
}

/** On a server, with a pool of node-postgres. */
export async function poolBed(url: string): Promise<DrizzleBed> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {}); // the server may end before the last idle connection
  const { log, logger } = logged();
  const db = overNodePostgres({ client: pool, logger });
  return makeBed({ db, ...log, exec: (text) => pool.query(text), close: () => pool.end() });
}

/** On a server, with one connection of node-postgres. */
export async function clientBed(url: string): Promise<DrizzleBed> {
  const client = new pg.Client(url);
  await client.connect();
  const { log, logger } = logged();
  const db = overNodePostgres({ client, logger });
  return makeBed({ db, ...log, exec: (text) => client.query(text), close: () => client.end() });
}

/** On a server, with postgres.js. */
export async function postgresJsBed(url: string): Promise<DrizzleBed> {
  const client = postgres(url, { onnotice: () => {} });
  const { log, logger } = logged();
  const db = overPostgresJs({ client, logger });
  return makeBed({ db, ...log, exec: (text) => client.unsafe(text), close: () => client.end() });
}

function logged() {
  const [statements, parameters]: [string[], unknown[][]] = [[], []];
  const logQuery = (query: string, params: unknown[]) => {
    statements.push(query);
    parameters.push(params);
  };
  return { log: { statements, parameters }, logger: { logQuery } };
}

async function makeBed(
  parts: Pick<DrizzleBed, "exec" | "close" | "statements" | "parameters"> & { readonly db: Db },
  rows = sourceTestRows,
): Promise<DrizzleBed> {
  const { db, exec, close, statements, parameters } = parts;
  await exec(schema.DDL);
  return {
    exec,
    close,
    sources,
    statements,
    parameters,
    ctx: (tenant) => ({ tenant, db }),
    reset: async () => {
      await exec("truncate authors, posts, tags, post_tags, comments, members, pins restart identity cascade");
      await insertRows(db, schema, rows);
      await exec("alter table pins alter id restart with 100");
      await exec("alter table posts alter id restart with 100; alter table comments alter id restart with 100");
      statements.length = 0;
      parameters.length = 0;
    },
  };
}
