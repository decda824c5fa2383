import type { z } from "zod";
import type { ErrorClass } from "../errors.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { AllOptions } from "../types/options-by-kind.js";
import type { ActionPlace, HttpMethod, OperationInfo } from "../types/operation-info.js";
import { type DeclaredResource, returnedRows } from "./action.js";
import type { MiddlewareSpec } from "./middleware.js";
import type { ResourceSpec } from "./resource.js";

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
}

/** The arguments of a handler. Each kind sets some of them. */
export interface HandlerArgs {
  ctx: object;
  signal: AbortSignal;
  id?: unknown;
  input?: unknown;
  related?: unknown;
  filter?: unknown;
  sort?: unknown;
  page?: unknown;
  include?: unknown;
  fields?: unknown;
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

/** Whether an operation changes an existing resource, so that it takes `If-Match` if the resource has versions. */
export function isVersionedChange({ kind }: OperationInfo): boolean {
  const { method, target } = OPERATIONS[kind];
  return method !== "GET" && kind !== "createOne" && target !== "action";
}

/** The type where names in the query start, such as `author__name`: the related type for `getRelated`, the returned type for an action, else its own. */
export function queriedType({ info, resource, options }: OperationSpec): string | undefined {
  if (OPERATIONS[info.kind].relationship !== "any") return returnedRows(options)?.type ?? info.type;
  return resource.relationships.get(info.relationship ?? "")?.target;
}

/** How messages name what an action belongs to. */
const OWNERS: Readonly<Record<ActionPlace, (type: string) => string>> = {
  item: (type) => type,
  collection: (type) => `${type}.collection`,
  api: () => "t",
};

/** The name of an operation in messages, such as `articles.getRelated("author")`. */
export function operationName(info: OperationInfo & { readonly label?: string }): string {
  const { type, kind, relationship, action, place, label } = info;
  if (label !== undefined) return label;
  if (place !== undefined) return `${OWNERS[place](type)}.${kind}${action === "" ? "" : `("${action}")`}`;
  const target = relationship ?? action;
  return target === undefined ? `${type}.${kind}` : `${type}.${kind}("${target}")`;
}
