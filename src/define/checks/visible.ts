import { takesAbsence } from "../../schema/presence.js";
import type { ResourceSpec } from "../model/resource.js";

/** Throws if a field may be hidden but a create requires it. */
export function checkVisible(name: string, resource: ResourceSpec, where: string): void {
  if (!resource.createFields.has(name)) return;
  const attribute = resource.attributes.get(name);
  const relationship = resource.relationships.get(name);
  const isNeeded =
    attribute === undefined
      ? relationship !== undefined && !relationship.many && !relationship.allowsAbsent
      : !takesAbsence(attribute);
  if (!isNeeded) return;
  throw new TypeError(
    `${where}: "${name}" is hidden from some users, but a create requires it. Give it a default, make it optional, or take it out of createFields.`,
  );
}
