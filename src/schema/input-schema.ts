import type { z } from "zod";
import { resolve, type SchemaNode } from "./node.js";
import { schemaNode } from "./schema-node.js";
import { schemaProblem } from "./schema-problem.js";

/** Whether the input of a schema is an object with declared members, or one of several. */
export function isObjectSchema(schema: z.core.$ZodType): boolean {
  return isObjectNode(resolve(schemaNode(schema, "input")));
}

function isObjectNode(node: SchemaNode): boolean {
  if (node.kind === "union") return node.options.every((option) => isObjectNode(resolve(option)));
  if (node.kind === "intersection") return isObjectNode(resolve(node.left)) && isObjectNode(resolve(node.right));
  return node.kind === "object" || node.kind === "record";
}

/** The schemas of the members of an input by name. Empty if it is not a single object. */
export function inputMembers(schema: z.core.$ZodType): ReadonlyMap<string, z.ZodType> {
  const node = resolve(schemaNode(schema, "input"));
  if (node.kind !== "object") return new Map();
  return new Map([...node.members].map(([name, { schema }]) => [name, schema as z.ZodType])); // an application's members are made by Zod
}

/** Whether an input takes members that its schema does not declare, and keeps them. */
export function takesOtherMembers(schema: z.core.$ZodType): boolean {
  const node = resolve(schemaNode(schema, "input"));
  return node.kind === "object" && node.rest !== undefined;
}

/** How a member of an input takes files: one, or a list of them. */
export type FileMember = "one" | "list";

/** The members that take files. A command with such members takes a form, and each file is a part of it. */
export function fileMembers(schema: z.core.$ZodType): ReadonlyMap<string, FileMember> {
  const found = new Map<string, FileMember>();
  for (const [name, member] of inputMembers(schema)) {
    const node = unwrapped(schemaNode(member, "input"));
    if (isFile(node)) found.set(name, "one");
    else if (node.kind === "array" && isFile(unwrapped(node.element))) found.set(name, "list");
  }
  return found;
}

/** Why an input cannot be sent, as the end of a sentence. Files may only be members, or lists that are members. */
export function inputProblem(schema: z.core.$ZodType): string | undefined {
  const files = fileMembers(schema);
  if (files.size === 0) return schemaProblem(schema);
  for (const [name, member] of inputMembers(schema)) {
    const problem = files.has(name) ? undefined : schemaProblem(member);
    if (problem !== undefined) return `${problem}, other than as a member or a list`;
  }
  return undefined;
}

function isFile(node: SchemaNode): boolean {
  return node.kind === "unsupported" && node.name === "file";
}

/** The node without the wrappers that allow null, undefined or a default. */
function unwrapped(node: SchemaNode): SchemaNode {
  let found = node;
  while ("inner" in found) found = found.inner;
  return found;
}
