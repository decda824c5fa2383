import type { Linkage, ResourceObject } from "../../client/read/document.js";
import { identifierOf, type ResourceIdentifier } from "../../client/read/fetched-row.js";
import { isObject } from "../../wire/notes/members.js";
import type { Cached } from "../read/cached.js";

export type LinkageChange = "set" | "add" | "remove" | "reset";

/**
 * A resource with a relationship changed; the resource itself where it does not show the relationship, or where nobody
 * knows of which type the related ones are.
 */
export function relink(
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

  const given: ResourceIdentifier[] = [];
  for (const each of value === null ? [] : [value].flat()) {
    const type = isObject(each) ? "" : targetOf(resource.type, name);
    if (type === undefined) return resource;
    given.push(type ? { type, id: `${each}` } : identifierOf(each as ResourceIdentifier)); // an object is one, or a resource
  }
  linked.push(...given);
  const data = Array.isArray(old) ? listOf(old, change, given) : (given[0] ?? null);
  return { ...resource, relationships: { ...resource.relationships, [name]: { ...relationship, data } } };
}

function listOf(old: readonly ResourceIdentifier[], change: LinkageChange, given: ResourceIdentifier[]): Linkage {
  const without = (list: readonly ResourceIdentifier[], others: readonly ResourceIdentifier[]) =>
    list.filter(({ type, id }) => !others.some((each) => each.type === type && each.id === id));
  if (change === "remove") return without(old, given);
  return change === "add" ? [...old, ...without(given, old)] : given;
}
