import type { z } from "zod";
import { reachableNodes, type SchemaNode } from "../../schema/node.js";
import { schemaNode } from "../../schema/schema-node.js";

/** Which of Zod's schemas and checks, as `type check`, give an issue with a code. */
const GIVEN_BY: ReadonlyMap<string, RegExp> = new Map([
  ["custom", /^custom /],
  ["invalid_element", /^(map|set) /],
  ["invalid_format", /^template_literal| string_format$/],
  ["invalid_key", /^(map|record) /],
  ["invalid_union", /^union /],
  ["invalid_value", /^(enum|literal) | mime_type$/],
  ["not_multiple_of", / multiple_of$/],
  ["too_big", /^tuple | (less|max|.*equals|(number|bigint)_format)/],
  ["too_small", /^tuple | (greater|min|.*equals|(number|bigint)_format)/],
  ["unrecognized_keys", /^(strict|record) /],
]);

/** Transforms and the checks of an app itself may give any issue. The check of `refine` gives only `custom`. */
const ANY = /^(pipe|transform|function|promise) |^(?!custom)\w* (custom|property)$/;

/** Whether a value that does not fit some schemas can have an issue with a code. True for codes that are not Zod's. */
export function givenBy(schemas: readonly z.ZodType[]): (code: string) => boolean {
  const nodes = new Set(schemas.flatMap((schema) => reachableNodes(schemaNode(schema, "input"))));
  const names = [...nodes].flatMap(namesOf);
  return (code) => names.some((name) => ANY.test(name) || (GIVEN_BY.get(code)?.test(name) ?? true));
}

function namesOf(node: SchemaNode): string[] {
  const defs = [node.schema, ...(node.schema._zod.def.checks ?? [])].map(({ _zod }) => _zod.def);
  const names = defs.map((def) => ["type", "check"].map((key) => Reflect.get(def, key)).join(" "));
  return "isStrict" in node && node.isStrict ? [...names, "strict "] : names;
}
