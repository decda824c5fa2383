import { z } from "zod";
import { toMany, toOne } from "../../define/api/relationship.js";
import { trestle } from "../../define/api/trestle.js";

/** The context of the tests: rows belong to a tenant. */
export interface SourceTestContext {
  readonly tenant: number;
  /** The database, for stores that read it from the context. */
  readonly db?: unknown;
}

const t = trestle<SourceTestContext>();

const authors = t.resource("authors", {
  id: z.uuid(),
  attributes: { name: z.string(), email: z.email() },
  relationships: { posts: toMany("posts") },
  createFields: ["id", "name", "email", "posts"],
  editFields: ["name", "email", "posts"],
});

const posts = t.resource("posts", {
  id: z.int(),
  attributes: {
    title: z.string(),
    body: z.string().nullable(),
    views: z.bigint(),
    rating: z.int().nullable(),
    published: z.boolean(),
    status: z.enum(["draft", "live", "gone"]),
    at: z.date(),
    meta: z.record(z.string(), z.unknown()).nullable(),
    note: z.string().optional(),
    labels: z.array(z.string()).nullable(),
    marks: z.array(z.int()).nullable(),
    contact: z
      .object({
        city: z.string().nullable(),
        size: z.number().optional(),
        home: z.boolean(),
        geo: z.object({ codes: z.array(z.string()) }).optional(),
      })
      .nullable(),
    version: z.int(),
  },
  relationships: {
    author: toOne("authors", { id: z.uuid() }).nullable(),
    parent: toOne("posts").nullable(),
    replies: toMany("posts"),
    tags: toMany("tags", { id: z.string(), linkage: true }),
    comments: toMany("comments"),
  },
  createFields: ["title", "body", "views", "rating", "published", "status", "meta", "author", "parent", "tags"],
  editFields: ["title", "body", "views", "rating", "published", "status", "author", "parent", "tags"],
  version: "version",
});

const tags = t.resource("tags", {
  id: z.string(),
  attributes: { label: z.string() },
  relationships: { posts: toMany("posts") },
});

const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { post: toOne("posts") },
  createFields: ["text", "post"],
});

const members = t.resource("members", {
  id: z.string(),
  attributes: { role: z.string() },
  relationships: { pins: toMany("pins") },
});

const pins = t.resource("pins", {
  id: z.int(),
  attributes: {},
  relationships: {
    member: toOne("members", { id: z.string() }).nullable(),
    subject: toOne(["posts", "tags"], { ids: { tags: z.string() } }).nullable(),
  },
  createFields: ["member", "subject"],
  editFields: ["member", "subject"],
});

/** The resources that a store under test must serve. */
export const sourceTestResources = { authors, posts, tags, comments, members, pins };
