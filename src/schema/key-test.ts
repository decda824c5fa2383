import type { z } from "zod";
import { accepts } from "./accepts.js";
import { isAnyString } from "./formats.js";
import { mayWait } from "./may-wait.js";
import type { SchemaNode } from "./node.js";

/** Makes a test for the keys of a record. Like Zod, it also accepts the key "12" as the number 12. Asynchronous checks count as passed. */
export function keyTest(key: SchemaNode, schema: z.core.$ZodType): (name: string) => boolean {
  if (isAnyString(key.schema)) return () => true;
  const waits = mayWait(key.schema);
  const takes = (name: unknown) => accepts(schema, name, waits);
  return (name) => takes(name) || (String(Number(name)) === name && takes(Number(name)));
}
