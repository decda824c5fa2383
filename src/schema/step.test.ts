import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { mayWait, runSchema } from "./run-schema.js";

const unhandled: unknown[] = [];
const listener = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", listener));
beforeEach(() => void unhandled.splice(0));
afterAll(() => void process.off("unhandledRejection", listener));

/** Waits until Node has reported unhandled rejections. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

async function failureOf(schema: z.ZodType, value: unknown): Promise<unknown> {
  try {
    await runSchema(derivedSchema(schema, "json"), value, false, mayWait(schema));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await turn();
  }
}

const broken = async () => {
  await null;
  throw new Error("rejected");
};
const failing = () => {
  throw new Error("thrown");
};
const rejects = z.string().refine(broken);
const throws = z.string().refine(failing);

test.each<[name: string, schema: z.ZodType, value: unknown]>([
  ["a member", z.object({ a: rejects, b: throws }), { a: "a", b: "b" }],
  ["a catchall", z.object({ a: rejects }).catchall(throws), { a: "a", b: "b" }],
  ["a member's transform", z.object({ a: rejects, b: z.string().transform(failing) }), { a: "a", b: "b" }],
  ["a member's default", z.object({ a: rejects, b: z.string().default(failing) }), { a: "a" }],
  ["a member's catch", z.object({ a: rejects, b: z.int().catch(failing) }), { a: "a", b: "b" }],
  ["an element", z.array(z.union([z.string().startsWith("b").pipe(throws), rejects])), ["a", "b"]],
  ["an item", z.tuple([rejects, throws]), ["a", "b"]],
  ["a rest item", z.tuple([rejects], throws), ["a", "b"]],
  ["a set's element", z.set(z.union([z.string().startsWith("b").pipe(throws), rejects])), ["a", "b"]],
  ["a map's value", z.map(rejects, throws), [["a", "b"]]],
  [
    "a record's value",
    z.record(z.string(), z.union([z.string().startsWith("b").pipe(throws), rejects])),
    { a: "a", b: "b" },
  ],
  [
    "a record's key",
    z.record(
      z.string().refine((key) => key === "a" || failing()),
      rejects,
    ),
    { a: "a", b: "b" },
  ],
  ["a side of an intersection", z.intersection(z.object({ a: rejects }), z.object({ b: throws })), { a: "a", b: "b" }],
  ["an option", z.union([rejects, throws]), "a"],
  ["another check", z.string().refine(broken).refine(failing), "a"],
])("a rejected check never ends the process: %s throws beside it", async (_name, schema, value) => {
  expect(await failureOf(schema, value)).toBeInstanceOf(Error);
  expect(unhandled).toEqual([]);
});

test.each<[name: string, schema: z.ZodType, value: unknown]>([
  ["two checks", z.string().refine(broken).refine(broken), "a"],
  [
    "the later check first",
    z
      .string()
      .refine(async () => turn().then(() => true))
      .refine(broken),
    "a",
  ],
  ["two checks of a copied schema", z.array(z.date()).refine(broken).refine(broken), []],
  ["two checks of a lazy", z.lazy(() => rejects).refine(broken), "a"],
  ["two checks of a transform", z.transform(String).refine(broken).refine(broken), "a"],
])("a rejected check never ends the process: %s", async (_name, schema, value) => {
  expect(await failureOf(schema, value)).toEqual(new Error("rejected"));
  expect(unhandled).toEqual([]);
});

test("the keys of a record have no asynchronous checks", async () => {
  const key = z.string().refine(async (name) => name === "a" || broken());
  for (const schema of [z.record(key, rejects), z.partialRecord(key, rejects), z.set(z.looseRecord(key, z.date()))]) {
    const value = { a: "a", b: "b" };
    const failure = await failureOf(schema, schema instanceof z.ZodSet ? [value] : value);
    expect(String(failure)).toContain("A key of a z.record() has an asynchronous check.");
  }
  expect(unhandled).toEqual([]);
});

test("a strict object with a check refuses other members as Zod does", async () => {
  const strict = z.strictObject({ a: z.string().refine(async () => true) });
  const refused = await runSchema(derivedSchema(strict, "json"), { a: "a", b: 1 });
  expect(refused).toMatchObject({ success: false, issues: [{ code: "unrecognized_keys", keys: ["b"] }] });
  const both = z.intersection(strict, z.unknown());
  const value = { a: "a", b: 1 };
  expect(await runSchema(derivedSchema(both, "json"), value)).toEqual({ success: true, data: value });
});

test("several checks judge as Zod lets them", async () => {
  const schema = z
    .string()
    .refine(async (text) => text !== "a", "first")
    .refine((text) => text !== "a", "second");
  for (const value of ["a", "b"]) {
    const { error } = await z.safeParseAsync(schema, value);
    const outcome = await runSchema(derivedSchema(schema, "json"), value);
    expect(outcome.success ? undefined : outcome.issues).toEqual(error?.issues);
  }
});
