import { Problems } from "../model/problems.js";
import { reservedProblem, checkName, checkSegment, didYouMean, listNames, checkOptionNames } from "../model/names.js";
import type { ResourceSpec, VersionSpec } from "../model/resource.js";
import { takesAbsence } from "../../schema/presence.js";
import { queryValue } from "../../schema/query-value.js";
import type { VersionOption } from "../types/definition.js";

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
  const advice = didYouMean(name, fields, `Its fields are ${listNames(fields)}.`);
  throw new TypeError(`${where}: ${list} contains "${name}", which is not a field. ${advice}`);
}

/** Throws if a field may be hidden but a create requires it. */
function checkVisible(name: string, resource: ResourceSpec, where: string): void {
  if (!resource.createFields.has(name) || resource.omittable.has(name) || !needsValue(name, resource)) return;
  throw new TypeError(
    `${where}: "${name}" is hidden from some users, but a create requires it. Give it a default, make it optional, or take it out of createFields.`,
  );
}

/** Whether the declaration of a field demands a value, so that a create must send it unless `createFields` says otherwise. */
export function needsValue(
  name: string,
  { attributes, relationships }: Pick<ResourceSpec, "attributes" | "relationships">,
): boolean {
  const attribute = attributes.get(name);
  if (attribute !== undefined) return !takesAbsence(attribute);
  const relationship = relationships.get(name);
  return relationship !== undefined && !relationship.many && !relationship.allowsAbsent;
}

/** Reads the option `version` of a resource. Throws if it is not an attribute that the server alone sets. */
export function readVersion(
  resource: Omit<ResourceSpec, "version">,
  version: VersionOption<string> | undefined,
): VersionSpec | undefined {
  if (version === undefined) return undefined;
  const { type, attributes, createFields, editFields, writeOnly, visible } = resource;
  const where = `t.resource("${type}")`;
  if (typeof version === "object") checkOptionNames(`${where}: version`, version, { field: true, required: true });
  const { field, required = false } = typeof version === "string" ? { field: version } : version;
  const schema = attributes.get(field);
  if (schema === undefined) {
    const names = [...attributes.keys()];
    const advice = didYouMean(String(field), names, `Use ${listNames(names)}.`);
    throw new TypeError(`${where}: the version "${field}" is not an attribute. ${advice}`);
  }
  const value = queryValue(schema);
  const isPlain = typeof value !== "string" && !value.nullable && !value.optional && !value.list;
  if (!isPlain || (value.kind !== "int" && value.kind !== "date")) {
    throw new TypeError(`${where}: the version "${field}" must be z.int() or z.date(), never null.`);
  }
  if ([createFields, editFields, writeOnly, visible].some((names) => names.has(field))) {
    throw new TypeError(
      `${where}: clients must not set or hide the version "${field}". Remove it from createFields, editFields, writeOnly and visible.`,
    );
  }
  return { field, kind: value.kind, required };
}
