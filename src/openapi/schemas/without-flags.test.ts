import { expect, test } from "vitest";
import { withoutFlags } from "./overrides.js";

test.each([
  [/^[a-z]+$/i, "^[a-zA-Z]+$"],
  [/^ab\d\p{L}$/iu, "^[aA][bB]\\d\\p{L}$"],
  [/^[^x-z_]\u0041(?:a|b)(?<name>c)$/i, "^[^x-zX-Z_]\\u0041(?:[aA]|[bB])(?<name>[cC])$"],
  [/^[A-z]\]a$/i, "^[A-z]\\][aA]$"],
  [/^a$/u, "^a$"],
])("%s without its flags", (pattern, source) => {
  expect(withoutFlags(pattern)).toBe(source);
});

test("what a dot or an anchor means under s and m is not said otherwise", () => {
  expect(withoutFlags(/^a.b$/s)).toBeUndefined();
  expect(withoutFlags(/^a$/m)).toBeUndefined();
});
