import type { z } from "zod";
import type { PageDeclaration } from "../types/page.js";
import type { ErrorClass } from "../errors.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { HttpMethod, OperationInfo } from "../types/operation-info.js";
import type { MiddlewareSpec } from "./middleware.js";
import type { ResourceSpec } from "./resource.js";
import type { SortDeclaration } from "../types/sort.js";

/** The options of all kinds together. */
export interface DeclaredOptions {
  readonly errors?: readonly ErrorClass[];
  readonly sparse?: boolean;
  readonly include?: readonly string[];
  readonly middleware?: readonly MiddlewareSpec[];
  readonly filter?: { readonly [name: string]: z.ZodType };
  readonly sort?: SortDeclaration;
  readonly page?: PageDeclaration;
  readonly extra?: { readonly [name: string]: z.ZodType };
  readonly affects?: readonly string[];
  readonly method?: HttpMethod;
  readonly pathOperation?: object;
  readonly timeout?: number;
  readonly bodySize?: number;
  readonly summary?: string;
  readonly description?: string;
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
  request?: Request;
}

/** The HTTP method of an operation. Only an rpc can choose one. */
export function methodOf({ info, options }: OperationSpec): HttpMethod {
  return options.method ?? OPERATIONS[info.kind].method;
}

/** The type where names in the query start, such as `author__name`: the related type for `getRelated`, else its own. */
export function queriedType({ info, resource }: OperationSpec): string | undefined {
  if (OPERATIONS[info.kind].relationship !== "any") return info.type;
  return resource.relationships.get(info.relationship ?? "")?.target;
}

/** The name of an operation in messages, such as `articles.getRelated("author")`. */
export function operationName({ type, kind, relationship, action }: OperationInfo): string {
  const target = relationship ?? action;
  return target === undefined ? `${type}.${kind}` : `${type}.${kind}("${target}")`;
}
