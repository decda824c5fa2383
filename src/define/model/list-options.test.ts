import { expect, test } from "vitest";
import { z } from "zod";
import { sortNames } from "./list-options.js";

test("a list allows both directions", () => {
  expect(sortNames(["title", "rank"])).toEqual(
    new Map([
      ["title", new Set(["asc", "desc"])],
      ["rank", new Set(["asc", "desc"])],
    ]),
  );
});

test("a record allows those that it says", () => {
  expect(sortNames({ title: true, created_at: "desc", rank: "asc" })).toEqual(
    new Map([
      ["title", new Set(["asc", "desc"])],
      ["created_at", new Set(["desc"])],
      ["rank", new Set(["asc"])],
    ]),
  );
});

test("a schema allows any name", () => {
  expect(sortNames(z.string())).toBeUndefined();
});
