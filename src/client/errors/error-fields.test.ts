import { expect, test } from "vitest";
import { fieldErrors } from "./error-fields.js";

const at = (pointer: string) => Object.keys(fieldErrors([{ detail: "wrong", source: { pointer } }]));

test.each([
  ["/data/attributes/title", "title"],
  ["/data/trestle:fields/title", "title"],
  ["/data/attributes/address/street", "address.street"],
  ["/data/trestle:fields/tags/0", "tags.0"],
  ["/data/relationships/author/data", "author"],
  ["/data/relationships/author/data/id", "author"],
  ["/data/relationships/author", "author"],
  ["/data/relationships/categories/data/1/id", "categories.1"],
  ["/data/relationships/categories/data/12/id", "categories.12"],
  ["/data/trestle:fields/categories/1", "categories.1"],
  ["/data/attributes/a~1b~0c", "a/b~c"],
  ["/data/id", "id"],
])("%s is %s", (pointer, field) => {
  expect(at(pointer)).toEqual([field]);
});

test.each([
  "/data",
  "/data/attributes",
  "",
  "/data/type",
  "/data/identity",
  "/included/0/attributes/title",
  "/included/data/attributes/title",
  "/included/data/relationships/author/data",
])("%s does not lead to a field", (pointer) => {
  expect(at(pointer)).toEqual([]);
});

test("meta.path is read first, since a missing field's pointer names its parent", () => {
  const missing = {
    detail: "required",
    source: { pointer: "/data/attributes" },
    meta: { path: ["address", 0, "street"] },
  };
  expect(fieldErrors([missing])["address.0.street"]).toEqual(["required"]);
});

test("a field may have several, each the most telling line there is", () => {
  const source = { pointer: "/data/attributes/title" };
  expect(
    fieldErrors([{ detail: "too short", source }, { title: "Bad", source }, { code: "odd", source }, { source }]).title,
  ).toEqual(["too short", "Bad", "odd", "no detail"]);
});

test("one field may have very many errors", () => {
  const count = 100_000; // with a copy of the list for each of them, this test reaches its time limit
  const errors = Array.from({ length: count }, (_, index) => ({ detail: `${index}`, meta: { path: ["title"] } }));
  const { title } = fieldErrors(errors);
  expect([title?.length, title?.[0], title?.[count - 1]]).toEqual([count, "0", `${count - 1}`]);
});

test("harmful names are normal names, and other values are ignored", () => {
  const fields = fieldErrors([
    { detail: "a", meta: { path: ["__proto__"] } },
    { detail: "b", meta: { path: ["constructor"] } },
    { detail: "c", source: { pointer: 5 as never } },
    { detail: "d", meta: { path: "title" } },
  ]);
  expect(Object.entries(fields)).toEqual([
    ["__proto__", ["a"]],
    ["constructor", ["b"]],
  ]);
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});
