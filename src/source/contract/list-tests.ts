import { equal, matches, rejects } from "./assert.js";
import { ann, type Bench, idsOf, ownPosts, type Row, sortBy } from "./bed.js";
import { authorRows, postRows } from "./rows.js";

type Tests = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const ORDERS = [
  ["rating"],
  ["-rating", "title"],
  ["at", "-views"],
  ["author__name"],
  ["-parent__author__name", "-rating"],
  ["published"],
  ["-status", "body"],
  ["-at"],
  ["contact__city", "-contact__size"],
  ["-contact__home", "-parent__contact__size"],
] as const;

const newPost = {
  title: "!!! first of all",
  body: null,
  views: 0n,
  rating: 1,
  published: true,
  status: "live",
  meta: null,
};

function cursorOf(target: { readonly page: Row } | null | undefined): Row {
  if (!target) throw new Error("the page has no such link");
  return target.page;
}

/** Walks pages in both directions, and meets every row once. */
async function walk(bench: Bench, names: readonly string[]): Promise<void> {
  const sort = sortBy(...names);
  const all = await bench.ids({ sort });
  const fetch = (page: object) => bench.sources.posts.getMany(bench.args({ sort, page: { size: 4, ...page } }));
  const idsIn = ({ data }: { data: Row[] }) => data.map(({ id }) => id);
  let page = await fetch({});
  equal(page.links.prev, null, "the first page's prev");
  const met = idsIn(page);
  for (let count = 0; page.links.next && count < 20; count++) {
    page = await fetch(cursorOf(page.links.next));
    met.push(...idsIn(page));
  }
  equal(met, all, `${names.join(",")} forwards`);
  const back: unknown[] = idsIn(page);
  for (let count = 0; page.links.prev && count < 20; count++) {
    page = await fetch(cursorOf(page.links.prev));
    back.unshift(...idsIn(page));
  }
  equal(back, all, `${names.join(",")} backwards`);
}

