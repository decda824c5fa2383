import type { OperationSpec } from "../define/model/operation.js";
import { OPERATIONS } from "../wire/operations.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";

/**
 * The types whose rows a write of a source changes, apart from its own row. Relationships that other rows only show are left out:
 * clients know both sides of them.
 */
export function affectedTypes({ info, resource }: OperationSpec, registry: Registry, own: Entry): readonly string[] {
  const { kind, relationship } = info;
  const { method, target } = OPERATIONS[kind];
  if (method === "GET" || target === "action") return [];
  registry.prepare(own);
  const { createFields, editFields } = resource;
  const written = kind === "createOne" ? createFields : kind === "editOne" ? editFields : [relationship ?? ""];
  const changed = [...written].flatMap((name) => {
    const stored = own.spec.relationships.has(name) ? own.store.relationship(name) : undefined;
    if (stored?.kind !== "children" && !stored?.isInverse) return [];
    const { target } = relationshipOf(own, name);
    // The pairs of a link are in no row of the target, but its version counts them.
    return stored.kind === "children" || registry.get(target).spec.version !== undefined ? target : [];
  });
  return [...changed, ...(own.store.affectedTypes?.(kind === "deleteOne") ?? [])];
}
