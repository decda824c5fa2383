import type { z } from "zod";
import type { JsonSchema, OpenapiComponents } from "./document.js";

/** A schema with the keywords of JSON Schema. */
export type Keywords = Readonly<z.core.JSONSchema.JSONSchema>;

/** The schemas of a document's components, by their name. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

const PREFIX = "#/components/schemas/";

/** The name of the component that a reference leads to. */
export function refName(ref: string): string {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length).replaceAll("~1", "/").replaceAll("~0", "~") : ref;
}

/** The component that a reference leads to. An unknown one allows any value. */
export function resolveRef(ref: string, schemas: NamedSchemas): JsonSchema {
  const name = refName(ref);
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? {}) : {};
}

/** A part of a document, or the component that it refers to, with the reference's own members. */
export function resolvePart<T>(part: T, components: OpenapiComponents): T {
  const { $ref, ...keywords } = Object(part) as { readonly $ref?: unknown }; // an object, or a reference
  if (typeof $ref !== "string") return part;
  const [, , kind = "", name = ""] = $ref.split("/");
  const named = new Map(Object.entries(components)).get(kind);
  return { ...(isRecord(named) && Object(named[name])), ...keywords } as T; // what the reference is for
}

/** Joins schemas that hold together. Of objects, also the members. */
export function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const all: readonly Keywords[] = schemas;
  const joined: Record<string, unknown> = Object.assign({}, ...all);
  if (joined.properties !== undefined)
    joined.properties = Object.assign({}, ...all.map(({ properties }) => properties));
  if (joined.required !== undefined) joined.required = [...new Set(all.flatMap(({ required = [] }) => required))];
  return joined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
