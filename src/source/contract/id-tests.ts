import { UNSET } from "../../define/unset.js";
import { equal, matches, rejects } from "./assert.js";
import type { Bench, Row } from "./bed.js";

type Tests = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

async function pinsOf(bench: Bench, more: object = {}): Promise<Row[]> {
  return (await bench.sources.pins.getMany(bench.args(more))).data;
}

async function pinIds(bench: Bench, filter: object): Promise<unknown[]> {
  return (await pinsOf(bench, { filter })).map(({ id }) => id);
}

const changed = (bench: Bench, id: number, input: object) =>
  bench.sources.pins.editOne(bench.args({ id, input: { member: UNSET, subject: UNSET, ...input } }));

export const idTests: Tests = {
  "ids of several columns: find a row, and lead to one": async (bench) => {
    const { members } = bench.sources;
    matches((await members.getOne(bench.args({ id: "1~b!1b" }))).data, { id: "1~b!1b", role: "role 1" });
    for (const id of ["2~b!1b", "1", "1~!9"]) await rejects(members.getOne(bench.args({ id })), { status: 404 });
    equal(
      (await pinsOf(bench)).map(({ member }) => member),
      ["1~ann", "1~b!1b", null],
    );
    equal(await pinIds(bench, { member: "1~ann" }), [1]);
    equal(await pinIds(bench, { member__in: ["1~b!1b", null] }), [2, 3]);
    equal(await pinIds(bench, { member__role: "role 1" }), [2]);
    const [pin] = await pinsOf(bench, { include: { member: true } });
    matches(pin?.member, { id: "1~ann", role: "role 0" });
    const { data } = await members.getMany(bench.args({ include: { pins: true } }));
    equal(
      data.map(({ pins }: Row) => (pins as Row[]).map(({ id }) => id)),
      [[1], [2], []],
    );
    matches((await changed(bench, 3, { member: "2~ann" })).data, { member: "2~ann" });
    matches((await changed(bench, 3, { member: null })).data, { member: null });
    await rejects(changed(bench, 3, { member: "2~nobody" }), { status: 404 });
  },

  "a to-one of several types: is read, filtered and written by type": async (bench) => {
    equal(
      (await pinsOf(bench)).map(({ subject }) => subject),
      [{ type: "posts", id: 1 }, { type: "tags", id: "a" }, null],
    );
    equal(await pinIds(bench, { subject__type: "tags" }), [2]);
    equal(await pinIds(bench, { subject__type: "posts", subject__id: "1" }), [1]);
    equal(await pinIds(bench, { subject__isnull: true }), [3]);
    equal(await pinIds(bench, { subject__tags__label: "A" }), [2]);
    const [onPost, onTag] = await pinsOf(bench, { include: { subject: true } });
    matches(onPost?.subject, { type: "posts", id: 1 });
    matches(onTag?.subject, { type: "tags", id: "a", label: "A" });
    matches((await changed(bench, 3, { subject: { type: "tags", id: "b" } })).data, {
      subject: { type: "tags", id: "b" },
    });
    matches((await changed(bench, 3, { subject: null })).data, { subject: null });
    for (const subject of [
      { type: "tags", id: "x" },
      { type: "posts", id: 999 },
    ])
      await rejects(changed(bench, 3, { subject }), { status: 404 });
  },
};
