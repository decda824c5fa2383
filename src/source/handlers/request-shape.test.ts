import { toMany, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { CursorCodec } from "./cursor.js";
import { Registry, resourceSpec } from "./registry.js";
import { RequestShapes } from "./request-shape.js";
import type { Store } from "../store/store.js";

const NAMES = Array.from({ length: 14 }, (_, index) => `a${index}`);
const attributes = Object.fromEntries(NAMES.map((name) => [name, z.string()])) as { readonly a1: z.ZodString };
const resource = trestle().resource("nodes", { id: z.int(), attributes, relationships: { others: toMany("nodes") } });
const store = { sorts: new Map(), filters: new Map(), relationship: () => undefined } as unknown as Store;
const registry = new Registry();
const entry = { spec: resourceSpec(resource), store, orderBy: [] };
registry.add(entry);

/** Some of the names, by the bits of a number. */
const fieldsOf = (n: number) => ({ nodes: new Set(NAMES.filter((_, bit) => n & (1 << bit))) });
const byName = [{ field: "a1", order: "asc" }] as const;

test("requests that differ in values only have one shape", () => {
  const shapes = new RequestShapes(registry, new CursorCodec(undefined));
  const of = (more: object, sort: readonly { field: string; order: "asc" | "desc" }[] = []) =>
    shapes.of(entry, { ctx: {}, ...more }, sort);
  const first = of({ id: 1, filter: { a1: "x" }, page: { size: 1 }, include: { others: false }, fields: {} });
  expect(of({ id: 2, filter: { a2: "y" }, page: { size: 9 } })).toBe(first);
  const others = [
    of({ include: { others: true } }),
    of({ fields: { nodes: new Set() } }),
    of({ fields: fieldsOf(3) }),
    of({}, byName),
    of({}, [{ field: "a1", order: "desc" }]),
    of({ fields: fieldsOf(3) }, byName),
  ];
  expect(new Set([first, ...others]).size).toBe(7);
  expect(others[2]?.selection.fields).toEqual(new Set(["a0", "a1"]));
});

test("of 10 000 shapes, only some are kept", () => {
  const shapes = new RequestShapes(registry, new CursorCodec(undefined));
  const all = new Set(Array.from({ length: 10_000 }, (_, n) => shapes.of(entry, { ctx: {}, fields: fieldsOf(n) }, [])));
  expect(all.size).toBe(10_000);
  const again = Array.from({ length: 10_000 }, (_, n) => 9_999 - n).map((n) =>
    shapes.of(entry, { ctx: {}, fields: fieldsOf(n) }, []),
  );
  expect(again.filter((shape) => all.has(shape))).toHaveLength(1000);
});
