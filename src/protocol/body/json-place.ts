import { keyText } from "../../schema/key-test.js";
import { innerNode, leavesOf, type SchemaNode } from "../../schema/node.js";

/** The place in JSON of a value that a path of Zod refers to. */
export interface JsonPlace {
  /** The path in JSON to the value, or to its nearest parent that JSON contains. */
  readonly path: readonly (string | number)[];
  /** Whether the parent exists, but the value does not. */
  readonly isMissing: boolean;
}

/**
 * Converts a path of Zod to a path in JSON. In a map, Zod's path has the key, but JSON has a list of entries. In a set,
 * Zod's path has no element, so the result is the path of the set.
 *
 * @param node The node that describes the JSON.
 */
export function jsonPlace(json: unknown, node: SchemaNode, path: readonly PropertyKey[]): JsonPlace {
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
