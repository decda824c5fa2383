/** A JSON schema, draft 2020-12. */
type Keywords = Readonly<Record<string, unknown>>;
type Schema = Keywords | boolean;

// JSON:API 1.1, "Member Names": globally allowed characters at both ends, `-`, `_` and space between them.
const LETTER = "[a-zA-Z0-9\\u0080-\\u{10FFFF}]";
const NAME = `${LETTER}(?:[a-zA-Z0-9\\u0080-\\u{10FFFF}\\-_ ]*${LETTER})?`;
const MEMBER = { pattern: `^@?${NAME}$` };

/** Members that may stand in any object of the standard's: "@-Members", and "Extension Members" under a namespace. */
const ELSEWHERE = { [`^@${NAME}$`]: true, [`^[a-zA-Z0-9]+:${NAME}$`]: true };

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const string: Schema = { type: "string" };
const list = (items: Schema): Schema => ({ type: "array", items, uniqueItems: true });

/** An object of the standard's, which may hold nothing that the standard does not name. */
function only(properties: Readonly<Record<string, Schema>>, rest: Keywords = {}): Keywords {
  return { type: "object", properties, patternProperties: ELSEWHERE, additionalProperties: false, ...rest };
}

const meta = ref("meta");
const link = ref("link");
const identity = { type: ref("type"), id: string, lid: string };
const PAGES = { first: link, last: link, prev: link, next: link };
const someOf = (...names: string[]) => ({ anyOf: names.map((name) => ({ required: [name] })) });

const $defs: Readonly<Record<string, Schema>> = {
  meta: { type: "object" },
  type: { type: "string", ...MEMBER },
  uri: { type: "string", format: "uri-reference" },
  link: { anyOf: [ref("uri"), ref("linkObject"), { type: "null" }] },
  linkObject: only(
    {
      href: ref("uri"),
      rel: string,
      describedby: link,
      title: string,
      type: string,
      hreflang: { anyOf: [string, list(string)] },
      meta,
    },
    { required: ["href"] },
  ),
  topLinks: only({ self: link, related: link, describedby: link, ...PAGES }),
  resourceLinks: only({ self: link, describedby: link }),
  relationshipLinks: {
    allOf: [
      only({ self: link, related: link, describedby: link, ...PAGES }),
      // At least one of a link of the relationship's own, and an extension's.
      {
        anyOf: [{ required: ["self"] }, { required: ["related"] }, { not: { propertyNames: { pattern: "^[^:]*$" } } }],
      },
    ],
  },
  errorLinks: only({ about: link, type: link }),
  jsonapi: only({ version: string, ext: list(ref("uri")), profile: list(ref("uri")), meta }),

  identifier: only({ ...identity, meta }, { required: ["type", "id"] }),
  linkage: { anyOf: [{ type: "null" }, ref("identifier"), { type: "array", items: ref("identifier") }] },
  relationship: only(
    { data: ref("linkage"), links: ref("relationshipLinks"), meta },
    { minProperties: 1, ...someOf("data", "links", "meta") },
  ),
  sentRelationship: only({ data: ref("linkage"), links: ref("relationshipLinks"), meta }, { required: ["data"] }),
  attributes: fields({}),
  resource: only(
    {
      ...identity,
      attributes: ref("attributes"),
      relationships: fields({ additionalProperties: ref("relationship") }),
      links: ref("resourceLinks"),
      meta,
    },
    { required: ["type", "id"] },
  ),
  sentResource: only(
    {
      ...identity,
      attributes: ref("attributes"),
      relationships: fields({ additionalProperties: ref("sentRelationship") }),
      links: ref("resourceLinks"),
      meta,
    },
    { required: ["type"] },
  ),
  error: only(
    {
      id: string,
      links: ref("errorLinks"),
      status: { type: "string", pattern: "^[1-5][0-9][0-9]$" },
      code: string,
      title: string,
      detail: string,
      source: only({ pointer: { type: "string", format: "json-pointer" }, parameter: string, header: string }),
      meta,
    },
    { minProperties: 1 },
  ),
};

/** Attributes and relationships: none may be called as what identifies a resource. */
function fields(rest: Keywords): Schema {
  return {
    type: "object",
    propertyNames: { ...MEMBER, not: { enum: ["type", "id"] } },
    patternProperties: { "^@": true },
    ...rest,
  };
}

const PRIMARY: Schema = { anyOf: [{ type: "null" }, ref("resource"), { type: "array", items: ref("resource") }] };

/** The standard's JSON schema of documents, by where one stands: written from the text of JSON:API 1.1. */
export const schemas = {
  /** What a server answers. */
  answer: {
    $defs,
    ...only(
      {
        jsonapi: ref("jsonapi"),
        links: ref("topLinks"),
        data: PRIMARY,
        errors: { type: "array", items: ref("error"), minItems: 1 },
        included: { type: "array", items: ref("resource") },
        meta,
        // https://jsonapi.org/ext/atomic, "Result Objects"
        "atomic:results": { type: "array", items: only({ data: PRIMARY, meta }), minItems: 1 },
      },
      {
        ...someOf("data", "errors", "meta", "atomic:results"),
        not: { required: ["data", "errors"] },
        dependentRequired: { included: ["data"] },
        dependentSchemas: { "atomic:results": { not: someOf("data", "included", "errors") } },
      },
    ),
  },
  /** What a client sends to create a resource. */
  create: { $defs, ...only({ jsonapi: ref("jsonapi"), data: ref("sentResource"), meta }, { required: ["data"] }) },
  /** What a client sends to edit one. */
  edit: {
    $defs,
    ...only(
      { jsonapi: ref("jsonapi"), data: { allOf: [ref("sentResource"), { required: ["id"] }] }, meta },
      { required: ["data"] },
    ),
  },
  /** What a client sends to change a relationship. Bare ids, under the extension, are a deviation that we document. */
  relationship: {
    $defs,
    ...only({ jsonapi: ref("jsonapi"), data: ref("linkage"), meta }, someOf("data", "trestle:related")),
  },
} as const satisfies Readonly<Record<string, Schema>>;
