import type { z } from "zod";
import { allSchemas, definition, isExclusive } from "./definition.js";

// What JSON Schema can say exactly. Of all other schemas a document may allow more than the server does, never less.
const KINDS: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "null",
  "literal",
  "enum",
  "object",
  "array",
  "tuple",
  "union",
  "optional",
  "nullable",
  "readonly",
  "default",
  "lazy",
  "any",
  "unknown",
  "never",
  "date",
  "bigint",
  "record",
]);
const CHECKS: ReadonlySet<string> = new Set(["min_length", "max_length", "length_equals", "greater_than", "less_than"]);
const UNSAID_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  date: new Set(["greater_than", "less_than"]),
  bigint: new Set(["greater_than", "less_than"]),
};

/** Whether JSON Schema can say all of what a schema takes. */
export function isSayable(schema: z.ZodType): boolean {
  return [...allSchemas(schema)].every((one) => {
    const { type, checks = [], coerce, format } = definition(one);
    if (Object.hasOwn(definition(one).shape ?? {}, "")) return false; // ajv does not see that a member called "" is missing
    if (isExclusive(definition(one))) return false; // members may look alike as JSON
    if (!KINDS.has(type) || coerce || format !== undefined) return false;
    if (type === "record" && definition(one).keyType?._zod.def.type !== "string") return false;
    return checks.every(({ _zod }) => CHECKS.has(_zod.def.check) && !UNSAID_IN[type]?.has(_zod.def.check));
  });
}
