import type { DeclaredError } from "../errors.js";
import type { NotAllowed } from "./not-allowed.js";

/** The part of a Zod schema that our types read. It is small, so that comparing two schemas is cheap. */
export interface Schema {
  // biome-ignore lint/suspicious/noExplicitAny: `unknown` would make every schema's input and output unknown where TypeScript falls back to the constraint
  readonly _zod: { readonly input: any; readonly output: any };
}

/** A schema whose values a path can contain: `z.int()`, `z.string()` or `z.uuid()`. */
export interface IdSchema extends Schema {
  // biome-ignore lint/suspicious/noExplicitAny: as in `Schema`
  readonly _zod: { readonly input: any; readonly output: string | number };
}

/** A value that a query string can contain. */
type QueryValue = string | number | boolean | bigint | Date | null | undefined | readonly QueryValue[];

/** A schema that reads such a value. A coercing schema may be given any value, so its result counts. */
export type QuerySchema = ReadsQuery | MakesQuery;

interface ReadsQuery extends Schema {
  // biome-ignore lint/suspicious/noExplicitAny: as in `Schema`
  readonly _zod: { readonly input: QueryValue; readonly output: any };
}
interface MakesQuery extends Schema {
  // biome-ignore lint/suspicious/noExplicitAny: as in `Schema`
  readonly _zod: { readonly input: any; readonly output: QueryValue };
}

/** Schemas of query parameters by name. */
export interface QueryShape {
  readonly [name: string]: QuerySchema;
}

/** Zod schemas by name: attributes, filters, page members or extra parameters. */
export interface Shape {
  readonly [name: string]: Schema;
}

/**
 * An operation as the router's type keeps it: what a client needs to call it. The context, the handler and the middleware
 * are left out, so a client that imports the type sees no server code.
 */
export interface Endpoint {
  readonly method: "get" | "list" | "create" | "update" | "delete" | "related" | "relationship" | "rpc";
  /** The declared include paths, starting at the resource of the operation. The router checks them. */
  readonly "~paths": string;
  readonly error: DeclaredError;
}

// Endpoints repeat a few members, because a generic base type costs instantiations: see docs/evidence/type-cost.md

/**
 * The paths that a client may include: the declared ones and their prefixes. `IncludablePath<"author__team">` is
 * `"author" | "author__team"`.
 */
export type IncludablePath<TInclude extends string> = [TInclude] extends [never]
  ? string & NotAllowed<"this operation declares no include paths">
  : WithPrefixes<TInclude>;

/**
 * Lets a client pick an endpoint from a union: `Endpoints["get"]` is the `GetEndpoint`, because the member `get` of all
 * others is never.
 */
interface NotPicked {
  readonly get: never;
  readonly list: never;
  readonly create: never;
  readonly update: never;
}

/** The members that `get`, `list`, `create` and `update` share. */
interface ReadEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError> {
  readonly "~paths": TInclude;
  readonly include: TInclude;
  readonly "~includePath": IncludablePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
}

/** Whether the requests of an operation have an `Idempotency-Key`. */
export type KeyUsage = "none" | "optional" | "required";

export interface GetEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError>
  extends ReadEndpoint<TInclude, TSparse, TError>,
    Omit<NotPicked, "get"> {
  readonly method: "get";
  readonly get: GetEndpoint<TInclude, TSparse, TError>;
}

export interface CreateEndpoint<
  TInclude extends string,
  TSparse extends boolean,
  TError extends DeclaredError,
  TKey extends KeyUsage = "none",
> extends ReadEndpoint<TInclude, TSparse, TError>,
    Omit<NotPicked, "create"> {
  readonly method: "create";
  readonly create: CreateEndpoint<TInclude, TSparse, TError, TKey>;
  readonly "~key": TKey;
}

export interface UpdateEndpoint<TInclude extends string, TSparse extends boolean, TError extends DeclaredError>
  extends ReadEndpoint<TInclude, TSparse, TError>,
    Omit<NotPicked, "update"> {
  readonly method: "update";
  readonly update: UpdateEndpoint<TInclude, TSparse, TError>;
}

export interface DeleteEndpoint<TError extends DeclaredError> extends NotPicked {
  readonly method: "delete";
  readonly "~paths": never;
  readonly error: TError;
}

/** `TSort` is the union of the keys that a client may send, such as `"title" | "-title"`. */
export interface ListEndpoint<
  TFilter,
  TSort,
  TPage,
  TExtra,
  TInclude extends string,
  TSparse extends boolean,
  TError extends DeclaredError,
  TAny extends boolean = false,
> extends ReadEndpoint<TInclude, TSparse, TError>,
    Omit<NotPicked, "list"> {
  readonly method: "list";
  readonly filter: TFilter;
  readonly "~filters": [RequiredFilter<TFilter[keyof TFilter]>] extends [never] ? "optional" : "required";
  readonly any: TAny;
  readonly sort: TSort;
  readonly page: TPage;
  readonly extra: TExtra;
  readonly list: ListEndpoint<TFilter, TSort, TPage, TExtra, TInclude, TSparse, TError, TAny>;
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
  TAny extends boolean = false,
  TIncluded extends boolean = false,
> extends NotPicked {
  readonly method: "related";
  readonly "~paths": `${TRelationship}__${TInclude}`;
  readonly relationship: TRelationship;
  readonly include: TInclude;
  readonly "~includePath": IncludablePath<TInclude>;
  readonly sparse: TSparse;
  readonly error: TError;
  readonly filter: TFilter;
  readonly "~filters": [RequiredFilter<TFilter[keyof TFilter]>] extends [never] ? "optional" : "required";
  readonly any: TAny;
  /** Whether includes of the relationship take the filters and the sorts of this list, and a limit. */
  readonly included: TIncluded;
  readonly sort: TSort;
  readonly page: TPage;
  readonly extra: TExtra;
}

export type RelationshipAction = "get" | "set" | "add" | "remove" | "reset";

/** With a related endpoint, the router also adds the relationship endpoint whose action is `get`. */
export interface RelationshipEndpoint<
  TRelationship extends string,
  TAction extends RelationshipAction,
  TError extends DeclaredError,
> extends NotPicked {
  readonly method: "relationship";
  readonly "~paths": never;
  readonly relationship: TRelationship;
  readonly action: TAction;
  readonly error: TError;
}

/** `TResult` is the type of `value` if the handler returns `json(value)`, and `unknown` for any other response. */
export interface RpcEndpoint<TAction extends string, TMethod extends string, TResult, TError extends DeclaredError>
  extends NotPicked {
  readonly method: "rpc";
  readonly "~paths": never;
  readonly action: TAction;
  readonly httpMethod: TMethod;
  readonly result: TResult;
  readonly error: TError;
}

/** The schemas of filters that a client must send, among a union of schemas. A mapped type by name costs 37 instantiations more. */
type RequiredFilter<TSchema> = TSchema extends Schema
  ? undefined extends TSchema["_zod"]["input"]
    ? never
    : TSchema
  : never;

/** `WithPrefixes<"a__b__c">` is `"a" | "a__b" | "a__b__c"`, because a path also declares its prefixes. */
export type WithPrefixes<P extends string> = P extends `${string}__${string}` ? Segments<P> : P;

/** The same, for a path of two or more names. */
type Segments<P extends string> = P extends `${infer H}__${infer T}` ? H | `${H}__${WithPrefixes<T>}` : never;

/** The flags of a handler. `IncludeFlags<"a__b">` is `{ readonly a: boolean; readonly a__b: boolean }`. */
export type IncludeFlags<P extends string> = { readonly [K in WithPrefixes<P>]: boolean } & {};
