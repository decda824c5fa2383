import { sql } from "drizzle-orm";
import fc from "fast-check";
import { cursorPage, NotFound, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { type SourceTestContext, sourceTestResources } from "trestle/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type DrizzleBed, drizzleBed, sources } from "./drizzle-bed.js";

// One tenant sends random requests. The other's rows have a mark in every text, which must be in no response, and they must not change.

const RUNS = Number(process.env.SOURCE_RUNS ?? 300);
const MARK = "SECRET";

const { authors, posts, tags, comments } = sourceTestResources;
const errors = [NotFound];
const t = trestle<SourceTestContext>();
const list = {
  filter: {
    title__contains: z.string().optional(),
    author__name__contains: z.string().optional(),
    tags__label__contains: z.string().optional(),
    parent__title__contains: z.string().optional(),
    replies__title__contains: z.string().optional(),
    tag: z.string().optional(),
  },
  sort: ["title", "author__name", "parent__title"],
  include: ["author__posts", "parent__author", "replies__tags", "tags__posts"],
  page: cursorPage({ size: 30 }),
} as const;
const include = list.include;
const api = t.router({
  posts: posts.routes(
    posts.getMany(list, sources.posts.getMany),
    posts.getOne({ include, errors }, sources.posts.getOne),
    posts.createOne({ include, errors }, sources.posts.createOne),
    posts.editOne({ include, errors }, sources.posts.editOne),
    posts.deleteOne({ errors }, sources.posts.deleteOne),
    posts.getRelated("author", { include: ["posts"] }, sources.posts.getRelated("author")),
    posts.getRelated("replies", { include: ["author"] }, sources.posts.getRelated("replies")),
    posts.getRelated("tags", { include: ["posts"] }, sources.posts.getRelated("tags")),
    posts.editRelationship("author", sources.posts.editRelationship("author")),
    posts.addToRelationship("tags", sources.posts.addToRelationship("tags")),
    posts.resetRelationship("tags", sources.posts.resetRelationship("tags")),
    posts.removeFromRelationship("tags", sources.posts.removeFromRelationship("tags")),
    posts.addToRelationship("replies", sources.posts.addToRelationship("replies")),
    posts.resetRelationship("replies", sources.posts.resetRelationship("replies")),
  ),
  authors: authors.routes(
    authors.getMany({ include: ["posts__tags"] }, sources.authors.getMany),
    authors.getOne({ include: ["posts"] }, sources.authors.getOne),
    authors.editOne(sources.authors.editOne),
    authors.getRelated("posts", sources.authors.getRelated("posts")),
  ),
  tags: tags.routes(
    tags.getMany({ include: ["posts__author"] }, sources.tags.getMany),
    tags.getRelated("posts", sources.tags.getRelated("posts")),
  ),
  comments: comments.routes(),
});

let bed: DrizzleBed;
beforeAll(async () => {
  bed = await drizzleBed();
  await bed.reset();
  await bed.exec(`update posts set title = '${MARK} ' || id, body = '${MARK}' where tenant = 2;
    update authors set name = '${MARK}', email = '${MARK}@example.test' where tenant = 2;
    update tags set label = '${MARK}' where tenant = 2;
    update posts set parent_id = 8 where id in (2, 4); -- links across tenants, as an old mistake could have left them
    insert into post_tags select 16, 'a';`);
});
afterAll(() => bed?.close());

const handle = fetchHandler(api, { context: t.context(() => bed.ctx(1)), onError: () => {} } as never);

const postId = fc.oneof(fc.integer({ min: 1, max: 26 }), fc.constantFrom(8, 16, 24)).map(String);
const authorIds = fc.constantFrom(1, 2, 3, 4, 9).map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const tagId = fc.constantFrom("a", "b", "c", "x");
const toAuthor = authorIds.map((id) => ({ type: "authors", id }));
const toPost = postId.map((id) => ({ type: "posts", id }));
const toTags = fc.uniqueArray(tagId, { maxLength: 3 }).map((ids) => ids.map((id) => ({ type: "tags", id })));
const toPosts = fc.uniqueArray(postId, { maxLength: 3 }).map((ids) => ids.map((id) => ({ type: "posts", id })));
const query = fc
  .record({
    include: fc.option(fc.subarray(["author.posts", "parent.author", "replies.tags", "tags.posts"]), {
      nil: undefined,
    }),
    filter: fc.option(
      fc.constantFrom(
        "title][contains",
        "author][name][contains",
        "tags][label][contains",
        "parent][title][contains",
        "tag",
      ),
      { nil: undefined },
    ),
    value: fc.constantFrom("SEC", MARK, "x", "e"),
    sort: fc.option(fc.constantFrom("title", "-author__name", "parent__title"), { nil: undefined }),
  })
  .map(({ include, filter, value, sort }) => {
    const parts = [
      include && `include=${include.join(",")}`,
      filter && `filter[${filter}]=${value}`,
      sort && `sort=${sort}`,
    ];
    return parts.filter(Boolean).join("&");
  });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly data?: unknown;
}
const send = (method: string, path: fc.Arbitrary<string>, data?: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  data ? fc.record({ method: fc.constant(method), path, data }) : fc.record({ method: fc.constant(method), path });
const under = (path: (id: string) => string) => postId.map(path);
const attributes = fc.record(
  { title: fc.string({ maxLength: 4 }).map((text) => `t ${text}`), rating: fc.integer({ min: 0, max: 5 }) },
  { requiredKeys: [] },
);
const relationships = fc.record(
  {
    author: toAuthor.map((data) => ({ data })),
    parent: toPost.map((data) => ({ data })),
    tags: toTags.map((data) => ({ data })),
  },
  { requiredKeys: [] },
);
const whole = { body: null, views: "1", rating: 1, published: true, status: "live", meta: null };
const request: fc.Arbitrary<Sent> = fc.oneof(
  send(
    "GET",
    query.map((text) => `/posts?${text}`),
  ),
  send(
    "GET",
    under((id) => `/posts/${id}?include=author.posts,replies.tags,tags.posts,parent.author`),
  ),
  send(
    "GET",
    under((id) => `/posts/${id}/author?include=posts`),
  ),
  send(
    "GET",
    under((id) => `/posts/${id}/replies?include=author`),
  ),
  send(
    "GET",
    under((id) => `/posts/${id}/tags?include=posts`),
  ),
  send(
    "GET",
    under((id) => `/posts/${id}/relationship/tags`),
  ),
  send("GET", fc.constantFrom("/authors?include=posts.tags", "/tags?include=posts.author")),
  send(
    "GET",
    authorIds.map((id) => `/authors/${id}?include=posts`),
  ),
  send(
    "GET",
    authorIds.map((id) => `/authors/${id}/posts`),
  ),
  send(
    "GET",
    tagId.map((id) => `/tags/${id}/posts`),
  ),
  send(
    "POST",
    fc.constant("/posts?include=author.posts,parent.author"),
    fc.record({ title: fc.string({ maxLength: 8 }), author: toAuthor, parent: toPost, tags: toTags }).map((post) => ({
      type: "posts",
      attributes: { ...whole, title: `new ${post.title.replaceAll("\0", "")}` },
      relationships: { author: { data: post.author }, parent: { data: post.parent }, tags: { data: post.tags } },
    })),
  ),
  fc.record({ id: postId, attributes, relationships }).map(({ id, attributes, relationships }) => {
    return {
      method: "PATCH",
      path: `/posts/${id}?include=author.posts`,
      data: { type: "posts", id, attributes, relationships },
    };
  }),
  fc.record({ id: authorIds, posts: toPosts }).map(({ id, posts }) => {
    return {
      method: "PATCH",
      path: `/authors/${id}`,
      data: { type: "authors", id, relationships: { posts: { data: posts } } },
    };
  }),
  send(
    "DELETE",
    under((id) => `/posts/${id}`),
  ),
  send(
    "PATCH",
    under((id) => `/posts/${id}/relationship/author`),
    toAuthor,
  ),
  send(
    "POST",
    under((id) => `/posts/${id}/relationship/tags`),
    toTags,
  ),
  send(
    "PATCH",
    under((id) => `/posts/${id}/relationship/tags`),
    toTags,
  ),
  send(
    "DELETE",
    under((id) => `/posts/${id}/relationship/tags`),
    toTags,
  ),
  send(
    "POST",
    under((id) => `/posts/${id}/relationship/replies`),
    toPosts,
  ),
  send(
    "PATCH",
    under((id) => `/posts/${id}/relationship/replies`),
    toPosts,
  ),
);

interface Link {
  readonly post: number;
  readonly tag: string;
}

async function rowsOf<T>(text: string): Promise<readonly T[]> {
  const { db } = bed.ctx(2);
  return (await db.execute(sql.raw(text))).rows;
}

/** The other tenant's rows, as text. */
async function othersRows(): Promise<string> {
  const rows = await rowsOf(`select (select json_agg(p order by id) from posts p where tenant = 2) posts,
    (select json_agg(a order by id) from authors a where tenant = 2) authors,
    (select json_agg(l order by post, tag) from post_tags l where post in (8, 16, 24)) links`);
  return JSON.stringify(rows);
}

/** The other tenant's tag on own posts, which hides from their owner. It goes only with the post. */
const hiddenLinks = () => rowsOf<Link>("select post, tag from post_tags where tag = 'x' order by post");

test(`${RUNS} random requests of one tenant show and change nothing of another's`, async () => {
  const before = await othersRows();
  const linksBefore = await hiddenLinks();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, data }) => {
      const headers = new Headers(data === undefined ? {} : { "content-type": "application/vnd.api+json" });
      const init = data === undefined ? { method, headers } : { method, headers, body: JSON.stringify({ data }) };
      const response = await handle(new Request(`http://example.test${path}`, init));
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const body = await response.text();
      // A filter's value may stand in the links of its own list.
      const shown = body.replaceAll(/"(self|first|prev|next)":"[^"]*"/g, "");
      expect(shown).not.toContain(MARK);
      expect(response.status, `${method} ${path} ${JSON.stringify(data)} ${body}`).toBeLessThan(500);
    }),
    { numRuns: RUNS },
  );
  expect(await othersRows()).toBe(before);
  const left = new Set((await rowsOf<{ readonly id: number }>("select id from posts")).map(({ id }) => id));
  expect(await hiddenLinks()).toEqual(linksBefore.filter(({ post }) => left.has(post)));
  expect(statuses.get(200)).toBeGreaterThan(RUNS / 10);
}, 600_000);
