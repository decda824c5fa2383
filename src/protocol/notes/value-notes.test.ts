import { describe, expect, test } from "vitest";
import { ValueNotes } from "./value-notes.js";

const read = (values: ValueNotes) => JSON.parse(`{${values.member()}}`);

describe("what a document says of values that their schemas leave open", () => {
  test("is nothing, where JSON says everything", () => {
    const values = new ValueNotes();
    expect(values.member()).toBe("");
    values.add("articles", "1", []);
    values.add("articles", "2", [
      { name: "title", value: "a" },
      { name: "n", value: 1 },
    ]);
    expect(values.member()).toBe("");
  });

  test("is what each that is rich was, by type and id", () => {
    const values = new ValueNotes();
    values.add("articles", "1", [
      { name: "any", value: new Date(0) },
      { name: "plain", value: "a" },
      { name: "more", value: { n: 1n } },
    ]);
    values.add("articles", "2", [{ name: "any", value: new Set() }]);
    values.add("articles", "3", [{ name: "any", value: 7 }]);
    values.add('a"b', "1", [{ name: "any", value: [1n] }]);
    expect(read(values)).toEqual({
      values: {
        articles: { "1": { any: ["Date"], more: { n: ["bigint"] } }, "2": { any: ["set"] } },
        'a"b': { "1": { any: { "*": ["bigint"] } } },
      },
    });
  });
});
