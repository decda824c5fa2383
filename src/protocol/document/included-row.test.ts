import { describe, expect, test } from "vitest";
import { library } from "../fixtures/library.js";
import { writersOf } from "../fixtures/writers.js";
import { MAX_SEARCHED } from "../max-searched.js";
import { IncludedRows, IncludedRow } from "./included-row.js";

const writer = writersOf(library).get("people")!;
const many = Array.from({ length: 3 * MAX_SEARCHED }, (_, id) => ({ id, name: "x" }));

describe("an entry", () => {
  test("takes in each row once, however many there are", () => {
    const entry = new IncludedRow(writer, 1, undefined, undefined, undefined);
    for (const row of many) expect([entry.add(row), entry.add(row)]).toEqual([true, false]);
    for (const row of many) expect(entry.add(row)).toBe(false);
    expect(entry.rows).toEqual(many);
    expect(entry.add({ ...many[0]! })).toBe(true); // another row of the same resource
  });

  test("knows the row that it was made with", () => {
    const entry = new IncludedRow(writer, 0, many[0], undefined, undefined);
    expect(entry.add(many[0]!)).toBe(false);
    expect(entry.isPrimary).toBe(true);
  });
});

describe("the entries of a type", () => {
  test("are found by their ids, and kept in their order, however many there are", () => {
    const entryOf = (id: number) => new IncludedRow(writer, id, undefined, undefined, undefined);
    const entries = new IncludedRows(entryOf(0));
    for (let id = 1; id < many.length; id++) {
      expect(entries.get(id)).toBeUndefined();
      entries.add(entryOf(id));
      for (let known = 0; known <= id; known++) expect(entries.get(known)?.id).toBe(known);
    }
    expect(entries.all.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });
});
