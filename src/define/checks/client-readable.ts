import type { ResourceSpec } from "../model/resource.js";
import { type OperationSpec, operationName, queriedType } from "../model/operation.js";
import { takesAbsence } from "../../schema/presence.js";
import { sortNames } from "../model/sort.js";
import { OPERATIONS } from "../../wire/operations.js";
import { headOf, segmentsOf } from "../../wire/include-path.js";

type Resources = ReadonlyMap<string, { readonly resource: ResourceSpec }>;

/**
 * Throws where an operation would tell of a field that is writeOnly: by showing it, and also by letting a client search
 * or sort by it, which tells its value bit by bit.
 */
export function checkReadable(operation: OperationSpec, resources: Resources): void {
  const { info, resource, options } = operation;
  if (OPERATIONS[info.kind].relationship === "any" && resource.writeOnly.has(info.relationship ?? "")) {
    fail(operation, `"${info.relationship}" is writeOnly, so nothing of it can be read.`);
  }
  const first = resources.get(queriedType(operation) ?? "")?.resource;
  if (first === undefined) return;
  checkHideable(operation, first);
  const names = [
    ...(options.include ?? []).map((name) => ["include", name] as const),
    ...Object.keys(options.filter ?? {}).map((name) => ["filter", name] as const),
    ...[...(sortNames(options.sort ?? []) ?? new Map()).keys()].map((name: string) => ["sort", name] as const),
  ];
  for (const [option, name] of names) {
    const owner = writeOnlyIn(name, first, resources);
    if (owner === undefined) continue;
    const why =
      option === "include" ? "so it cannot be included" : "and what a client finds by it would tell its value";
    fail(operation, `${option} "${name}" names a writeOnly field of "${owner.type}", ${why}.`);
  }
}

/** Throws where an operation could not do without what is hidden from some, or would not notice that it is used. */
function checkHideable(operation: OperationSpec, first: ResourceSpec): void {
  const { options } = operation;
  if (first.visible.size === 0) return;
  if (options.sort !== undefined && sortNames(options.sort) === undefined) {
    const names = [...first.visible.keys()].join(", ");
    fail(operation, `a free sort could name what is hidden from some (${names}). List the names that it takes.`);
  }
  for (const [name, schema] of Object.entries(options.filter ?? {})) {
    const field = headOf(name);
    if (!first.visible.has(field) || takesAbsence(schema)) continue;
    fail(operation, `the filter "${name}" is required, and its field is hidden from some. Make it optional.`);
  }
}

/** The resource whose writeOnly field a name such as `author__password__contains` reaches. */
function writeOnlyIn(name: string, first: ResourceSpec, resources: Resources): ResourceSpec | undefined {
  let current: ResourceSpec | undefined = first;
  for (const segment of segmentsOf(name)) {
    if (current?.writeOnly.has(segment)) return current;
    current = resources.get(current?.relationships.get(segment)?.target ?? "")?.resource;
  }
  return undefined;
}

function fail({ info }: OperationSpec, sentence: string): never {
  throw new TypeError(`${operationName(info)}: ${sentence}`);
}
