import type { z } from "zod";
import type { ErrorClass } from "../errors.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { AllOptions } from "../types/options-by-kind.js";
import type { HttpMethod, OperationInfo } from "../types/operation-info.js";
import type { IncludeQueries } from "../types/include-query.js";
import type { MiddlewareSpec } from "./middleware.js";
import { type ResourceSpec, targetTypes } from "./resource.js";

/** The options of all kinds together, with the values that the engine reads. */
export interface DeclaredOptions extends Omit<AllOptions, keyof EngineOptions>, EngineOptions {}

/** The options that are more precise here, because the types for users contain only what a declaration needs. */
interface EngineOptions {
  readonly errors?: readonly ErrorClass[];
  readonly include?: readonly string[];
  readonly middleware?: readonly MiddlewareSpec[];
  readonly filter?: { readonly [name: string]: z.ZodType };
  readonly extra?: { readonly [name: string]: z.ZodType };
  readonly input?: z.ZodType | undefined;
  readonly output?: z.ZodType;
  readonly events?: { readonly [name: string]: z.ZodType };
  readonly returns?: DeclaredResource | readonly DeclaredResource[];
}

/** A registered operation, without its types. */
export interface OperationSpec {
  readonly info: OperationInfo;
  readonly resource: ResourceSpec;
  readonly options: DeclaredOptions;
  /** The middleware of the operation, or else of the API. */
  readonly middleware: readonly MiddlewareSpec[];
  readonly handler: (args: HandlerArgs) => unknown;
  /** What is wrong with the declaration. `t.router` lists it, and each call throws it. */
  readonly problem?: TypeError | undefined;
}

/** The arguments of a handler. Each kind sets some of them. */
export interface HandlerArgs {
  ctx: object;
  signal: AbortSignal;
  id?: unknown;
  input?: unknown;
  related?: unknown;
  filter?: unknown;
  any?: unknown;
  sort?: unknown;
  page?: unknown;
  include?: unknown;
  fields?: unknown;
  /** Only if the request asks something of its includes. */
  includeQueries?: IncludeQueries;
  extra?: unknown;
  /** The version that the request states. Only for changes of resources with versions. */
  expected?: unknown;
  request?: Request;
  after?: string | undefined;
}

/** The HTTP method of an operation. Only an rpc can choose one. */
export function methodOf({ info, options }: OperationSpec): HttpMethod {
  return options.method ?? OPERATIONS[info.kind].method;
}

/** Whether an operation changes an existing resource that has versions, so that it takes `If-Match`. */
export function isVersionedChange({ info: { kind }, resource }: OperationSpec): boolean {
  const { method, target } = OPERATIONS[kind];
  return resource.version !== undefined && method !== "GET" && kind !== "createOne" && target !== "action";
}

/** The types where names in the query start, such as `author__name`: the related types for `getRelated`, the returned type for an action, else its own. */
export function queriedTypes({ info, resource, options }: OperationSpec): readonly string[] {
  if (OPERATIONS[info.kind].relationship !== "any") return [returnedRows(options)?.type ?? info.type];
  return targetTypes(resource.relationships.get(info.relationship ?? ""));
}

/** The name of an operation in messages, such as `articles.getRelated("author")`. */
export function operationName(info: OperationInfo & { readonly label?: string }): string {
  const { type, kind, relationship, action, place, label } = info;
  if (label !== undefined) return label;
  const owner = place === "api" ? "t" : place === "collection" ? `${type}.collection` : type;
  const target = relationship ?? (action === "" ? undefined : action); // an action has no name before it is registered
  return target === undefined ? `${owner}.${kind}` : `${owner}.${kind}("${target}")`;
}

/** A resource as the option `returns` refers to it. */
export interface DeclaredResource {
  readonly type: string;
}

/** What `returns: tickets` or `returns: [tickets]` declares. Undefined for an action that returns no rows. */
export function returnedRows({ returns }: DeclaredOptions) {
  if (returns === undefined) return undefined;
  const isMany = Array.isArray(returns);
  const [resource] = [returns].flat();
  return resource && { type: resource.type, isMany };
}

/** Whether an operation is a command, a query or a stream. */
export function isAction({ kind }: OperationInfo): boolean {
  return kind === "command" || kind === "query" || kind === "stream";
}

/** Throws a TypeError that begins with the name of the operation. */
export function fail({ info }: OperationSpec, sentence: string): never {
  throw new TypeError(`${operationName(info)}: ${sentence}`);
}
