import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { OpenapiComponents, OpenapiDocument, OpenapiOperation } from "./document.js";

/** An operation and where it stands. */
export interface Placed {
  readonly method: string;
  /** `/articles/{id}` */
  readonly path: string;
  readonly operation: OpenapiOperation;
}

type Head = Pick<OpenapiDocument, "info" | "servers" | "security" | "tags">;

/**
 * Puts a document together. The one file that knows zod-to-openapi: its registry holds components and routes, its
 * generator writes the document. Schemas come to it as JSON Schema; docs/decisions says why.
 */
export function assemble(head: Head, operations: readonly Placed[], components: OpenapiComponents): OpenapiDocument {
  const registry = new OpenAPIRegistry();
  for (const [kind, named] of Object.entries(components)) {
    for (const [name, component] of Object.entries(named as object)) {
      registry.registerComponent(kind as "schemas", name, component);
    }
  }
  for (const { method, path, operation } of operations) {
    // Its types know OpenAPI's own members; what a user gave beside them passes through.
    registry.registerPath({ method, path, ...operation } as never);
  }
  const { info, servers, security, tags } = head;
  const generator = new OpenApiGeneratorV31(registry.definitions);
  const { paths, components: made } = generator.generateDocument({ openapi: "3.1.1", info });
  const { parameters: _, ...used } = { ...made };
  const document: unknown = { openapi: "3.1.1", info, servers, security, tags, paths, components: used };
  return document as OpenapiDocument; // what was put in comes out
}
