import { Problems } from "../model/problems.js";
import { reservedProblem } from "../model/reserved-names.js";
import type { ResourceSpec } from "../model/resource.js";
import { checkVisible } from "./visible.js";
import { checkName, checkSegment, closest, listNames } from "../model/names.js";

/** Throws if a resource is wrong by itself. `checkRouter` finds conflicts between resources. */
export function checkResource(resource: ResourceSpec): void {
  const where = `t.resource("${resource.type}")`;
  checkSegment("type name", resource.type, where);
  const reserved = reservedProblem(resource.type);
  if (reserved !== undefined) throw new TypeError(`${where}: ${reserved}`);
  const problems = new Problems();
  for (const name of resource.attributes.keys()) {
    problems.collect(() => {
      checkField(name, "attribute", where);
      if (!resource.relationships.has(name)) return;
      throw new TypeError(
        `${where}: "${name}" is both an attribute and a relationship; they share one namespace. Rename one.`,
      );
    });
  }
  for (const name of resource.relationships.keys()) {
    problems.collect(() => {
      checkField(name, "relationship", where);
      checkSegment("relationship", name, where);
    });
  }
  const { createFields, editFields, writeOnly, visible } = resource;
  for (const [list, names] of Object.entries({ createFields, editFields, writeOnly, visible: visible.keys() })) {
    for (const name of names) problems.collect(() => checkListed(list, name, resource, where));
  }
  for (const name of visible.keys()) problems.collect(() => checkVisible(name, resource, where));
  problems.throwAll(where);
}

function checkField(name: string, what: string, where: string): void {
  checkName(what, name, where);
  if (name === "type" || name === "id" || name === "lid") {
    throw new TypeError(`${where}: no ${what} may be called "${name}"; JSON:API gives that name to every resource.`);
  }
}

function checkListed(list: string, name: string, resource: ResourceSpec, where: string): void {
  if (resource.attributes.has(name) || resource.relationships.has(name)) return;
  if (list === "createFields" && name === "id") return;
  const fields = [...resource.attributes.keys(), ...resource.relationships.keys()];
  const guess = closest(name, fields);
  const advice = guess === undefined ? `Its fields are ${listNames(fields)}.` : `Did you mean "${guess}"?`;
  throw new TypeError(`${where}: ${list} contains "${name}", which is not a field. ${advice}`);
}
