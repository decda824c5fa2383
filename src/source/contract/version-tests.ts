import { UNSET } from "../../define/unset.js";
import { equal, matches, rejects } from "./assert.js";
import { ann, type Bench, type Row } from "./bed.js";

type Tests = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const unset = { title: UNSET, body: UNSET, rating: UNSET, author: UNSET, tags: UNSET };
const MISMATCH = { status: 412, code: "version_mismatch" };

async function edit(bench: Bench, id: number, changes: object, expected?: number): Promise<Row> {
  return (await bench.sources.posts.editOne(bench.args({ id, input: { ...unset, ...changes }, expected }))).data;
}

const remove = (bench: Bench, id: number, expected?: number) =>
  bench.sources.posts.deleteOne(bench.args({ id, expected }));

const change = (bench: Bench, kind: string, name: string, related: unknown, expected?: number) =>
  bench.sources.posts[kind](name)(bench.args({ id: 20, related, expected }));

async function versionOf(bench: Bench, id: unknown): Promise<unknown> {
  return (await bench.post(id)).version;
}

export const versionTests: Tests = {
  "versions: a new row has the first one, and every edit counts up": async (bench) => {
    const input = {
      title: "New",
      body: null,
      views: 1n,
      rating: 1,
      published: true,
      status: "live",
      meta: null,
      tags: [],
    };
    const { data } = await bench.sources.posts.createOne(
      bench.args({ input: { ...input, author: ann, parent: null } }),
    );
    equal(data.version, 1);
    matches(await edit(bench, 4, { body: "new" }), { body: "new", version: 2 });
    matches(await edit(bench, 4, { tags: ["c"] }), { version: 3 });
    equal(await versionOf(bench, 5), 1);
  },

  "versions: an edit without fields changes nothing, but is refused as any other edit": async (bench) => {
    matches(await edit(bench, 4, {}, 1), { version: 1 });
    await rejects(edit(bench, 4, {}, 2), MISMATCH);
    await rejects(edit(bench, 999, {}), { status: 404 });
    await rejects(edit(bench, 3, {}), { status: 403 });
    equal(await versionOf(bench, 4), 1);
  },

  "versions: a change of links counts up the members that it changes, if they have the same relationship": async (
    bench,
  ) => {
    const changeTag = (kind: string, related: readonly number[]) =>
      bench.sources.tags[kind]("posts")(bench.args({ id: "a", related }));
    const versions = () => Promise.all([4, 5].map((id) => versionOf(bench, id)));
    await changeTag("removeFromRelationship", [4, 5]); // 5 has no tag "a"
    equal(await versions(), [2, 1]);
    await changeTag("addToRelationship", [4, 5]);
    equal(await versions(), [3, 2]);
    await changeTag("addToRelationship", [4, 5]);
    equal(await versions(), [3, 2]);
  },

  "versions: a change that expects another one is a 412, and changes nothing": async (bench) => {
    matches(await edit(bench, 4, { body: "new" }, 1), { version: 2 });
    await rejects(edit(bench, 4, { body: "old" }, 1), MISMATCH);
    await rejects(edit(bench, 4, { body: "old", tags: [] }, 3), MISMATCH);
    matches(await bench.post(4), { body: "new", version: 2, tags: ["a", "b"] });
    await rejects(remove(bench, 20, 2), MISMATCH);
    equal(await versionOf(bench, 20), 1);
    await remove(bench, 20, 1);
    await rejects(remove(bench, 20, 1), { status: 404 });
    await rejects(edit(bench, 999, {}, 1), { status: 404 });
    await rejects(edit(bench, 8, {}, 1), { status: 404 });
    await rejects(edit(bench, 3, {}, 2), { status: 403 });
  },

  "versions: other fields than the version still decide after it": async (bench) => {
    await rejects(edit(bench, 4, { title: "100% Sure" }, 1), { status: 409, field: "title" });
    await rejects(edit(bench, 4, { tags: ["zzz"] }, 1), { status: 404, field: "tags" });
    equal(await versionOf(bench, 4), 1);
  },

  "versions: a change of links counts up, and is refused for another version": async (bench) => {
    const changes = [
      ["addToRelationship", "tags", ["c"]],
      ["removeFromRelationship", "tags", ["a"]],
      ["resetRelationship", "tags", []],
      ["addToRelationship", "replies", [2]],
      ["editRelationship", "author", null],
    ] as const;
    let version = 1;
    for (const [kind, name, related] of changes) {
      await rejects(change(bench, kind, name, related, version + 1), MISMATCH);
      await change(bench, kind, name, related, version++);
      equal(await versionOf(bench, 20), version, `${kind} ${name}`);
    }
    await change(bench, "addToRelationship", "tags", ["b"]);
    equal(await versionOf(bench, 20), version + 1);
  },

  "versions: a row that becomes or stops being a member by its own column counts up": async (bench) => {
    await change(bench, "addToRelationship", "replies", [1, 2]);
    equal([await versionOf(bench, 1), await versionOf(bench, 2)], [2, 2]);
    await change(bench, "addToRelationship", "replies", [1, 4]);
    equal([await versionOf(bench, 1), await versionOf(bench, 4)], [2, 2]);
    await change(bench, "removeFromRelationship", "replies", [4, 5]);
    equal([await versionOf(bench, 4), await versionOf(bench, 5)], [3, 1]);
    await change(bench, "resetRelationship", "replies", [2]);
    equal([await versionOf(bench, 1), await versionOf(bench, 2)], [3, 2]);
  },

  "versions: read also where the request does not want them": async (bench) => {
    const [row] = await bench.list({ filter: { id: 1 }, fields: { posts: new Set(["title"]) } });
    equal(row, { id: 1, title: "100% Sure", version: 1 });
  },
};
