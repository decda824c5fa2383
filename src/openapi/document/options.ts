import type { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import type { Limits } from "../../protocol/limits.js";
import type { OpenapiInfo, OpenapiServer, OpenapiTag, SecurityRequirement } from "./document.js";

/** The options of `openapi`. */
export interface OpenapiOptions {
  /** The API's title and version, and any other member of an OpenAPI info object. */
  readonly info: OpenapiInfo;
  /** Where the API is mounted. Default: `/`; a document that an adapter serves has its mount point. */
  readonly servers?: readonly OpenapiServer[];
  /** The ways to authenticate, by name. */
  readonly securitySchemes?: { readonly [name: string]: object };
  /** The security requirements of every operation, unless its `pathOperation` has others. Default: none. */
  readonly security?: readonly SecurityRequirement[];
  /** Descriptions of the tags. Each resource has a tag with the name of its type. You can add others. */
  readonly tags?: readonly OpenapiTag[];
  /** The adapter's limits, if they differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** The adapter's `links`: `"document"` if resources have none. Default `"all"`. */
  readonly links?: "all" | "document";
  /** Whether the adapter serves plain JSON, so that each operation has a second media type. Default: false. */
  readonly plain?: boolean;
  /** Whether the adapter serves live notices, so that the document has `GET /live`. Default: false. */
  readonly live?: boolean;
  /**
   * A registry of zod-to-openapi with the other routes, webhooks and components of your app. They join the document.
   * Its paths are relative to `servers`, as those of the API are; a route may have `servers` of its own.
   */
  readonly registry?: OpenAPIRegistry;
}
