import { z } from "zod";
import type { Components } from "./components.js";
import type { JsonSchema } from "./document.js";
import { pascalCase } from "./names.js";
import type { Side } from "../schema/node.js";
import { correct } from "./overrides.js";

interface Made {
  readonly value: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * Describes Zod schemas as the JSON that travels, apart for requests and answers. The one file that knows what turns
 * Zod into JSON Schema. What refers to itself, or has an id in its `.meta()`, becomes a component.
 */
export class SchemaWriter {
  readonly #components: Components;
  readonly #known: Readonly<Record<Side, Map<z.core.$ZodType, JsonSchema>>> = { input: new Map(), output: new Map() };
  readonly #under: z.core.$ZodType[] = [];

  constructor(components: Components) {
    this.#components = components;
  }

  /** @param name What a component is called that has no name of its own. */
  write(schema: z.core.$ZodType, side: Side, name: string): JsonSchema {
    const known = this.#known[side].get(schema);
    if (known !== undefined) return known;
    if (this.#under.includes(schema)) return {}; // inside itself, through a Set or a Map
    this.#under.push(schema);
    const written = this.#hoist(this.#make(schema, side, name), side, name);
    this.#under.pop();
    this.#known[side].set(schema, written);
    return written;
  }

  /** In an object, so that a schema that refers to itself does so by name. */
  #make(schema: z.core.$ZodType, side: Side, name: string): Made {
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ value: schema }), {
      io: side,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) =>
        correct(zodSchema, jsonSchema, side, (inner) => this.write(inner, side, name)),
    });
    return { value: properties.value as JsonSchema, definitions: $defs as Record<string, JsonSchema> };
  }

  /** Moves definitions among the components: under the same name for both sides where they are alike. */
  #hoist({ value, definitions }: Made, side: Side, name: string): JsonSchema {
    const keys = Object.keys(definitions);
    if (keys.length === 0) return value;
    for (let attempt = 0; ; attempt++) {
      const suffix = attempt === 0 ? "" : `${side === "input" ? "Input" : "Output"}${attempt === 1 ? "" : attempt}`;
      const names = new Map(keys.map((key, index) => [key, `${componentName(key, index, name)}${suffix}`]));
      const renamed = keys.map(
        (key) => [names.get(key) ?? key, rename(definitions[key], names) as JsonSchema] as const,
      );
      if (!renamed.every(([to, schema]) => this.#components.fits(to, schema))) continue;
      for (const [to, schema] of renamed) this.#components.set(to, schema);
      return rename(value, names) as JsonSchema; // an object in, an object out
    }
  }
}

/** Zod calls what has no id `__schema0`. */
function componentName(key: string, index: number, name: string): string {
  if (!key.startsWith("__schema")) return pascalCase(key);
  return index === 0 ? name : `${name}${index + 1}`;
}

function rename(json: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(json)) return json.map((item) => rename(item, names));
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const to = key === "$ref" && typeof value === "string" ? names.get(value.replace("#/$defs/", "")) : undefined;
      return [key, to === undefined ? rename(value, names) : `#/components/schemas/${to}`];
    }),
  );
}
