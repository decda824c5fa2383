import type { z } from "zod";
import { toEnvelope } from "../model/response.js";
import { noIncludes } from "../../wire/include-path.js";
import type { DeclaredOptions, HandlerArgs, OperationSpec } from "../model/operation.js";
import { isAction, operationName } from "../model/operation.js";
import { wrapInMiddleware, type MiddlewareSpec } from "../model/middleware.js";
import { isLinkedPage } from "../model/list-options.js";
import type { CursorPage, NumberPage, OffsetPage, PageDeclaration } from "../types/page.js";
import { defaultOf } from "../../schema/parse-now.js";
import { UNSET, withoutUndefined } from "../unset.js";
import { OPERATIONS } from "../../wire/operations.js";
import { checkOperationSpec } from "../checks/operation.js";
import { type Problems, problemOf } from "../model/problems.js";
import type { ResourceSpec } from "../model/resource.js";
import type { OperationInfo } from "../types/operation-info.js";

/** The arguments of a call. `operation-call.ts` has the types for each kind. */
interface Call {
  readonly ctx: object;
  readonly signal?: AbortSignal;
  readonly id?: unknown;
  readonly input?: object;
  readonly related?: unknown;
  readonly filter?: object;
  readonly any?: readonly object[];
  readonly sort?: readonly unknown[];
  readonly page?: unknown;
  readonly include?: object;
  readonly fields?: object;
  readonly extra?: object;
  readonly after?: string;
}

type Schemas = { readonly [name: string]: z.ZodType } | undefined;

const NEVER_ABORTED = new AbortController().signal;

/** The specs of operations, which are functions. */
const specs = new WeakMap<object, OperationSpec>();

/**
 * Declares an operation, and checks it: the function that users hold. Its problems are kept for the router.
 *
 * @param rest What the user passed behind the names: `(handler)` or `(options, handler)`.
 */
export function declareOperation(
  info: OperationInfo,
  resource: ResourceSpec,
  apiMiddleware: readonly MiddlewareSpec[],
  rest: readonly unknown[],
): object {
  let operation: OperationSpec = { info, resource, options: {}, middleware: apiMiddleware, handler: () => undefined };
  const check = (problems: Problems) => {
    const [options, handler] = splitOptions(info, rest);
    operation = { ...operation, options, middleware: options.middleware ?? apiMiddleware, handler };
    checkOperationSpec(operation, problems);
  };
  const problem = resource.problem ?? problemOf(operationName(info), check);
  const value = problem === undefined ? callable(operation) : () => Promise.reject(problem);
  specs.set(value, { ...operation, problem });
  return value;
}

/** What a value declares. Undefined if `declareOperation` did not make it. */
export function declaredSpec(value: unknown): OperationSpec | undefined {
  return typeof value === "function" ? specs.get(value) : undefined;
}

function splitOptions(info: OperationInfo, rest: readonly unknown[]): [DeclaredOptions, OperationSpec["handler"]] {
  const [first, second] = rest;
  if (typeof first === "function") return [{}, first as OperationSpec["handler"]];
  if (typeof second === "function" && typeof (first ?? {}) === "object")
    return [(first ?? {}) as DeclaredOptions, second as OperationSpec["handler"]];
  const { type, place } = info;
  const named = place === "api" ? "t.router(routes, { actions: { … } })" : `${type}.routes(…).actions({ … })`;
  const isNamed = isAction(info) && typeof first === "string";
  const use = isNamed
    ? `only rpc takes a name. Name it there: ${named}.`
    : "pass a handler, or options followed by a handler.";
  throw new TypeError(`${operationName(info)}: ${use}`);
}

/** Makes the function of an operation. It adds defaults, runs the middleware and returns an envelope; it parses nothing. */
function callable(operation: OperationSpec): (call: Call) => unknown {
  const run = wrapInMiddleware(operation.info, operation.middleware, operation.handler);
  const none = noIncludes(operation.options.include ?? []);
  if (operation.info.kind === "stream") return (call) => eventsOf(async () => run(argsOf(operation, call, none)));
  if (isAction(operation.info)) return async (call) => run(argsOf(operation, call, none));
  return async (call) => {
    const result = await run(argsOf(operation, call, none));
    return OPERATIONS[operation.info.kind].response === "none" ? undefined : toEnvelope(result);
  };
}

/** The events of a stream, whose middleware runs when they are first asked for. */
async function* eventsOf(run: () => Promise<unknown>): AsyncGenerator<unknown> {
  yield* toEnvelope(await run()).data as AsyncIterable<unknown>; // the handler's type requires it
}

function argsOf({ info, options, resource }: OperationSpec, call: Call, none: object): HandlerArgs {
  const { ctx, signal = NEVER_ABORTED, id, input, related, sort = [], fields = {}, after } = call;
  const unset = info.kind === "editOne" ? [...resource.editFields].map((field) => [field, UNSET]) : [];
  return {
    ctx,
    signal,
    id,
    input: info.kind === "editOne" ? { ...Object.fromEntries(unset), ...withoutUndefined(input ?? {}) } : input,
    related,
    include: { ...none, ...call.include },
    fields,
    filter: withDefaults("filter", options.filter, call.filter),
    any: call.any ?? [],
    extra: withDefaults("extra", options.extra, call.extra),
    sort,
    page: pageWithDefaults(options.page, call.page),
    after,
  };
}

function withDefaults(within: string, schemas: Schemas, values: object = {}): object {
  const defaults = Object.entries(schemas ?? {}).map(([name, schema]) => [
    name,
    defaultOf(schema, `${within}.${name}`),
  ]);
  return { ...Object.fromEntries(defaults), ...withoutUndefined(values) };
}

function pageWithDefaults(declaration: PageDeclaration, page: unknown): unknown {
  if (declaration === undefined) return undefined;
  if (isLinkedPage(declaration)) {
    return { ...pageDefaults(declaration), ...(page as object | undefined) }; // typed by the caller's signature
  }
  if ("_zod" in declaration) return page ?? defaultOf(declaration as unknown as z.ZodType, "page"); // a `Schema` is a Zod schema
  return withDefaults("page", declaration as unknown as Schemas, page as object | undefined);
}

function pageDefaults(declaration: OffsetPage | NumberPage | CursorPage): object {
  switch (declaration["~page"]) {
    case "offset":
      return { offset: 0, limit: declaration.limit };
    case "number":
      return { number: 1, size: declaration.size };
    case "cursor":
      return { size: declaration.size };
  }
}
