// JSON Schemas for Fastify: queries and bodies are validated by Ajv, answers serialized by fast-json-stringify.

import { MAX_LIMIT } from "../data.js";

const string = { type: "string" };
const linksOf = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, string])),
});
const identifier = { type: "object", properties: { type: string, id: string } };
const relationship = (data: object) => ({
  type: "object",
  properties: { data, links: linksOf("self", "related") },
});

const article = {
  type: "object",
  properties: {
    type: string,
    id: string,
    attributes: {
      type: "object",
      properties: {
        title: string,
        content: string,
        published: { type: "boolean" },
        created_at: { type: "string", format: "date-time" },
      },
    },
    relationships: {
      type: "object",
      properties: {
        author: relationship(identifier),
        categories: relationship({ type: "array", items: identifier }),
      },
    },
    links: linksOf("self"),
  },
};

// One schema for users and categories: an anyOf would be validated at run time, which costs more than the rest.
const included = {
  type: "object",
  properties: {
    type: string,
    id: string,
    attributes: { type: "object", properties: { username: string, email: string, name: string } },
    links: linksOf("self"),
  },
};

const document = (data: object) => ({
  type: "object",
  properties: {
    jsonapi: { type: "object", properties: { version: string } },
    links: linksOf("self", "first", "prev", "next", "last"),
    data,
    included: { type: "array", items: included },
    meta: { type: "object", properties: { total: { type: "integer" } } },
  },
});

export const oneDocument = document(article);
export const manyDocument = document({ type: "array", items: article });

const include = { type: "string", pattern: "^((author|categories)(,(author|categories))*)?$" };
const fields = {
  type: "string",
  pattern: "^((title|content|published|created_at|author|categories)(,|$))*$",
};

export const listQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    "filter[title][contains]": string,
    "filter[author]": { type: "integer" },
    sort: { type: "string", enum: ["title", "-title", "created_at", "-created_at"] },
    include,
    "fields[articles]": fields,
    "page[offset]": { type: "integer", minimum: 0, default: 0 },
    "page[limit]": { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: 20 },
  },
};

export const oneQuery = {
  type: "object",
  additionalProperties: false,
  properties: { include, "fields[articles]": fields },
};

export const articleParams = { type: "object", properties: { id: { type: "integer", minimum: 1 } } };

const identifierOf = (type: string) => ({
  type: "object",
  required: ["type", "id"],
  properties: { type: { const: type }, id: { type: "string", pattern: "^[1-9][0-9]*$" } },
});

export const newArticle = {
  type: "object",
  required: ["data"],
  properties: {
    data: {
      type: "object",
      required: ["type", "attributes", "relationships"],
      properties: {
        type: { const: "articles" },
        attributes: {
          type: "object",
          required: ["title", "content"],
          properties: {
            title: { type: "string", minLength: 1, maxLength: 200 },
            content: string,
            published: { type: "boolean", default: false },
          },
        },
        relationships: {
          type: "object",
          required: ["author"],
          properties: {
            author: { type: "object", required: ["data"], properties: { data: identifierOf("users") } },
            categories: {
              type: "object",
              required: ["data"],
              properties: { data: { type: "array", items: identifierOf("categories") } },
            },
          },
        },
      },
    },
  },
};
