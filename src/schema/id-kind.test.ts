import { expect, test } from "vitest";
import { z } from "zod";
import { idKind } from "./formats.js";

test.each<[name: string, schema: z.ZodType, kind: string | undefined]>([
  ["int", z.int(), "int"],
  ["positive int", z.int().positive(), "int"],
  ["number().int()", z.number().int(), "int"],
  ["int32", z.int32(), "int"],
  ["branded int", z.int().brand("Id"), "int"],
  ["string", z.string(), "string"],
  ["checked string", z.string().min(1).regex(/^a/), "string"],
  ["nanoid", z.nanoid(), "string"],
  ["email", z.email(), "string"],
  ["uuid", z.uuid(), "uuid"],
  ["uuidv7", z.uuidv7(), "uuid"],
  ["guid", z.guid(), "uuid"],
  ["string().uuid()", z.string().uuid(), "uuid"],
  ["number", z.number(), undefined],
  ["float", z.float32(), undefined],
  ["bigint", z.bigint(), undefined],
  ["int64", z.int64(), undefined],
  ["object", z.object({}), undefined],
  ["optional int", z.int().optional(), undefined],
  ["nullable string", z.string().nullable(), undefined],
  ["transformed", z.string().transform(Number), undefined],
])("the kind of %s", (_name, schema, kind) => {
  expect(idKind(schema)).toBe(kind);
});
