import fc from "fast-check";
import { MARKS, type Tenant } from "./marked-rows.js";

// Random requests of a tenant, with ids of both tenants.

/** Stands for the last link `next` that any tenant got. */
export const NEXT = "next";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly data?: unknown;
  /** Whether the response is plain JSON. */
  readonly isPlain?: boolean;
  /** Of a batch. */
  readonly operations?: readonly unknown[];
}

const postId = fc
  .oneof(fc.integer({ min: 1, max: 26 }), fc.constantFrom(8, 16, 24), fc.integer({ min: 100, max: 106 }))
  .map(String);
const authorIds = fc.constantFrom(1, 2, 3, 4, 9).map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const tagId = fc.constantFrom("a", "b", "c", "x");
const toAuthor = authorIds.map((id) => ({ type: "authors", id }));
const toPost = postId.map((id) => ({ type: "posts", id }));
const toTags = fc.uniqueArray(tagId, { maxLength: 3 }).map((ids) => ids.map((id) => ({ type: "tags", id })));
const toPosts = fc.uniqueArray(postId, { maxLength: 3 }).map((ids) => ids.map((id) => ({ type: "posts", id })));
const query = fc
  .record({
    include: fc.option(fc.subarray(["author.posts", "parent.author", "replies.tags", "tags.posts", "comments"]), {
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
    value: fc.constantFrom("ZQ", MARKS[1], MARKS[2], "x", "e"),
    extra: fc.subarray([
      "filter[parent][isnull]=true",
      "filter[views][gt]=3",
      "page[size]=2",
      "fields[posts]=title,tags",
    ]),
    sort: fc.option(fc.constantFrom("title", "-author__name", "parent__title"), { nil: undefined }),
  })
  .map(({ include, filter, value, sort, extra }) => {
    const parts = [
      include && `include=${include.join(",")}`,
      filter && `filter[${filter}]=${value}`,
      sort && `sort=${sort}`,
      ...extra,
    ];
    return parts.filter(Boolean).join("&");
  });

const text = fc.constantFrom("ZQ", MARKS[1], MARKS[2], "x", "e");
const ids = fc.uniqueArray(tagId, { maxLength: 2 }).map((all) => all.join(","));
const number = fc.integer({ min: 0, max: 3 });
const named = (name: string, value: fc.Arbitrary<unknown>) => value.map((one) => `[${name}]=${one}`);
/** Filters of posts by a name and a value, also by all members and by their number. */
const condition = fc.oneof(
  ...["title][contains", "author][name][contains", "parent][title][contains"].map((name) => named(name, text)),
  ...["tags][none][label][contains", "replies][none][title][contains", "replies][title][contains"].map((name) =>
    named(name, text),
  ),
  ...["tags][none", "tags][all"].map((name) => named(name, ids)),
  ...["tags][count", "replies][count][gte"].map((name) => named(name, number)),
);
const order = fc.constantFrom("title", "-author__name", "parent__title", "-tags__count", "replies__count,-title");
const limit = fc.integer({ min: 1, max: 4 });
/** The condition, the order and the limit of included posts. */
const included = (path: string) =>
  fc
    .tuple(condition, fc.option(order), fc.option(limit))
    .map(([one, sort, limit]) =>
      [
        `include=${path}&includeFilter[${path}]${one}`,
        ...(sort === null ? [] : [`includeSort[${path}]=${sort}`]),
        ...(limit === null ? [] : [`includePage[${path}][limit]=${limit}`]),
      ].join("&"),
    );
const tagQuery = fc
  .tuple(text, limit)
  .map(
    ([label, limit]) =>
      `include=tags&includeFilter[tags][label][contains]=${label}&includeSort[tags]=-label&includePage[tags][limit]=${limit}`,
  );
const groups = fc
  .array(fc.uniqueArray(condition, { minLength: 1, maxLength: 2, selector: (one) => one.split("=")[0] }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) => all.flatMap((group, index) => group.map((one) => `filter[any][${index}]${one}`)).join("&"));
/** Groups, members and their number, and queries of includes: as JSON:API or plain. */
const question: fc.Arbitrary<Sent> = fc
  .record({
    path: fc.oneof(
      fc.tuple(groups, order).map(([all, sort]) => `/posts?${all}&sort=${sort}&page[size]=3`),
      fc
        .tuple(condition, fc.oneof(included("replies"), included("author.posts"), tagQuery))
        .map(([one, all]) => `/posts?filter${one}&${all}`),
      fc.tuple(postId, included("replies")).map(([id, all]) => `/posts/${id}?${all}`),
      fc.tuple(postId, condition, order).map(([id, one, sort]) => `/posts/${id}/replies?filter${one}&sort=${sort}`),
      fc
        .tuple(authorIds, condition, order)
        .map(([id, one, sort]) => `/authors/${id}/posts?filter${one}&sort=${sort}&page[size]=2`),
    ),
    isPlain: fc.boolean(),
  })
  .map((sent) => ({ method: "GET", ...sent }));

const send = (method: string, path: fc.Arbitrary<string>, data?: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  data ? fc.record({ method: fc.constant(method), path, data }) : fc.record({ method: fc.constant(method), path });
const under = (path: (id: string) => string) => postId.map(path);
const relationships = fc.record(
  {
    author: toAuthor.map((data) => ({ data })),
    parent: toPost.map((data) => ({ data })),
    tags: toTags.map((data) => ({ data })),
  },
  { requiredKeys: [] },
);
const whole = { views: "1", rating: 1, published: true, status: "live" };

/** What a tenant sends: its texts have its mark. */
export function requestsOf(tenant: Tenant): fc.Arbitrary<Sent> {
  const mark = MARKS[tenant];
  const attributes = fc.record(
    { title: fc.string({ maxLength: 4 }).map((text) => `${mark} ${text}`), rating: fc.integer({ min: 0, max: 5 }) },
    { requiredKeys: [] },
  );
  return fc.oneof(
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
        attributes: { ...whole, body: mark, meta: { mark }, title: `${mark} ${post.title.replaceAll("\0", "")}` },
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
    fc.record({ id: authorIds, n: fc.nat(99) }).map(({ id, n }) => {
      const attributes = { name: `${mark} ${n}`, email: `${mark}${n}@example.test` };
      return {
        method: "POST",
        path: "/authors",
        data: { type: "authors", id: id.replace(/0(.)$/, `${n % 10}$1`), attributes },
      };
    }),
    fc.record({ id: authorIds, n: fc.nat(99) }).map(({ id, n }) => {
      const attributes = { name: `${mark} ${n}`, email: `${mark}${n}@example.test` };
      return { method: "PATCH", path: `/authors/${id}`, data: { type: "authors", id, attributes } };
    }),
    send(
      "DELETE",
      authorIds.map((id) => `/authors/${id}`),
    ),
    { weight: 2, arbitrary: fc.constantFrom<Sent>({ method: "GET", path: NEXT }) },
    { weight: 6, arbitrary: question },
  );
}
