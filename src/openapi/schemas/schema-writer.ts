import { z } from "zod";
import type { JsonSchema } from "../document/document.js";
import { pascalCase } from "../document/names.js";
import { madeOnce } from "../../schema/made-once.js";
import type { Side } from "../../schema/node.js";
import { correct } from "./overrides.js";
import { collectionParts, SHARED_ID, SharedParts } from "./shared-parts.js";

const PREFIX = "#/components/schemas/";

/** The named schemas of a document, each once. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  get schemas(): { readonly [name: string]: JsonSchema } {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  has(name: string): boolean {
    return this.#schemas.has(name);
  }

  /** Adds a schema and returns a reference to it. */
  set(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return this.ref(name);
  }

  ref(name: string): JsonSchema {
    return { $ref: `${PREFIX}${name}` };
  }

  /** A name that is unused, or that already belongs to the same schema. */
  fits(name: string, schema: JsonSchema): boolean {
    const known = this.#schemas.get(name);
    return known === undefined || JSON.stringify(known) === JSON.stringify(schema);
  }
}

type Schema = z.core.$ZodType;

/** The prefix of a temporary reference to the contents of a set or a map. */
const PART = "trestle:";

interface Made {
  readonly value: JsonSchema;
  /** The contents of sets and maps, by their temporary reference. */
  readonly parts: ReadonlyMap<string, JsonSchema>;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * Converts Zod schemas to JSON Schema, separately for requests and responses. No other file calls Zod's conversion. Schemas
 * that refer to themselves, have an id in their `.meta()`, or are large and used more than once become components.
 */
export class SchemaWriter {
  readonly #components: Components;
  readonly #known: Readonly<Record<Side, Map<Schema, JsonSchema>>> = { input: new Map(), output: new Map() };
  readonly #shared: Readonly<Record<Side, SharedParts>>;
  /** The components of shared parts, by their id. */
  readonly #named = new Map<string, string>();

  /** @param schemas The schemas that will be written, so that the parts that they share are known. */
  constructor(components: Components, schemas: readonly Schema[]) {
    this.#components = components;
    this.#shared = { input: new SharedParts(schemas, "input"), output: new SharedParts(schemas, "output") };
  }

  /** @param name The name for components without an id. */
  write(schema: Schema, side: Side, name: string): JsonSchema {
    return madeOnce(this.#known[side], schema, () => this.#hoist(this.#make(schema, side), side, name));
  }

  /** In an object, so that a schema that refers to itself does so by name. */
  #make(schema: Schema, side: Side): Made {
    this.#shared[side].add(schema);
    const places = new Map(collectionParts(schema, side).map((part, index) => [part, `part${index}`]));
    const shape = Object.fromEntries([...places].map(([part, place]) => [place, part]));
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ value: schema, ...shape }), {
      io: side,
      unrepresentable: "any",
      metadata: this.#shared[side].registry,
      override: ({ zodSchema, jsonSchema }) =>
        correct(zodSchema, jsonSchema, side, (inner) => {
          const place = places.get(inner);
          return place === undefined ? {} : { $ref: `${PART}${place}` };
        }),
    });
    const described = properties as Readonly<Record<string, JsonSchema>>; // as it was put in
    return {
      value: described.value ?? {},
      parts: new Map([...places.values()].map((place) => [`${PART}${place}`, described[place] ?? {}])),
      definitions: $defs as Record<string, JsonSchema>, // of Zod's writer
    };
  }

  /** Moves definitions among the components: under the same name for both sides where they are alike. */
  #hoist({ value, parts, definitions }: Made, side: Side, name: string): JsonSchema {
    const keys = Object.keys(definitions).filter((key) => !this.#named.has(key));
    for (let attempt = 0; ; attempt++) {
      const suffix = attempt === 0 ? "" : `${side === "input" ? "Input" : "Output"}${attempt === 1 ? "" : attempt}`;
      const names = new Map(keys.map((key, index) => [key, `${componentName(key, index, name)}${suffix}`]));
      const refer = (ref: string) => {
        const part = parts.get(ref);
        if (part !== undefined) return rename(part, refer);
        const key = ref.replace("#/$defs/", "");
        const name = names.get(key) ?? this.#named.get(key);
        return { $ref: name === undefined ? ref : `#/components/schemas/${name}` };
      };
      const renamed = keys.map((key) => [key, names.get(key) ?? key, rename(definitions[key], refer)] as const);
      if (!renamed.every(([, name, schema]) => this.#components.fits(name, schema))) continue;
      for (const [key, newName, schema] of renamed) {
        this.#components.set(newName, schema);
        if (key.startsWith(SHARED_ID)) this.#named.set(key, newName);
      }
      return rename(value, refer);
    }
  }
}

/** Zod names a schema without an id `__schema0`. */
function componentName(key: string, index: number, name: string): string {
  if (!key.startsWith("__schema")) return pascalCase(key);
  return index === 0 ? name : `${name}${index + 1}`;
}

/** Replaces each reference, and keeps the members next to it. */
function rename(json: unknown, refer: (ref: string) => JsonSchema): JsonSchema;
function rename(json: unknown, refer: (ref: string) => JsonSchema): unknown {
  if (Array.isArray(json)) return json.map((item) => rename(item, refer));
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) =>
      key === "$ref" && typeof value === "string" ? Object.entries(refer(value)) : [[key, rename(value, refer)]],
    ),
  );
}
