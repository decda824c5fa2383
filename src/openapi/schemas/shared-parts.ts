import { z } from "zod";
import { childrenOf, reachableNodes, type SchemaNode, type Side } from "../../schema/node.js";
import { schemaNode } from "../../schema/schema-node.js";

type Schema = z.core.$ZodType;

/** Smaller schemas are repeated at each use, where they are easier to read. */
const SMALL = 50;

/** The prefix of a shared part's id. */
export const SHARED_ID = "__schema_";

/**
 * The schemas that become components, because they are large and used more than once, or because they contain
 * themselves. Without them a schema built from shared parts would be written out on every path that leads to a part.
 */
export class SharedParts {
  readonly #side: Side;
  readonly #uses = new Map<SchemaNode, number>();
  /** The size of a node's description at each use. */
  readonly #sizes = new Map<SchemaNode, number>();
  readonly #ids = new Map<Schema, string>();

  /** A registry for Zod, which creates a definition for each schema with an id in it. */
  readonly registry: Registry = Object.assign(z.registry<Record<string, unknown>>(), {
    get: (schema: Schema) => {
      const meta = z.globalRegistry.get(schema);
      const id = meta?.id ?? this.#ids.get(schema);
      return (id === undefined ? meta : { ...meta, id }) as never; // its declared type depends on the schema's own
    },
  });

  constructor(roots: Iterable<Schema>, side: Side) {
    this.#side = side;
    this.#read([...roots].map((root) => schemaNode(root, side)));
  }

  /** Reads a schema that was not among the roots. */
  add(root: Schema): void {
    const node = schemaNode(root, this.#side);
    if (!this.#sizes.has(node)) this.#read([node]);
  }

  #read(roots: readonly SchemaNode[]): void {
    const found = new Set(roots.filter((root) => !this.#sizes.has(root)));
    for (const root of roots) this.#countUse(root);
    for (const node of found) {
      for (const child of childrenOf(node)) {
        this.#countUse(child);
        if (!this.#sizes.has(child)) found.add(child);
      }
    }
    for (const root of roots) this.#measure(root, new Set());
  }

  #countUse(node: SchemaNode): void {
    this.#uses.set(node, (this.#uses.get(node) ?? 0) + 1);
  }

  #measure(node: SchemaNode, above: Set<SchemaNode>): number {
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    if (above.has(node)) return this.#share(node);
    above.add(node);
    let size = node.kind === "literal" ? node.values.size : 1;
    for (const child of childrenOf(node)) size += this.#measure(child, above);
    above.delete(node);
    const isShared = this.#ids.has(node.schema) || (size > SMALL && (this.#uses.get(node) ?? 0) > 1);
    const written = isShared ? this.#share(node) : size;
    this.#sizes.set(node, written);
    return written;
  }

  /** Returns the size of a reference. */
  #share({ schema }: SchemaNode): number {
    if (!this.#ids.has(schema)) this.#ids.set(schema, `${SHARED_ID}${this.#side}${this.#ids.size}`);
    return 1;
  }
}

type Registry = NonNullable<z.core.ToJSONSchemaParams["metadata"]>;

/** The schemas inside the sets and maps of a schema. Zod does not describe them. */
export function collectionParts(schema: Schema, side: Side): Schema[] {
  const parts = reachableNodes(schemaNode(schema, side)).flatMap((node) =>
    node.kind === "set" || node.kind === "map" ? childrenOf(node) : [],
  );
  return [...new Set(parts.map((part) => part.schema))];
}
