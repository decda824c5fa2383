import type { DeclaredError } from "../errors.js";
import type { WithPrefixes } from "./include.js";
import type { NotAllowed } from "./not-allowed.js";

/** The part of a Zod schema that types are read from: small, so that comparing one costs little. */
export interface Schema {
  // biome-ignore lint/suspicious/noExplicitAny: `unknown` would make every schema's input and output unknown where TypeScript falls back to the constraint
  readonly _zod: { readonly input: any; readonly output: any };
}

/** Names to Zod schemas: attributes, filters, page members, extra parameters. */
export interface Shape {
  readonly [name: string]: Schema;
}

/**
 * What the router's type keeps of an operation: what a client must know to call it, and nothing of
 * context, handler, middleware or database. One interface a kind, so that declarations stay short
 * and a client resolves only the members that it asks for.
 */
export interface Endpoint {
  readonly method: "get" | "list" | "create" | "update" | "delete" | "related" | "relationship" | "rpc";
  /** Every include path that the operation declares, from the resource it is registered on: what the router checks. */
  readonly "~paths": string;
  readonly error: DeclaredError;
}

// No endpoint extends another type: a base would be worked out again for each operation.
//
// `get`, `list`, `create` and `update`, which clients call most, find themselves among a resource's endpoints: of a union,
// the member `get` is the endpoint whose method that is, since it is never of all others. A record by method, as
// `Routes["~endpoints"]`, is worked out for all of them before one is read from it.

/** What a client may ask for: the declared paths with their prefixes. */
type IncludePath<TInclude extends string> = [TInclude] extends [never]
  ? string & NotAllowed<"this operation declares no include paths">
  : WithPrefixes<TInclude>;

export interface GetEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError> {
  readonly method: "get";
  readonly "~paths": TInclude;
  readonly include: TInclude;
  readonly "~includePath": IncludePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly get: GetEndpoint<TInclude, TSparse, TError>;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}

export interface CreateEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError> {
  readonly method: "create";
  readonly "~paths": TInclude;
  readonly include: TInclude;
  readonly "~includePath": IncludePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly get: never;
  readonly list: never;
  readonly create: CreateEndpoint<TInclude, TSparse, TError>;
  readonly update: never;
}

export interface UpdateEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError> {
  readonly method: "update";
  readonly "~paths": TInclude;
  readonly include: TInclude;
  readonly "~includePath": IncludePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: UpdateEndpoint<TInclude, TSparse, TError>;
}

export interface DeleteEndpoint<TError extends DeclaredError> {
  readonly method: "delete";
  readonly "~paths": never;
  readonly error: TError;
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}

/** `TSort` holds each key as it may be sent, with and without its leading `-`. */
export interface ListEndpoint<
  TFilter,
  TSort,
  TPage,
  TExtra,
  TInclude extends string,
  TSparse extends boolean,
  TError extends DeclaredError,
> {
  readonly method: "list";
  readonly "~paths": TInclude;
  readonly include: TInclude;
  readonly "~includePath": IncludePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly filter: TFilter;
  readonly sort: TSort;
  readonly page: TPage;
  readonly extra: TExtra;
  readonly get: never;
  readonly list: ListEndpoint<TFilter, TSort, TPage, TExtra, TInclude, TSparse, TError>;
  readonly create: never;
  readonly update: never;
}

export interface RelatedEndpoint<
  TRelationship extends string,
  TFilter,
  TSort,
  TPage,
  TExtra,
  TInclude extends string,
  TSparse extends boolean,
  TError extends DeclaredError,
> {
  readonly method: "related";
  readonly "~paths": `${TRelationship}__${TInclude}`;
  readonly relationship: TRelationship;
  readonly include: TInclude;
  readonly "~includePath": IncludePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly filter: TFilter;
  readonly sort: TSort;
  readonly page: TPage;
  readonly extra: TExtra;
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}

export type RelationshipAction = "get" | "set" | "add" | "remove" | "reset";

/** `get` of a relationship also exists wherever its related endpoint does: the router makes it by itself. */
export interface RelationshipEndpoint<
  TRelationship extends string,
  TAction extends RelationshipAction,
  TError extends DeclaredError,
> {
  readonly method: "relationship";
  readonly "~paths": never;
  readonly relationship: TRelationship;
  readonly action: TAction;
  readonly error: TError;
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}

/** `TResult` is the value that the handler answered with `json(value)`, `unknown` where it answered otherwise. */
export interface RpcEndpoint<TAction extends string, TMethod extends string, TResult, TError extends DeclaredError> {
  readonly method: "rpc";
  readonly "~paths": never;
  readonly action: TAction;
  readonly httpMethod: TMethod;
  readonly result: TResult;
  readonly error: TError;
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}
