import type { z } from "zod";
import { childrenOf, reachableNodes, type SchemaNode } from "./node.js";
import { schemaNode } from "./schema-node.js";

/**
 * Returns why values of a schema cannot be sent or received, as the end of a sentence, or undefined if they can.
 *
 * @throws {TypeError} If `schemaNode` throws.
 */
export function schemaProblem(schema: z.core.$ZodType): string | undefined {
  return sideProblem(schemaNode(schema, "input")) ?? sideProblem(schemaNode(schema, "output"));
}

function sideProblem(root: SchemaNode): string | undefined {
  for (const node of reachableNodes(root)) {
    if (node.kind === "unsupported") {
      const place = pathTo(root, node).join(".");
      return `contains a z.${node.name}()${place === "" ? "" : ` at ${place}`}, which JSON cannot carry`;
    }
    if (containsItselfTwice(node)) {
      return "contains a pipe whose two sides both contain the pipe, so that parsing takes exponential time";
    }
  }
  return undefined;
}

/**
 * Whether both sides of a pipe contain the pipe: parsing would double its work at each level of a value. The output side has
 * nodes of its own, so the pipe is searched for in the input node of the second schema.
 */
function containsItselfTwice(node: SchemaNode): boolean {
  const { def } = node.schema._zod as z.core.$ZodTypes["_zod"]; // every kind of Zod's
  if (def.type !== "pipe" || !node.inCycle) return false;
  return reachableNodes(schemaNode(def.out, "input")).includes(node);
}

/** The names of the members on the shortest path from one node to another. */
function pathTo(root: SchemaNode, target: SchemaNode): string[] {
  const paths = new Map<SchemaNode, readonly string[]>([[root, []]]);
  for (const [node, path] of paths) {
    if (node === target) return [...path];
    const names = new Map(node.kind === "object" ? [...node.members].map(([name, member]) => [member, name]) : []);
    for (const child of childrenOf(node)) {
      const name = names.get(child);
      if (!paths.has(child)) paths.set(child, name === undefined ? path : [...path, name]);
    }
  }
  return [];
}
