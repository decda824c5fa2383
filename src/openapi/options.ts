import type { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import type { Limits } from "../protocol/limits.js";
import type { OpenapiInfo, OpenapiServer, OpenapiTag, SecurityRequirement } from "./document.js";

/** What `openapi` takes. */
export interface OpenapiOptions {
  /** The API's title and version, and whatever else an OpenAPI info object holds. */
  readonly info: OpenapiInfo;
  /** Where the API is mounted. Default: `/`; a document that an adapter serves names its own mount point. */
  readonly servers?: readonly OpenapiServer[];
  /** The ways to authenticate, by name. */
  readonly securitySchemes?: { readonly [name: string]: object };
  /** What every operation requires unless its `pathOperation` says otherwise. Default: nothing. */
  readonly security?: readonly SecurityRequirement[];
  /** Descriptions of the tags. There is a tag for each resource, called as its type; others may be added. */
  readonly tags?: readonly OpenapiTag[];
  /** The limits that the adapter was given, where they are not the defaults. */
  readonly limits?: Partial<Limits>;
  /**
   * A registry of zod-to-openapi with the other routes, webhooks and components of your app. They join the document.
   * Its paths are relative to `servers`, as those of the API are; a route may have `servers` of its own.
   */
  readonly registry?: OpenAPIRegistry;
}
