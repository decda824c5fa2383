import type { z } from "zod";
import { keyText } from "../../schema/key-test.js";
import { type SchemaNode, innerNode, leavesOf } from "../../schema/node.js";
import type { CodeOf } from "../../wire/errors.js";
import { type ErrorObject, errorObject } from "../errors/request-error.js";
import { pointer } from "./pointer.js";
import { quoteShort } from "../text/json-text.js";

/** A value that its schema rejects. */
export interface RejectedValue {
  readonly json: unknown;
  /** The node of its schema. */
  readonly node: SchemaNode;
  /** The field's name, or undefined if the schema describes the whole body. */
  readonly field: string | undefined;
  readonly pointer: string;
}

/** Converts an issue of Zod to an error object. */
export function validationError(
  issue: z.core.$ZodIssue,
  { json, node, field, pointer: at }: RejectedValue,
): ErrorObject {
  // A custom check may put any value into a path.
  const inside = issue.path.map((key) => (typeof key === "number" ? key : keyText(key)));
  const path = field === undefined ? inside : [field, ...inside];
  const place = jsonPlace(json, node, issue.path);
  const source = { pointer: pointer(at, ...place.path) };
  if (place.isMissing) {
    const detail = `${path.join(".")} is required.`;
    return errorObject("required", detail, source, { path });
  }
  // A custom check may use any code.
  return { ...errorObject("invalid_value", issue.message, source, { path }), code: issue.code };
}

/** A missing field. The pointer is that of its parent. */
export function requiredError(field: string, parentPointer: string): ErrorObject {
  return errorObject("required", `${field} is required.`, { pointer: parentPointer }, { path: [field] });
}

/** An error in a field that is found without its schema. */
export function fieldError(
  code: CodeOf<422, "body" | "document" | "schema">,
  field: string,
  at: string,
  detail: string,
): ErrorObject {
  return errorObject(code, detail, { pointer: at }, { path: [field] });
}

/**
 * Converts a path of Zod to a path in JSON. In a map, Zod's path has the key, but JSON has a list of entries. In a set,
 * Zod's path has no element, so the result is the path of the set.
 *
 * @param node The node that describes the JSON.
 * @returns The path in JSON to the value, or to its nearest parent that JSON contains. It `isMissing` if only the parent exists.
 */
function jsonPlace(json: unknown, node: SchemaNode, path: readonly PropertyKey[]) {
  let value = json;
  let nodes = leavesOf([node]);
  const place: (string | number)[] = [];
  for (const [index, key] of path.entries()) {
    const step = Array.isArray(value) ? listStep(value, nodes, key) : memberStep(value, key);
    if (step === undefined) {
      const isMissing = index === path.length - 1 && hasMembers(value, nodes);
      return { path: place, isMissing };
    }
    place.push(...step.path);
    value = step.value;
    nodes = leavesOf(nodes.flatMap((leaf) => innerNode(leaf, key) ?? []));
  }
  return { path: place, isMissing: false };
}

interface Step {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

function memberStep(value: unknown, key: PropertyKey): Step | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  const name = keyText(key);
  return { path: [name], value: (value as Readonly<Record<string, unknown>>)[name] }; // any object may be read by key
}

function listStep(list: readonly unknown[], nodes: readonly SchemaNode[], key: PropertyKey): Step | undefined {
  if (nodes.some(({ kind }) => kind === "map")) {
    const index = list.findIndex((entry) => Array.isArray(entry) && keyText(entry[0]) === keyText(key));
    const entry = list[index];
    if (Array.isArray(entry)) return { path: [index, 1], value: entry[1] };
  }
  const isElement = typeof key === "number" && key < list.length;
  if (!isElement || nodes.some(({ kind }) => kind === "set")) return undefined;
  return { path: [key], value: list[key] };
}

/** Whether a value can have members or items that are missing. A set and a map cannot. */
function hasMembers(value: unknown, nodes: readonly SchemaNode[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || !nodes.some(({ kind }) => kind === "set" || kind === "map");
}

/** @param at The place of the resource in the body. */
export function idMismatch(sent: string, expected: string, at: string): ErrorObject {
  const detail = `${at && "data."}id is ${quoteShort(sent)}, but the id in the URL is ${quoteShort(expected)}. Send the same id in both.`;
  return errorObject("id_mismatch", detail, { pointer: `${at}/id` });
}

export function clientIdNotAllowed(type: string, at: string): ErrorObject {
  const detail = `The server chooses the ids of "${type}". Leave the id out.`;
  return errorObject("client_id_not_allowed", detail, { pointer: `${at}/id` });
}
