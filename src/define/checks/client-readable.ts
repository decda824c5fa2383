import type { ResourceSpec } from "../model/resource.js";
import { fail, type OperationSpec, queriedType } from "../model/operation.js";
import { takesAbsence } from "../../schema/presence.js";
import { sortNames } from "../model/list-options.js";
import { OPERATIONS } from "../../wire/operations.js";
import { headOf, segmentsOf } from "../../wire/include-path.js";

type Resources = ReadonlyMap<string, { readonly resource: ResourceSpec }>;

/**
 * Throws if an operation would reveal a writeOnly field: by including it, or by a filter or sort, with which a client could
 * find out its value.
 */
export function checkReadable(operation: OperationSpec, resources: Resources): void {
  const { info, resource, options } = operation;
  if (OPERATIONS[info.kind].relationship === "any" && resource.writeOnly.has(info.relationship ?? "")) {
    fail(operation, `"${info.relationship}" is writeOnly, so it cannot be read.`);
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
    const why = option === "include" ? "so it cannot be included" : "so a search would reveal its value";
    fail(operation, `${option} "${name}" uses a writeOnly field of "${owner.type}", ${why}.`);
  }
}

/** Throws if an operation requires a hidden field, or cannot detect that a request uses one. */
function checkHideable(operation: OperationSpec, first: ResourceSpec): void {
  const { options } = operation;
  if (first.visible.size === 0) return;
  if (options.sort !== undefined && sortNames(options.sort) === undefined) {
    const names = [...first.visible.keys()].join(", ");
    fail(
      operation,
      `a sort without a list of names could use hidden fields (${names}). List the names that it allows.`,
    );
  }
  for (const [name, schema] of Object.entries(options.filter ?? {})) {
    const field = headOf(name);
    if (!first.visible.has(field) || takesAbsence(schema)) continue;
    fail(operation, `the filter "${name}" is required, but its field is hidden from some users. Make it optional.`);
  }
}

/** The resource whose writeOnly field a name contains: for `author__password__contains`, the resource "users". */
function writeOnlyIn(name: string, first: ResourceSpec, resources: Resources): ResourceSpec | undefined {
  let current: ResourceSpec | undefined = first;
  for (const segment of segmentsOf(name)) {
    if (current?.writeOnly.has(segment)) return current;
    current = resources.get(current?.relationships.get(segment)?.target ?? "")?.resource;
  }
  return undefined;
}
