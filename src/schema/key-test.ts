import type { z } from "zod";
import { accepts, mayWait } from "./run-schema.js";
import { isAnyString } from "./formats.js";
import type { SchemaNode } from "./node.js";

/** Makes a test for the keys of a record. Like Zod, it also accepts the key "12" as the number 12. Asynchronous checks count as passed. */
export function keyTest(key: SchemaNode, schema: z.core.$ZodType): (name: string) => boolean {
  if (isAnyString(key.schema)) return () => true;
  const waits = mayWait(key.schema);
  const takes = (name: unknown) => accepts(schema, name, waits);
  return (name) => takes(name) || (String(Number(name)) === name && takes(Number(name)));
}

/** Converts a path segment or a map's key to text. `String` throws for an object without a `toString` method. */
export function keyText(key: unknown): string {
  try {
    return String(key);
  } catch {
    return Object.prototype.toString.call(key);
  }
}
