import { UNSET } from "../../define/unset.js";
import { equal, matches, rejects } from "./assert.js";
import { ann, type Bench, type Row } from "./bed.js";
import { authorId } from "./rows.js";

type Tests = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const input = {
  title: "New",
  body: null,
  views: 2n ** 60n,
  rating: 1,
  published: true,
  status: "live",
  meta: { a: [1] },
  author: ann,
  parent: 1,
  tags: ["b", "a", "b"],
};
const unset = { title: UNSET, body: UNSET, rating: UNSET, author: UNSET, tags: UNSET };

async function create(bench: Bench, more: object = {}): Promise<Row> {
  const args = bench.args({ input: { ...input, ...more }, include: { author: true } });
  return (await bench.sources.posts.createOne(args)).data;
}

async function edit(bench: Bench, id: number, changes: object, rules?: object): Promise<Row> {
  return (await bench.sources.posts.editOne(bench.args({ id, input: { ...unset, ...changes } }), rules)).data;
}

async function members(bench: Bench, name: string, id: number): Promise<unknown> {
  return (await bench.sources.posts.getRelationship(name)(bench.args({ id }))).data;
}

const change = (bench: Bench, kind: string, name: string, id: number, related: unknown) =>
  bench.sources.posts[kind](name)(bench.args({ id, related }));

