import { expect, test } from "vitest";
import { keyText } from "./key-test.js";

test.each<[name: string, key: unknown, text: string]>([
  ["a string", "a", "a"],
  ["a number", 1, "1"],
  ["a symbol", Symbol("a"), "Symbol(a)"],
  ["an object", {}, "[object Object]"],
  ["an object with a member toString", { toString: "a" }, "[object Object]"],
  ["an object without a prototype", Object.create(null), "[object Object]"],
])("%s", (_name, key, text) => {
  expect(keyText(key)).toBe(text);
});