export const listTests: Tests = {
  "sort: nulls are the greatest, and the id breaks ties": async (bench) => {
    const rows = await bench.list({ sort: sortBy("-rating") });
    equal(rows[0]?.rating, null);
    rows.forEach((row, index) => {
      const before = rows[index - 1];
      if (before && before.rating === row.rating) equal(Number(row.id) > Number(before.id), true);
    });
    const name = (id: string | null) =>
      authorRows.find((author) => author.id === id && author.tenant === 1 && author.deleted_at === null)?.name ??
      "\u{10ffff}";
    const expected = [...ownPosts].sort((a, b) => {
      const [one, other] = [name(a.author), name(b.author)];
      return one < other ? -1 : one > other ? 1 : a.id - b.id;
    });
    equal(
      await bench.ids({ sort: sortBy("author__name") }),
      expected.map(({ id }) => id),
    );
  },

  "sort: by the number of members in scope, also page by page": async (bench) => {
    const tagsOf = (id: unknown) => ownPosts.find((p) => p.id === id)?.tags.filter((tag) => tag !== "x").length ?? 0;
    const repliesTo = (id: unknown) => ownPosts.filter(({ parent }) => parent === id).length;
    const sorted = [...ownPosts]
      .sort((a, b) => tagsOf(b.id) - tagsOf(a.id) || repliesTo(a.id) - repliesTo(b.id) || a.id - b.id)
      .map(({ id }) => id);
    equal(await bench.ids({ sort: sortBy("-tags__count", "replies__count") }), sorted);
    const parents = (await bench.list({ sort: sortBy("-parent__tags__count") })).map(({ parent }) => parent);
    const counts = parents.map((id) => (id === null ? Number.POSITIVE_INFINITY : tagsOf(id)));
    equal(
      counts,
      [...counts].sort((a, b) => b - a),
    );
    await walk(bench, ["-tags__count", "replies__count"]);
    await walk(bench, ["parent__tags__count", "-replies__count"]);
    await rejects(bench.list({ sort: sortBy("tags__none") }), {}, /not a field/);
    await rejects(bench.list({ sort: sortBy("replies__tags__count") }), {}, /to-many/);
  },

  "sort: the source's own; a to-many has no single value": async (bench) => {
    const [longest] = await bench.list({ sort: sortBy("-length") });
    equal([...String(longest?.title)].length, Math.max(...ownPosts.map(({ title }) => [...title].length)));
    await rejects(bench.list({ sort: sortBy("tags__label") }), {}, /to-many/);
  },

  "pages: with a total, or without counting": async (bench) => {
    const published = idsOf((p) => p.published);
    const page = await bench.sources.posts.getMany(
      bench.args({ page: { offset: 5, limit: 4 }, filter: { published: true } }),
    );
    equal([page.total, page.data.map(({ id }: Row) => id)], [published.length, published.slice(5, 9)]);
    const uncounted = await bench.sources.posts.getMany(bench.args({ page: { number: 1, size: 4 } }), { count: false });
    equal([uncounted.total, uncounted.hasMore, uncounted.data.length], [undefined, true, 4]);
  },

  ...Object.fromEntries(
    ORDERS.map((names) => [
      `cursors: each row once, in both directions, by ${names}`,
      (bench: Bench) => walk(bench, names),
    ]),
  ),

  "cursors: pages do not shift while rows come and go": async (bench) => {
    const sort = sortBy("title");
    const before = await bench.ids({ sort });
    const first = await bench.sources.posts.getMany(bench.args({ sort, page: { size: 5 } }));
    await bench.sources.posts.createOne(bench.args({ input: { ...newPost, author: null, parent: null, tags: [] } }));
    const gone = first.data.find(({ id }: Row) => Number(id) > 5).id;
    await bench.sources.posts.deleteOne(bench.args({ id: gone }));
    const second = await bench.sources.posts.getMany(
      bench.args({ sort, page: { ...cursorOf(first.links.next), size: 5 } }),
    );
    equal(
      second.data.map(({ id }: Row) => id),
      before.slice(5, 10),
    );
  },

  "cursors: a range, and whether it is cut": async (bench) => {
    const all = await bench.ids();
    const at = async (size: number) => {
      const page = await bench.sources.posts.getMany(bench.args({ page: { size } }));
      return cursorOf(page.links.next).after;
    };
    const [after, before] = [await at(2), await at(7)];
    const range = (size: number) => bench.sources.posts.getMany(bench.args({ page: { after, before, size } }));
    const whole = await range(10);
    equal([whole.data.map(({ id }: Row) => id), whole.meta], [all.slice(2, 6), undefined]);
    const cut = await range(3);
    equal([cut.data.map(({ id }: Row) => id), cut.meta], [all.slice(2, 5), { page: { rangeTruncated: true } }]);
  },

  "cursors: of another order, made up, or changed, they are a 400": async (bench) => {
    const sort = sortBy("title");
    const first = await bench.sources.posts.getMany(bench.args({ sort, page: { size: 5 } }));
    const { after } = cursorOf(first.links.next);
    const status = { status: 400, source: { parameter: "page[after]" } };
    await rejects(bench.list({ sort: sortBy("rating"), page: { size: 5, after } }), status);
    const forged = btoa(JSON.stringify(["id", "rubbish"]));
    await rejects(bench.list({ page: { size: 5, after: forged } }), status);
    for (const text of ["rubbish", "", "%", "W10"])
      await rejects(bench.list({ sort, page: { size: 5, after: text } }), status);
  },

  "rows: values are as they were, and an optional attribute without a value is left out": async (bench) => {
    const { tenant: _, locked: __, ...first } = postRows[0] ?? { tenant: 1, locked: false };
    equal(await bench.post(1), { ...first, tags: [] });
    const second = await bench.post(2);
    matches(second, { title: "under_score", views: 1n, tags: ["a"], meta: { n: 1, deep: { list: [1, null] } } });
    equal("note" in second, false);
  },

  "rows: sparse fields are all that is read": async (bench) => {
    const fields = { posts: new Set(["title"]), authors: new Set(["name"]) };
    const [row] = await bench.list({ fields, include: { author: true } });
    equal(row, { id: 1, title: "100% Sure", version: 1, author: { id: ann, name: "Ann" } });
  },

  "includes: to any depth, of rows in scope": async (bench) => {
    const include = {
      author: true,
      author__posts: true,
      replies: true,
      replies__parent: true,
      tags: true,
      parent: true,
    };
    for (const row of await bench.list({ include })) {
      const post = ownPosts.find(({ id }) => id === row.id);
      const author = row.author as { readonly posts: Row[] } | null;
      if (author)
        equal(
          author.posts.map(({ id }) => id),
          idsOf((p) => p.author === post?.author),
          "author.posts",
        );
      equal(
        (row.replies as Row[]).map(({ id }) => id),
        idsOf((p) => p.parent === row.id),
        "replies",
      );
      for (const reply of row.replies as Row[]) equal((reply.parent as Row).id, row.id);
      const tags = post?.tags.filter((tag) => tag !== "x").map((tag) => tag.toUpperCase());
      equal(
        (row.tags as Row[]).map(({ label }) => label),
        tags,
        "tags",
      );
    }
  },

  "includes: a to-one out of scope is null, but a softly deleted one shows": async (bench) => {
    const [hidden] = await bench.list({ filter: { id: 11 }, include: { author: true } });
    equal(hidden?.author, null);
    const [deleted] = await bench.list({ filter: { id: 5 }, include: { author: true } });
    matches(deleted?.author, { name: "Gil" });
    const { data } = await bench.sources.authors.getMany(bench.args());
    equal(data.map(({ name }: Row) => name).sort(), ["Ann", "Zoë_%", "bob"]);
  },

  "includes: a row that is read twice shows a hidden to-one alike": async (bench) => {
    await bench.sources.posts.editRelationship("parent")(bench.args({ id: 12, related: 11 }));
    const rows = await bench.list({ filter: { id: [11, 12] }, include: { parent: true, parent__author: true } });
    const parent = rows[1]?.parent as Row;
    equal([rows[0]?.author, parent.id, parent.author], [null, 11, null]);
  },

  "includes: a to-many has at most as many rows per parent as its limit": async (bench) => {
    const rows = await bench.list({ filter: { id__lte: 6 }, include: { comments: true } });
    const ids = rows.map(({ comments }) => (comments as Row[]).map(({ id }) => id));
    equal(ids, [[1, 6], [2, 7], [3, 8], [4, 9], [5, 10], []]);
  },

  "related: their own filters, sorts and pages, of a parent in scope": async (bench) => {
    const related = (name: string, more: object) => bench.sources.posts.getRelated(name)(bench.args(more));
    matches((await related("author", { id: 1 })).data, { name: "Ann" });
    equal((await related("author", { id: 6 })).data, null);
    equal((await related("author", { id: 11 })).data, null);
    const page = { offset: 0, limit: 2 };
    const replies = await related("replies", { id: 1, filter: { published: true }, sort: sortBy("-id"), page });
    const all = idsOf((p) => p.parent === 1 && p.published).reverse();
    equal([replies.total, replies.data.map(({ id }: Row) => id)], [all.length, all.slice(0, 2)]);
    const tags = await related("tags", { id: 15, sort: sortBy("-label") });
    equal(
      tags.data.map(({ id }: Row) => id),
      ["c", "b"],
    );
    await rejects(related("tags", { id: 8 }), { status: 404 });
    equal((await bench.sources.posts.getRelationship("tags")(bench.args({ id: 4 }))).data, ["a", "b"]);
  },

  "ids: an id that does not exist, or that no row can have, is a 404": async (bench) => {
    for (const id of [999, 99_999_999_999, -1, 8]) await rejects(bench.post(id), { status: 404 });
    await rejects(bench.sources.authors.getOne(bench.args({ id: "rubbish" })), { status: 404 });
  },
};
