import type { z } from "zod";
import type { SchemaNode } from "./node.js";
import { schemaNode } from "./schema-node.js";

/**
 * Whether a union or an intersection contains another one that gets the same value, possibly inside wrappers. Without a cache
 * such a schema parses a value 2^levels times, because each level parses it more than once.
 */
export function hasChoiceInside(node: SchemaNode): boolean {
  const found = new Set(passedOn(node));
  for (const inner of found) {
    if (inner.kind === "union" || inner.kind === "intersection") return true;
    for (const next of passedOn(inner)) found.add(next);
  }
  return false;
}

/** The nodes that get the same value as a node. */
function passedOn(node: SchemaNode): readonly SchemaNode[] {
  if (node.kind === "union") return node.options;
  if (node.kind === "intersection") return [node.left, node.right];
  if (!("inner" in node)) return [];
  const { def } = (node.schema as z.core.$ZodTypes)._zod;
  // The result of a pipe's first schema may be the same scalar.
  return def.type === "pipe" ? [node.inner, schemaNode(def.out, "input")] : [node.inner];
}
