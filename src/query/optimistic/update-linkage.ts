import type { Linkage, ResourceObject } from "../../client/send/document.js";
import { identifierOf, type ResourceIdentifier } from "../../client/send/input.js";
import { isObject } from "../../wire/notes/members.js";
import type { Cached } from "../cache/cached.js";

export type LinkageChange = "set" | "add" | "remove" | "reset";

/**
 * Returns the resource with a changed relationship. Returns the same object if the resource does not contain the relationship, or
 * if the type of the related resources is unknown.
 */
export function updateLinkage(
  resource: ResourceObject,
  name: string,
  change: LinkageChange,
  value: unknown,
  { targetOf }: Cached,
  linked: ResourceIdentifier[] | undefined,
): ResourceObject {
  const relationship = resource.relationships?.[name];
  const old = relationship?.data;
  if (!linked || old === undefined || Array.isArray(old) !== Array.isArray(value)) return resource;

  const targets: ResourceIdentifier[] = [];
  for (const each of value === null ? [] : [value].flat()) {
    const type = isObject(each) ? "" : targetOf(resource.type, name);
    if (type === undefined) return resource;
    targets.push(type ? { type, id: `${each}` } : identifierOf(each as ResourceIdentifier)); // an object is an identifier or a resource
  }
  linked.push(...targets);
  const data = Array.isArray(old) ? listOf(old, change, targets) : (targets[0] ?? null);
  return { ...resource, relationships: { ...resource.relationships, [name]: { ...relationship, data } } };
}

function listOf(old: readonly ResourceIdentifier[], change: LinkageChange, targets: ResourceIdentifier[]): Linkage {
  const without = (list: readonly ResourceIdentifier[], others: readonly ResourceIdentifier[]) =>
    list.filter(({ type, id }) => !others.some((each) => each.type === type && each.id === id));
  if (change === "remove") return without(old, targets);
  return change === "add" ? [...old, ...without(targets, old)] : targets;
}
