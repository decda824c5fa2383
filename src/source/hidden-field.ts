import type { ResourceSpec } from "../define/model/resource.js";
import type { Registry } from "./registry.js";

/** The first field on a path that some callers, or all, cannot read. */
export function hiddenField(registry: Registry, spec: ResourceSpec, path: readonly string[]): HiddenField | undefined {
  let at = spec;
  for (const field of path) {
    if (at.writeOnly.has(field)) return { field, isWriteOnly: true };
    if (at.visible.has(field)) return { field, isWriteOnly: false };
    const target = at.relationships.get(field)?.target;
    if (target === undefined || !registry.has(target)) return undefined;
    at = registry.get(target).spec;
  }
  return undefined;
}

interface HiddenField {
  readonly field: string;
  /** Whether no caller can read it. */
  readonly isWriteOnly: boolean;
}
