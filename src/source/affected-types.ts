import type { OperationSpec } from "../define/model/operation.js";
import { OPERATIONS } from "../wire/operations.js";
import { memberTypes } from "./check-member-values.js";
import { type Entry, type Registry, relationshipOf } from "./handlers/registry.js";

/**
 * The types whose rows a write of a source changes, apart from its own row. Relationships that other rows only show are left out:
 * clients know both sides of them.
 */
export function affectedTypes({ info, resource }: OperationSpec, registry: Registry, entry: Entry): readonly string[] {
  const { kind, relationship, place } = info;
  const { method, target } = OPERATIONS[kind];
  if (method === "GET") return [];
  registry.prepare(entry);
  if (target === "action") {
    const types = computingTypes(new Set([entry.spec.type]), registry);
    // An action of the collection that states some types states all of them.
    return types.length > 0 && place === "collection" ? [entry.spec.type, ...types] : types;
  }
  const { createFields, editFields } = resource;
  const written = kind === "createOne" ? createFields : kind === "editOne" ? editFields : [relationship ?? ""];
  const changed = [...written].flatMap((name) => {
    const stored = entry.spec.relationships.has(name) ? entry.store.relationship(name) : undefined;
    if (stored?.kind !== "children" && !stored?.isInverse) return [];
    const { target } = relationshipOf(entry, name);
    // The pairs of a link are in no row of the target, but its version counts them.
    return stored.kind === "children" || registry.get(target).spec.version !== undefined ? target : [];
  });
  changed.push(...(entry.store.affectedTypes?.(kind === "deleteOne") ?? []));
  // No response shows the row whose members changed.
  const isCounted = [...(entry.members?.values() ?? [])].some((value) => value["~members"] === relationship);
  if (isCounted) changed.push(entry.spec.type);
  return [...changed, ...computingTypes(new Set([entry.spec.type, ...changed]), registry)];
}

/** The types with attributes that are computed from rows of these types. */
function computingTypes(changed: ReadonlySet<string>, registry: Registry): string[] {
  return [...registry.entries()].flatMap((entry) => {
    if (!entry.members?.size) return []; // most, and this runs for each write of each source
    const values = [...entry.members.values()];
    const isComputed = values.some((value) =>
      [...memberTypes(registry, entry, value)].some((type) => changed.has(type)),
    );
    return isComputed ? entry.spec.type : [];
  });
}
