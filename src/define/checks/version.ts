import type { z } from "zod";
import { queryValue } from "../../schema/query-value.js";
import type { VersionSpec } from "../model/version.js";
import type { VersionOption } from "../types/definition.js";
import { checkKnownKeys } from "../model/known-keys.js";
import { closest, listNames } from "../model/names.js";

interface Config {
  readonly attributes: Readonly<Record<string, z.ZodType>>;
  readonly createFields?: readonly string[];
  readonly editFields?: readonly string[];
  readonly writeOnly?: readonly string[];
  readonly visible?: object;
  readonly version?: VersionOption<string>;
}

/** Reads the option `version` of a resource. Throws if it is not an attribute that the server alone sets. */
export function readVersion(type: string, config: Config): VersionSpec | undefined {
  const { version, attributes } = config;
  if (version === undefined) return undefined;
  const where = `t.resource("${type}")`;
  if (typeof version === "object") checkKnownKeys(`${where}: version`, version, { field: true, required: true });
  const { field, required = false } = typeof version === "string" ? { field: version } : version;
  if (!Object.hasOwn(attributes, field)) {
    const names = Object.keys(attributes);
    const guess = closest(String(field), names);
    const advice = guess === undefined ? `Use ${listNames(names)}.` : `Did you mean "${guess}"?`;
    throw new TypeError(`${where}: the version "${field}" is not an attribute. ${advice}`);
  }
  const value = queryValue(attributes[field] as z.ZodType); // an own member, see above
  const isPlain = typeof value !== "string" && !value.nullable && !value.optional && !value.list;
  if (!isPlain || (value.kind !== "int" && value.kind !== "date")) {
    throw new TypeError(`${where}: the version "${field}" must be z.int() or z.date().`);
  }
  const { createFields = [], editFields = [], writeOnly = [], visible = {} } = config;
  if ([...createFields, ...editFields, ...writeOnly, ...Object.keys(visible)].includes(field)) {
    throw new TypeError(
      `${where}: clients must not set or hide the version "${field}". Remove it from createFields, editFields, writeOnly and visible.`,
    );
  }
  return { field, kind: value.kind, required };
}
