import { PGlite } from "@electric-sql/pglite";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { type SourceTestBed, type SourceTestContext, sourceTestResources, sourceTestRows } from "trestle/source";
import * as schema from "./drizzle-schema.js";

export interface DrizzleBed extends SourceTestBed {
  readonly pg: PGlite;
  ctx(tenant: number): SourceTestContext & { readonly db: ReturnType<typeof drizzle> };
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

export async function drizzleBed(): Promise<DrizzleBed> {
  const pg = await PGlite.create();
  await pg.exec(schema.DDL);
  const statements: string[] = [];
  const db = drizzle({ client: pg, logger: { logQuery: (query) => void statements.push(query) } });
  const { authors, tags, posts, comments } = sourceTestRows;
  return {
    pg,
    sources,
    statements,
    ctx: (tenant) => ({ tenant, db }),
    reset: async () => {
      await pg.exec("truncate authors, posts, tags, post_tags, comments restart identity cascade");
      await db.insert(schema.authors).values(authors);
      await db.insert(schema.tags).values(tags);
      await db
        .insert(schema.posts)
        .values(posts.map(({ author, parent, tags: _, ...row }) => ({ ...row, author_id: author, parentId: parent })));
      const pairs = posts.flatMap(({ id, tags }) => tags.map((tag) => ({ post: id, tag })));
      await db.insert(schema.postTags).values(pairs);
      await db.insert(schema.comments).values(comments.map(({ post, ...row }) => ({ ...row, post_id: post })));
      await pg.exec("alter table posts alter id restart with 100; alter table comments alter id restart with 100");
      statements.length = 0;
    },
  };
}
