/** The requests and responses of one kind of operation. */
export interface OperationShape {
  /** For an rpc, this is the default. */
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Which URL of the resource serves it. */
  readonly target: "collection" | "item" | "related" | "relationship" | "action";
  readonly body: "none" | "resource" | "linkage" | "input" | "any";
  /** `related`: a resource, a list or null, as the relationship is. `result`: rows, a value or nothing, as declared. */
  readonly response: "none" | "resource" | "list" | "related" | "linkage" | "result" | "events" | "any";
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
  /** What a declaration may allow in the query string. A `getRelationship` made from `getRelated` has what that allows. */
  readonly query: readonly QueryPart[];
  /** Which relationships it is for; `none` if it takes none. Only reads take `any`. */
  readonly relationship: "none" | "any" | "to-one" | "to-many";
}

/** A part of a query string. */
export type QueryPart = "include" | "fields" | "filter" | "sort" | "page" | "extra";

const NOTHING = { body: "none", query: [], relationship: "none" } as const;
const READ = { ...NOTHING, method: "GET", query: ["include", "fields"] } as const;
const LIST = { ...READ, query: ["include", "fields", "filter", "sort", "page", "extra"] } as const;
const LINK = { ...NOTHING, target: "relationship", body: "linkage", response: "none", status: 204 } as const;

/**
 * The kinds of operation.
 *
 * To add one, add a row: its method of `t.resource`, its route, its options and its OpenAPI description follow. What
 * remains to write are its types in `define/types/resource.ts`, its line in `openapi/summary.ts`, and a client method.
 */
export const OPERATIONS = {
  getOne: { ...READ, target: "item", response: "resource", status: 200 },
  getMany: { ...LIST, target: "collection", response: "list", status: 200 },
  createOne: { ...READ, method: "POST", target: "collection", body: "resource", response: "resource", status: 201 },
  editOne: { ...READ, method: "PATCH", target: "item", body: "resource", response: "resource", status: 200 },
  deleteOne: { ...NOTHING, method: "DELETE", target: "item", response: "none", status: 204 },
  getRelated: { ...LIST, target: "related", response: "related", status: 200, relationship: "any" },
  getRelationship: { ...LINK, method: "GET", body: "none", response: "linkage", status: 200, relationship: "any" },
  editRelationship: { ...LINK, method: "PATCH", relationship: "to-one" },
  addToRelationship: { ...LINK, method: "POST", relationship: "to-many" },
  removeFromRelationship: { ...LINK, method: "DELETE", relationship: "to-many" },
  resetRelationship: { ...LINK, method: "PATCH", relationship: "to-many" },
  rpc: { ...NOTHING, method: "POST", target: "action", body: "any", response: "any", status: 200 },
  command: { ...NOTHING, method: "POST", target: "action", body: "input", response: "result", status: 200 },
  query: { ...NOTHING, method: "GET", target: "action", response: "result", status: 200, query: ["extra"] },
  stream: { ...NOTHING, method: "GET", target: "action", response: "events", status: 200, query: ["extra"] },
} as const satisfies Readonly<Record<string, OperationShape>>;

/** The kinds of operation. */
export type OperationKind = keyof typeof OPERATIONS;