export const writeTests: Tests = {
  "create: with related ids, whole or not at all": async (bench) => {
    const row = await create(bench);
    matches(row, { title: "New", views: 2n ** 60n, parent: 1, tags: ["a", "b"] });
    matches(row.author, { name: "Ann" });
    matches(await bench.post(row.id), { title: "New", author: ann });
    const before = await bench.ids();
    await rejects(create(bench, { title: "Other", tags: ["a", "zzz"] }), { status: 404, field: "tags" });
    await rejects(create(bench, { title: "Other", tags: ["x"] }), { status: 404, field: "tags" });
    await rejects(create(bench, { title: "Other", author: authorId(9) }), { status: 404, field: "author" });
    await rejects(create(bench, { title: "Other", author: authorId(4) }), { status: 404, field: "author" });
    await rejects(create(bench, { title: "Other", parent: 99_999_999_999 }), { status: 404, field: "parent" });
    equal(await bench.ids(), before);
  },

  "create: what must be unique is a 409 at its field": async (bench) => {
    await rejects(create(bench, { title: "plain" }), { status: 409, message: "This title is taken.", field: "title" });
    const author = bench.args({ id: ann, input: { email: "bob@example.test" } });
    const message = 'Another resource of "authors" has the same "email".';
    await rejects(bench.sources.authors.editOne(author), { status: 409, field: "email", message });
    const input = { id: ann, name: "Ann", email: "ann2@example.test", posts: [] };
    const sameId = { status: 409, message: 'Another resource of "authors" has the same id.' };
    await rejects(bench.sources.authors.createOne(bench.args({ input })), sameId);
  },

  "edit: UNSET keeps, null clears, ids are replaced; a mistake changes nothing": async (bench) => {
    matches(await edit(bench, 4, { body: "new" }), { id: 4, body: "new", title: "plain", tags: ["a", "b"] });
    matches(await edit(bench, 4, { author: null, tags: ["c"] }), { author: null, tags: ["c"], body: "new" });
    matches(await edit(bench, 4, {}), { title: "plain" });
    await rejects(edit(bench, 4, { body: "never", tags: ["nope"] }), { status: 404, field: "tags" });
    matches(await bench.post(4), { body: "new", tags: ["c"] });
    await rejects(edit(bench, 8, { body: "theirs" }), { status: 404 });
    await rejects(edit(bench, 999, {}), { status: 404 });
  },

  "create, edit: the whole row, also if the request wants some of its fields": async (bench) => {
    const fields = { posts: new Set(["title"]), authors: new Set(["name"]) };
    const include = { author: true };
    const made = await bench.sources.posts.createOne(bench.args({ input, include, fields }));
    matches(made.data, { title: "New", status: "live", rating: 1, parent: 1, tags: ["a", "b"] });
    equal({ ...made.data.author, id: 0 }, { id: 0, name: "Ann" });
    const edited = await bench.sources.posts.editOne(bench.args({ id: 4, input: { ...unset, body: "new" }, fields }));
    matches(edited.data, { title: "plain", body: "new", status: "draft", tags: ["a", "b"] });
  },

  "edit: a row must stay where its writer sees it": async (bench) => {
    await rejects(edit(bench, 4, { body: "moved" }, { values: { tenant: 2 } }), { status: 403 });
    matches(await bench.post(4), { title: "plain", body: null });
  },

  "writable: a write must leave a row as one that its writer may change": async (bench) => {
    const locked = { values: { locked: true } };
    await rejects(edit(bench, 4, { body: "moved" }, locked), { status: 403 });
    await rejects(bench.sources.posts.createOne(bench.args({ input }), locked), { status: 403 });
    matches(await bench.post(4), { title: "plain", body: null });
    equal((await bench.list({ filter: { title: "New" } })).length, 0);
  },

  "ids: in any case that the storage finds": async (bench) => {
    const upper = ann.toUpperCase();
    const row = await create(bench, { author: upper });
    matches(row.author, { id: ann, name: "Ann" });
    matches(await edit(bench, 4, { author: upper }), { author: ann });
    await change(bench, "editRelationship", "author", 5, upper);
    equal(await members(bench, "author", 5), ann);
    matches((await bench.sources.authors.getOne(bench.args({ id: upper }))).data, { id: ann });
    equal(
      (await bench.list({ filter: { author: upper } })).map(({ id }) => id),
      await bench.ids({ filter: { author: ann } }),
    );
    const author = bench.args({ id: upper, input: { name: "Anna", email: UNSET, posts: UNSET } });
    matches((await bench.sources.authors.editOne(author)).data, { id: ann, name: "Anna" });
    await bench.sources.authors.deleteOne(bench.args({ id: upper }));
    await rejects(bench.sources.authors.getOne(bench.args({ id: ann })), { status: 404 });
  },

  "writable: a row that the caller sees and may not change is a 403": async (bench) => {
    await rejects(edit(bench, 3, { body: "x" }), { status: 403 });
    await rejects(bench.sources.posts.deleteOne(bench.args({ id: 3 })), { status: 403 });
    for (const kind of ["addToRelationship", "removeFromRelationship", "resetRelationship"]) {
      await rejects(change(bench, kind, "tags", 3, ["a"]), { status: 403 });
      await rejects(change(bench, kind, "replies", 20, [3]), { status: 403 });
    }
    await rejects(change(bench, "editRelationship", "author", 3, null), { status: 403 });
    const author = bench.args({ id: authorId(3), input: { name: UNSET, email: UNSET, posts: [] } });
    await rejects(bench.sources.authors.editOne(author), { status: 403 });
    matches(await bench.post(3), { author: authorId(3) });
  },

  "delete: once, own rows only, and not while others refer to it": async (bench) => {
    const remove = (id: number) => bench.sources.posts.deleteOne(bench.args({ id }));
    await remove(20);
    for (const id of [20, 8, 999]) await rejects(remove(id), { status: 404 });
    await rejects(remove(1), { status: 409 });
  },

  "delete: softly, a row is hidden but a to-one still shows it": async (bench) => {
    await bench.sources.authors.deleteOne(bench.args({ id: ann }));
    await rejects(bench.sources.authors.getOne(bench.args({ id: ann })), { status: 404 });
    await rejects(bench.sources.authors.deleteOne(bench.args({ id: ann })), { status: 404 });
    await rejects(change(bench, "editRelationship", "author", 4, ann), { status: 404 });
    const [row] = await bench.list({ filter: { id: 1 }, include: { author: true } });
    matches(row?.author, { name: "Ann" });
    matches((await bench.sources.posts.getRelated("author")(bench.args({ id: 1 }))).data, { name: "Ann" });
  },

  "relationships: add, remove and reset pairs": async (bench) => {
    await change(bench, "addToRelationship", "tags", 4, ["c", "a", "c"]);
    equal(await members(bench, "tags", 4), ["a", "b", "c"]);
    await change(bench, "removeFromRelationship", "tags", 4, ["a"]);
    await change(bench, "removeFromRelationship", "tags", 4, ["a"]);
    equal(await members(bench, "tags", 4), ["b", "c"]);
    await change(bench, "resetRelationship", "tags", 4, []);
    equal(await members(bench, "tags", 4), []);
    for (const kind of ["addToRelationship", "removeFromRelationship", "resetRelationship"]) {
      await rejects(change(bench, kind, "tags", 4, ["a", "x"]), { status: 404 });
      await rejects(change(bench, kind, "tags", 8, []), { status: 404 });
    }
  },

  "relationships: add, remove and reset children; set a to-one": async (bench) => {
    await change(bench, "resetRelationship", "replies", 20, [1, 2]);
    await change(bench, "addToRelationship", "replies", 20, [4]);
    await change(bench, "removeFromRelationship", "replies", 20, [1]);
    equal(await members(bench, "replies", 20), [2, 4]);
    await change(bench, "editRelationship", "author", 4, authorId(2));
    equal(await members(bench, "author", 4), authorId(2));
    await rejects(change(bench, "editRelationship", "author", 4, authorId(9)), { status: 404 });
  },

  "relationships: a reset keeps members that the caller does not see": async (bench) => {
    await change(bench, "resetRelationship", "tags", 15, ["a"]);
    equal(await members(bench, "tags", 15), ["a"]);
    const theirs = await bench.sources.tags.getRelated("posts")(bench.args({ id: "x" }, 2));
    equal(theirs.data, []);
  },
};
