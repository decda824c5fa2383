import type { z } from "zod";
import { innerNode, resolve, type SchemaNode } from "../../schema/node.js";
import { fileName } from "./sample-file.js";
import { wrapped } from "./wrapped.js";

/**
 * A JSON value as the TypeScript that a person would write: a date is `new Date("…")` if the schema says so, a bigint `12n`.
 *
 * @param node The schema of the value, as far as it is known.
 */
export function typescriptOf(value: unknown, node: SchemaNode | undefined, indent = ""): string {
  const schema = node && optionFor(unwrap(node), value);
  if (typeof value === "string") return textOf(value, schema);
  if (Array.isArray(value)) return listOf(value, schema, indent);
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(([name, member]) => [
    name,
    typescriptOf(member, schema && innerOf(schema, name), `${indent}  `),
  ]);
  return objectOf(members as [string, string][], indent);
}

/** Members on one line if they fit. @param members Their names, and their values in TypeScript. */
export function objectOf(members: readonly (readonly [name: string, value: string])[], indent = ""): string {
  const parts = members.map(([name, value]) => `${propertyName(name)}: ${value}`);
  return wrapped(["{", "}"], parts, indent, indent.length, ",");
}

function listOf(value: readonly unknown[], schema: SchemaNode | undefined, indent: string): string {
  const inner = (item: unknown, index: number) => typescriptOf(item, schema && innerOf(schema, index), `${indent}  `);
  const list = wrapped(["[", "]"], value.map(inner), indent, indent.length, ",");
  if (schema?.kind === "set") return `new Set(${list})`;
  if (schema?.kind !== "map") return list;
  const entries = value.map((entry) => {
    const [key, item] = Array.isArray(entry) ? entry : [];
    return `[${typescriptOf(key, schema.key, `${indent}  `)}, ${typescriptOf(item, schema.value, `${indent}  `)}]`;
  });
  return `new Map(${wrapped(["[", "]"], entries, indent, indent.length, ",")})`;
}

function textOf(value: string, schema: SchemaNode | undefined): string {
  const text = JSON.stringify(value);
  if (schema?.kind === "date") return `new Date(${text})`;
  if (schema?.kind === "bigint") return `${value}n`;
  if (schema?.kind === "instance" && schema.class === URL) return `new URL(${text})`;
  if (schema?.kind === "literal" && !schema.values.has(value) && /^-?\d+$/.test(value)) return `${value}n`;
  return schema?.kind === "unsupported" ? fileOf(text, schema) : text;
}

function fileOf(text: string, { schema }: SchemaNode): string {
  const checks = (schema._zod.def.checks ?? []) as readonly unknown[] as readonly z.core.$ZodChecks[]; // others have other names
  const [type] = checks.flatMap(({ _zod: { def } }) => (def.check === "mime_type" ? def.mime : []));
  return `new File([${text}], "${fileName(type)}"${type ? `, { type: ${JSON.stringify(type)} }` : ""})`;
}

/** The node behind optional, nullable and aliases. */
function unwrap(node: SchemaNode): SchemaNode {
  const seen = new Set<SchemaNode>();
  let found = resolve(node);
  while (["nullable", "optional", "required"].includes(found.kind) && "inner" in found && !seen.has(found)) {
    seen.add(found);
    found = resolve(found.inner);
  }
  return found;
}

function innerOf(node: SchemaNode, key: PropertyKey): SchemaNode | undefined {
  if (node.kind === "intersection") return innerOf(unwrap(node.left), key) ?? innerOf(unwrap(node.right), key);
  return node.kind === "set" ? node.element : innerNode(node, key);
}

/** Of a union, the option that has this JSON. */
function optionFor(node: SchemaNode, value: unknown): SchemaNode {
  if (node.kind !== "union") return node;
  return node.options.map(unwrap).find((option) => suits(option, value)) ?? node;
}

function suits(node: SchemaNode, value: unknown): boolean {
  if (node.kind === "string") return typeof value === "string";
  if (node.kind === "date") return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);
  if (node.kind === "bigint") return typeof value === "string" && /^-?\d+$/.test(value);
  if (node.kind === "literal") return node.values.has(value);
  if (["array", "set", "map", "tuple"].includes(node.kind)) return Array.isArray(value);
  if (node.kind === "union") return node.options.some((option) => suits(unwrap(option), value));
  if (node.kind !== "object" || value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const required = [...node.members].filter(([, member]) => resolve(member).kind !== "optional");
  return required.every(([name, member]) => name in value && suitsLiteral(unwrap(member), value, name));
}

/** Whether a member tells that a value belongs to another option. */
function suitsLiteral(member: SchemaNode, value: object, name: string): boolean {
  return member.kind !== "literal" || member.values.has(Reflect.get(value, name));
}

/** `client.articles`, `client["blog-posts"]` */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function propertyName(name: string): string {
  if (name === "__proto__") return `["__proto__"]`; // a plain key would set the prototype
  return isIdentifier(name) ? name : JSON.stringify(name);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
