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
  for (const name of resource.attributes.keys()) {
    checkField(name, "attribute", where);
    if (resource.relationships.has(name)) {
      throw new TypeError(
        `${where}: "${name}" is both an attribute and a relationship; they share one namespace. Rename one.`,
      );
    }
  }
  for (const name of resource.relationships.keys()) {
    checkField(name, "relationship", where);
    checkSegment("relationship", name, where);
  }
  checkFieldList("createFields", resource.createFields, resource, where, true);
  checkFieldList("editFields", resource.editFields, resource, where, false);
  checkFieldList("writeOnly", resource.writeOnly, resource, where, false);
  checkFieldList("visible", resource.visible.keys(), resource, where, false);
  checkVisible(resource, where);
}

function checkField(name: string, what: string, where: string): void {
  checkName(what, name, where);
  if (name === "type" || name === "id" || name === "lid") {
    throw new TypeError(`${where}: no ${what} may be called "${name}"; JSON:API gives that name to every resource.`);
  }
}

function checkFieldList(
  list: string,
  names: Iterable<string>,
  resource: ResourceSpec,
  where: string,
  allowsId: boolean,
): void {
  for (const name of names) {
    if (resource.attributes.has(name) || resource.relationships.has(name)) continue;
    if (allowsId && name === "id") continue;
    const fields = [...resource.attributes.keys(), ...resource.relationships.keys()];
    const guess = closest(name, fields);
    const advice = guess === undefined ? `Its fields are ${listNames(fields)}.` : `Did you mean "${guess}"?`;
    throw new TypeError(`${where}: ${list} contains "${name}", which is not a field. ${advice}`);
  }
}
