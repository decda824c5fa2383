import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { trestle } from "../../index.js";
import { openapi } from "../openapi.js";
import { indexPage } from "./index-page.js";

/** A schema to be built: each part has the next description, and some have a name. */
interface Plan {
  readonly kind: string;
  readonly parts: readonly Plan[];
  readonly isDescribed: boolean;
  readonly isNamed: boolean;
  readonly isOptional: boolean;
}

const flags = { isDescribed: fc.boolean(), isNamed: fc.boolean(), isOptional: fc.boolean() };
const leaf = fc.record({ kind: fc.constantFrom("string", "int", "date"), parts: fc.constant([]), ...flags });
const { plan } = fc.letrec<{ plan: Plan }>((tie) => {
  const kind = fc.constantFrom("object", "list", "nullable", "record", "tuple", "union", "tagged", "both");
  const parts = fc.array(tie("plan"), { minLength: 1, maxLength: 3 });
  return { plan: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, fc.record({ kind, parts, ...flags })) };
});

class Builder {
  #count = 0;

  build(given: Plan): z.ZodType {
    const schema = this.#bare(given);
    const mark = ++this.#count;
    return schema.meta({
      ...(given.isDescribed && { description: `About ${mark}, which matters.` }),
      ...(given.isNamed && given.kind !== "record" && { id: `Name${mark}` }),
    });
  }

  object(parts: readonly Plan[], more: z.ZodRawShape = {}): z.ZodObject {
    const members = parts.map((each, index) => {
      const schema = this.build(each);
      return [`m${index}`, each.isOptional ? schema.optional() : schema];
    });
    return z.object({ ...Object.fromEntries(members), ...more });
  }

  #bare({ kind, parts }: Plan): z.ZodType {
    const [first = { kind: "string", parts: [], isDescribed: true, isNamed: false, isOptional: false }] = parts;
    switch (kind) {
      case "object":
        return this.object(parts);
      case "list":
        return z.array(this.build(first));
      case "nullable":
        return this.build(first).nullable();
      case "record":
        return z.record(z.string(), this.build(first));
      case "tuple":
        return z.tuple([this.build(first), ...parts.slice(1).map((each) => this.build(each))]);
      case "union":
        return z.union([z.boolean(), ...parts.map((each) => this.build(each))]);
      case "tagged": {
        const objects = parts.map((each, index) => this.object([each], { tag: z.literal(`t${index}`) }));
        return z.union(objects.map((each) => each.describe(`About ${++this.#count}, which matters.`)));
      }
      case "both":
        return z.intersection(
          this.object(parts),
          z.object({ other: z.int().describe(`About ${++this.#count}, which matters.`) }),
        );
      case "int":
        return z.int();
      case "date":
        return z.date();
      default:
        return z.string();
    }
  }
}

const marks = (text: string) => [...new Set(text.match(/About \d+, which matters\./g))].sort();

test("what an author says about any part of a value is on the page", () => {
  const property = fc.property(fc.array(plan, { maxLength: 3 }), plan, plan, (input, output, event) => {
    const t = trestle();
    const builder = new Builder();
    const send = t.command({ input: builder.object(input), output: builder.build(output) }, () => undefined as never);
    const watch = t.stream({ events: { tick: builder.build(event) } }, async function* () {});
    const document = openapi(t.router({}, { actions: { send, watch } }), { info: { title: "Test", version: "1" } });
    expect(marks(indexPage(document))).toEqual(marks(JSON.stringify(document)));
  });
  fc.assert(property, { numRuns: 200 });
});
