import type { JsonSchema } from "../document/document.js";

export const PATH: JsonSchema = { type: "string", format: "uri-reference" };

const PATH_OR_NULL: JsonSchema = { type: ["string", "null"], format: "uri-reference" };

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const ERRORS: JsonSchema = { type: "array", minItems: 1, items: ref("Error") };

/** The schemas in every API's description. */
export const SHARED_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  JsonApi: { type: "object", required: ["version"], properties: { version: { type: "string", const: "1.1" } } },
  Links: open({ self: PATH, related: PATH }, PATH_OR_NULL),
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
      meta: open({ path: { type: "array", description: "The field of the input.", items: {} } }),
    },
  },
  Errors: { type: "object", required: ["jsonapi", "errors"], properties: { jsonapi: ref("JsonApi"), errors: ERRORS } },
};

/** Of APIs that also serve plain JSON. */
export const PLAIN_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  PlainErrors: { type: "object", required: ["errors"], properties: { errors: ERRORS } },
};

const TOTAL: JsonSchema = { type: "integer", minimum: 0, description: "Resources on all pages." };

/** Of APIs with pages that have an offset or a number. */
export const PAGE_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  PageLinks: { required: ["self", "first"], ...links({ prev: PATH, next: PATH, last: PATH }) },
  PageMeta: open({ total: TOTAL }),
};

const rangeTruncated = { type: "boolean", description: "Whether the range has more resources than the page." };

/** Of APIs with cursor pages. */
export const CURSOR_SCHEMAS: { readonly [name: string]: JsonSchema } = {
  CursorLinks: { required: ["self", "first", "prev", "next"], ...links({ prev: PATH_OR_NULL, next: PATH_OR_NULL }) },
  CursorMeta: open({ page: open({ total: TOTAL, rangeTruncated }) }),
};

/** An object that may have other members. */
function open(properties: object, additionalProperties: unknown = true): JsonSchema {
  return { type: "object", properties, additionalProperties };
}

function links(others: object): JsonSchema {
  return open({ self: PATH, first: PATH, ...others }, PATH_OR_NULL);
}
