import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { type JsonSchema, openapi } from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api as newsroom } from "../../examples/newsroom/api.js";
import { Components } from "../../src/openapi/schemas/schema-writer.js";
import { exampleOf } from "../../src/openapi/examples/example.js";
import { everything } from "../../src/openapi/fixtures/everything.js";
import { SchemaWriter } from "../../src/openapi/schemas/schema-writer.js";
import { schemas } from "../schemas/arbitrary-schema.js";
import { build, print } from "../schemas/recipe.js";
import { runs } from "../support/runs.js";

const info = { title: "Examples", version: "1.0.0" };
const SEED = 20_261_123;
const RUNS = runs(60);

function validator(components: object) {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ components }, "api");
  const compiled = new Map<string, ValidateFunction>();
  return (schema: JsonSchema, value: unknown): string => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate); // many places have the same schema
    return validate(value) ? "" : ajv.errorsText(validate.errors);
  };
}

/** Every schema that stands in a document, with the place where it stands. */
function* schemasIn(value: unknown, place: string): Generator<[place: string, schema: JsonSchema]> {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${place}/${key}`;
    if (key === "schema" || place.endsWith("/schemas")) yield [at, inner];
    else if (key !== "x-codeSamples") yield* schemasIn(inner, at);
  }
}

describe.each([
  ["the newsroom", openapi(newsroom, { info })],
  ["everything", openapi(everything, { info })],
])("the examples of %s", (_, document) => {
  test("are there for every schema, and valid", () => {
    const problems = validator(document.components);
    const all = [...schemasIn(document, "")];
    expect(all.length).toBeGreaterThan(100);
    for (const isRequest of [false, true]) {
      for (const [place, schema] of all) {
        const example = exampleOf(schema, document.components.schemas, { isRequest, name: "id" });
        expect(example, place).toBeDefined();
        expect(problems(schema, example), `${place} ${JSON.stringify(example)}`).toBe("");
      }
    }
  });
});

test("the examples of random schemas are valid, and the same at each call", () => {
  let found = 0;
  const property = fc.property(schemas(), fc.constantFrom("input" as const, "output" as const), (recipe, side) => {
    const components = new Components();
    const schema = build(print(recipe));
    const json = new SchemaWriter(components, [schema]).write(schema, side, "Root");
    const example = exampleOf(json, components.schemas);
    expect(exampleOf(json, components.schemas)).toEqual(example);
    if (example === undefined) return;
    found++;
    expect(JSON.parse(JSON.stringify(example))).toEqual(example);
    expect(validator({ schemas: components.schemas })(json, example), JSON.stringify([json, example])).toBe("");
  });
  fc.assert(property, { seed: SEED, numRuns: RUNS });
  expect(found / RUNS).toBeGreaterThan(0.85); // the others allow no value, or none that JSON Schema can describe
});

describe("an example is", () => {
  const of = (schema: z.ZodType, name = "", variant = 0) => {
    const components = new Components();
    const json = new SchemaWriter(components, [schema]).write(schema, "input", "Root");
    return exampleOf(json, components.schemas, { name, variant });
  };

  test.each<[what: string, schema: z.ZodType, example: unknown]>([
    ["the constant", z.literal("only"), "only"],
    ["the first example", z.enum(["a", "b"]).meta({ examples: ["b"] }), "b"],
    ["the first of an enum, before a default", z.enum(["a", "b"]).default("b"), "a"],
    ["the default", z.string().default("usual"), "usual"],
    ["of the format", z.email(), "ann@example.com"],
    ["from the name", z.string(), "Given name"],
    ["long enough", z.string().min(15), "Given nameGiven"],
    ["short enough", z.string().max(3), "Giv"],
    ["of the pattern", z.string().regex(/^SKU-\d{4}(?:-[a-f]{2,})?$/), "SKU-1111-aa"],
    ["in the range", z.int().min(7).max(9), 7],
    ["a multiple", z.number().multipleOf(0.25).min(1.1), 1.25],
    ["not null, where it need not be", z.string().nullable(), "Given name"],
    ["a list whose items differ", z.array(z.int()).min(2), [1, 2]],
    ["an example that is a date", z.date().meta({ examples: [new Date(0)] }), "1970-01-01T00:00:00.000Z"],
    ["undefined, if no text is found", z.string().regex(/^(?=.*\d)(?=.*[A-Z])(?=.*[!?]).{12}$/), undefined],
  ])("%s", (_, schema, example) => {
    expect(of(schema, "given_name")).toEqual(example);
  });

  test.each<[what: string, schema: z.ZodType, first: unknown, second: unknown, third: unknown]>([
    ["a text of a pattern", z.string().regex(/^ORD-\d{6}$/), "ORD-111111", "ORD-111112", "ORD-111113"],
    ["letters", z.string().regex(/^[A-Z]{3}$/), "AAA", "AAB", "AAC"],
    ["digits in the middle", z.string().regex(/^\d\dkg$/), "11kg", "12kg", "13kg"],
    ["a pattern that has one text", z.string().regex(/^only$/), "only", "only", "only"],
    ["a date", z.iso.date(), "2026-01-31", "2026-01-30", "2026-01-29"],
    ["a URL", z.url(), "https://example.com/", "https://example.com/2", "https://example.com/3"],
    ["a phone number", z.e164(), "+41441234567", "+41441234568", "+41441234569"],
    ["a list", z.array(z.string()), ["Value"], ["New value"], ["Another value"]],
    ["a number", z.int(), 1, 2, 3],
    ["a boolean", z.boolean(), true, false, true],
  ])("another in each variant, of %s", (_, schema, ...values) => {
    expect([0, 1, 2].map((variant) => of(schema, "value", variant))).toEqual(values);
  });

  test("not an example of the user that the schema refuses", () => {
    expect(
      of(
        z
          .string()
          .max(3)
          .meta({ examples: ["much too long"] }),
        "id",
      ),
    ).toBe("1");
  });

  test("complete for a schema that contains itself", () => {
    interface Tree {
      readonly name: string;
      readonly left?: Tree | undefined;
      readonly right: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() =>
      z.object({ name: z.string(), left: tree.optional(), right: z.array(tree) }),
    );
    expect(of(tree)).toEqual({ name: "Name", right: [] });
  });

  test("small for schemas that refer to each other many times", () => {
    let schema: z.ZodType = z.object({ text: z.string().optional() });
    for (let depth = 0; depth < 40; depth++) {
      const inner = schema;
      schema = z.object({ left: inner.optional(), right: inner.optional() });
    }
    expect(JSON.stringify(of(schema)).length).toBeLessThan(5000);
  });
});
