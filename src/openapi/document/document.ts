/** A schema in OpenAPI 3.1: JSON Schema, draft 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Reference {
  readonly $ref: string;
  readonly description?: string;
}

export interface OpenapiInfo {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly [member: string]: unknown;
}

export interface OpenapiServer {
  readonly url: string;
  readonly description?: string;
  readonly [member: string]: unknown;
}

export interface OpenapiTag {
  readonly name: string;
  readonly description?: string;
  readonly [member: string]: unknown;
}

/** Schemes that must hold together, each with its scopes. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

export interface OpenapiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: JsonSchema;
}

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly [member: string]: unknown;
}

export interface OpenapiRequestBody {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: { readonly [mediaType: string]: MediaType };
}

export interface OpenapiResponse {
  readonly description: string;
  readonly headers?: { readonly [name: string]: object };
  readonly content?: { readonly [mediaType: string]: MediaType };
}

export type Responses = { readonly [status: string]: OpenapiResponse | Reference };

export interface OpenapiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly OpenapiParameter[];
  readonly requestBody?: OpenapiRequestBody;
  readonly responses: Responses;
  readonly [member: string]: unknown;
}

/** An operation with its path and method. */
export interface PlacedOperation {
  readonly method: string;
  /** `/articles/{id}` */
  readonly path: string;
  readonly operation: OpenapiOperation;
}

export type PathItem = { readonly [method: string]: OpenapiOperation };

export interface OpenapiComponents {
  readonly schemas: { readonly [name: string]: JsonSchema };
  readonly responses: { readonly [name: string]: OpenapiResponse };
  readonly securitySchemes?: { readonly [name: string]: object };
}

/** An OpenAPI 3.1 document: plain data, ready for `JSON.stringify`. */
export interface OpenapiDocument {
  readonly openapi: "3.1.1";
  readonly info: OpenapiInfo;
  readonly servers: readonly OpenapiServer[];
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly OpenapiTag[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: OpenapiComponents;
}
