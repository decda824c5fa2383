import { expect, test } from "vitest";
import { superjson } from "./superjson.js";

test("gives values back, but not that two of them were one", () => {
  const shared = { at: new Date(0) };
  const written = superjson.serialize({ a: shared, b: shared, e: new Error("x") });
  expect(written.meta).toHaveProperty("referentialEqualities");
  const sent = JSON.parse(JSON.stringify(written));
  const read = superjson.deserialize(sent) as { a: object; b: object; e: Error };
  expect(read).toMatchObject({ a: { at: new Date(0) }, b: { at: new Date(0) } });
  expect(read.e).toBeInstanceOf(Error);
  expect(read.a).not.toBe(read.b);
});

test("takes values of which nothing is said", () => {
  const json = { a: 1 };
  for (const meta of [undefined, null, {}]) expect(superjson.deserialize({ json, meta })).toEqual({ a: 1 });
});
