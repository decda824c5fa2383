import type { z } from "zod";
import { isAnyString } from "./formats.js";
import { mayWait } from "./may-wait.js";
import type { SchemaNode } from "./node.js";
import { runSchemaNow } from "./run-schema.js";

/** Makes a test for the keys of a record. Like Zod, it also accepts the key "12" as the number 12. Asynchronous checks count as passed. */
export function keyTest(key: SchemaNode, schema: z.core.$ZodType): (name: string) => boolean {
  if (isAnyString(key.schema)) return () => true;
  const waits = mayWait(key.schema);
  const takes = (name: unknown) => runSchemaNow(schema, name, waits)?.success !== false;
  return (name) => takes(name) || (String(Number(name)) === name && takes(Number(name)));
}
