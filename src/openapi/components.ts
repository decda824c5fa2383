import type { JsonSchema } from "./document/document.js";

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
