import { z } from "zod";
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

/** Whether the input of a schema is a single object with declared members. */
export function isOneObject(schema: z.core.$ZodType): boolean {
  return resolve(schemaNode(schema, "input")).kind === "object";
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

type Issues = readonly z.core.$ZodIssue[];

/** The checks that need not wait for the end of a form. They return the issues that stay, however much follows. */
export interface EarlyChecks {
  /** @param size The number of bytes that have arrived. */
  readonly file: (name: string, type: string, size: number) => Issues;
  /** @param count The number of files that have begun. */
  readonly list: (count: number) => Issues;
}

/**
 * Compiles the early checks of a member that takes a file or a list of files. They run Zod's own checks, so that the issues
 * are those that Zod would report in the end.
 */
export function earlyChecks(member: z.core.$ZodType): EarlyChecks {
  const ofFile = checksOf(find(member, "unsupported"));
  const ofList = checksOf(find(member, "array"));
  return {
    file: (name, type, size) => {
      if (ofFile.length === 0) return [];
      // Zod only accepts a real File. This one has the size so far.
      return issuesOf(ofFile, Object.defineProperty(new File([], name, { type }), "size", { value: size }));
    },
    list: (count) => (ofList.length === 0 ? [] : issuesOf(ofList, new Array(count))),
  };
}

/** The node inside wrappers and lists. Undefined behind a `catch`, which accepts every value. */
function find(member: z.core.$ZodType, kind: SchemaNode["kind"]): SchemaNode | undefined {
  let node = schemaNode(member, "input");
  while (node.kind !== kind) {
    if (node.kind === "catch") return undefined;
    if (node.kind === "array") node = node.element;
    else if ("inner" in node) node = node.inner;
    else return undefined;
  }
  return node;
}

/** Reports an issue if more bytes, or more files, cannot make the value valid. */
type Check = (payload: z.core.ParsePayload) => void;

function checksOf(node: SchemaNode | undefined): readonly Check[] {
  const checks = (node?.schema._zod.def.checks ?? []) as readonly unknown[] as readonly z.core.$ZodChecks[]; // others have other names
  const overwritten = checks.findIndex(({ _zod }) => _zod.def.check === "overwrite"); // may replace the value
  return checks.slice(0, overwritten === -1 ? undefined : overwritten).flatMap((check) => {
    const { def } = check._zod;
    const run: Check = (payload) => {
      if (def.when === undefined || def.when(payload)) void check._zod.check(payload as z.core.ParsePayload<never>); // it is of the value's kind
    };
    switch (def.check) {
      case "mime_type":
      case "max_size":
      case "max_length":
        return [run];
      case "size_equals":
        return [(payload) => (payload.value as File).size > def.size && run(payload)]; // a file has a size
      case "length_equals":
        return [(payload) => (payload.value as unknown[]).length > def.length && run(payload)]; // a list has a length
      default:
        return [];
    }
  });
}

function issuesOf(checks: readonly Check[], value: unknown): Issues {
  const payload: z.core.ParsePayload = { value, issues: [] };
  for (const check of checks) check(payload);
  return payload.issues.map((issue) => z.core.util.finalizeIssue(issue, {}, z.core.config()));
}
