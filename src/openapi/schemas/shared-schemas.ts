import type { JsonSchema } from "../document/document.js";

export const PATH: JsonSchema = { type: "string", format: "uri-reference" };

const PATH_OR_NULL: JsonSchema = { type: ["string", "null"], format: "uri-reference" };

/** The schemas in every API's description. */
export const SHARED_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  JsonApi: { type: "object", required: ["version"], properties: { version: { type: "string", const: "1.1" } } },
  Links: { type: "object", properties: { self: PATH, related: PATH }, additionalProperties: PATH_OR_NULL },
  Meta: { type: "object", additionalProperties: true },
  Error: {
    type: "object",
    required: ["status", "code", "title", "detail"],
    properties: {
      id: { type: "string", description: "Of this occurrence: to be found in the server's log." },
      status: { type: "string", pattern: "^[45]\\d\\d$" },
      code: { type: "string", description: "Tells one kind of error from another." },
      title: { type: "string" },
      detail: { type: "string" },
      source: {
        type: "object",
        properties: {
          pointer: { type: "string", description: "A JSON pointer into the request's body." },
          parameter: { type: "string", description: "A query parameter." },
          header: { type: "string", description: "A request header." },
        },
      },
      links: { type: "object", properties: { type: { ...PATH, description: "Leads to what the code means." } } },
      meta: {
        type: "object",
        properties: { path: { type: "array", description: "The field of the input.", items: {} } },
        additionalProperties: true,
      },
    },
  },
  Errors: {
    type: "object",
    required: ["jsonapi", "errors"],
    properties: {
      jsonapi: { $ref: "#/components/schemas/JsonApi" },
      errors: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Error" } },
    },
  },
};

/** Of APIs that also serve plain JSON. */
export const PLAIN_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  PlainErrors: {
    type: "object",
    required: ["errors"],
    properties: { errors: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Error" } } },
  },
};

/** Of APIs with pages that have an offset or a number. */
export const PAGE_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  PageLinks: {
    type: "object",
    required: ["self", "first"],
    properties: { self: PATH, first: PATH, prev: PATH, next: PATH, last: PATH },
    additionalProperties: PATH_OR_NULL,
  },
  PageMeta: {
    type: "object",
    properties: { total: { type: "integer", minimum: 0, description: "Resources on all pages." } },
    additionalProperties: true,
  },
};

/** Of APIs with cursor pages. */
export const CURSOR_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  CursorLinks: {
    type: "object",
    required: ["self", "first", "prev", "next"],
    properties: { self: PATH, first: PATH, prev: PATH_OR_NULL, next: PATH_OR_NULL },
    additionalProperties: PATH_OR_NULL,
  },
  CursorMeta: {
    type: "object",
    properties: {
      page: {
        type: "object",
        properties: {
          total: { type: "integer", minimum: 0, description: "Resources on all pages." },
          rangeTruncated: { type: "boolean", description: "Whether the range has more resources than the page." },
        },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
  },
};
