import type { z } from "zod";
import { LONGEST_TIMEOUT, requireLimit } from "../model/limit.js";
import { checkSegment, closest, listNames } from "../model/names.js";
import { type DeclaredOptions, methodOf, type OperationSpec, operationName } from "../model/operation.js";
import { type OperationKind, OPERATIONS } from "../../wire/operations.js";
import { isLinkedPage } from "../model/page.js";
import { QUERY_KINDS, queryValue } from "../../schema/query-value.js";
import { headOf, segmentsOf } from "../../wire/include-path.js";

/** The options of a kind, in the order of the messages. */
function optionsOf(kind: OperationKind): readonly string[] {
  if (kind === "rpc") return ["method", "pathOperation", "middleware", "timeout", "bodySize", "affects"];
  const { method, query } = OPERATIONS[kind];
  return [
    ...["errors", "middleware", "summary", "description", "pathOperation", "timeout"],
    ...query.map((part) => (part === "fields" ? "sparse" : part)),
    ...(method === "GET" ? [] : ["affects"]),
  ];
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const STANDARD_PARAMETERS: ReadonlySet<string> = new Set(["filter", "sort", "page", "include", "fields"]);

/** Throws if an operation is wrong by itself. `checkRouter` finds conflicts between resources. */
export function checkOperationSpec(operation: OperationSpec): void {
  checkOptionNames(operation);
  checkRelationship(operation);
  checkErrors(operation);
  checkLimits(operation);
  checkQuery(operation);
  checkFirstSegments(operation);
  if (operation.info.kind === "rpc") checkRpc(operation);
}

function fail(operation: OperationSpec, sentence: string): never {
  throw new TypeError(`${operationName(operation.info)}: ${sentence}`);
}

function checkOptionNames(operation: OperationSpec): void {
  const allowed = optionsOf(operation.info.kind);
  for (const name of Object.keys(operation.options)) {
    if (allowed.includes(name)) continue;
    const guess = closest(name, allowed);
    fail(operation, `unknown option "${name}". ${guess ? `Did you mean "${guess}"?` : `Use ${listNames(allowed)}.`}`);
  }
}

function checkRelationship({ info, resource, options }: OperationSpec): void {
  if (info.relationship === undefined) return;
  const relationship = resource.relationships.get(info.relationship);
  const where = operationName(info);
  if (relationship === undefined) {
    throw new TypeError(
      `${where}: "${info.type}" has no relationship "${info.relationship}". It has ${listNames(resource.relationships.keys())}.`,
    );
  }
  if (info.kind === "getRelated" && !relationship.many) refuseListOptions(where, info.relationship, options);
  const arity = OPERATIONS[info.kind].relationship;
  const actual = relationship.many ? "to-many" : "to-one";
  if (arity === "any" || arity === actual) return;
  const instead = relationship.many ? "resetRelationship" : "editRelationship";
  throw new TypeError(
    `${where}: "${info.relationship}" is ${actual}, but ${info.kind} is for ${arity}. Use ${instead}.`,
  );
}

function refuseListOptions(where: string, name: string, options: DeclaredOptions): void {
  for (const option of ["sort", "page"] as const) {
    if (options[option] !== undefined)
      throw new TypeError(`${where}: "${name}" is to-one, but ${option} is for lists.`);
  }
}

function checkErrors(operation: OperationSpec): void {
  for (const error of operation.options.errors ?? []) {
    if (typeof error === "function" && "~error" in error) continue;
    fail(
      operation,
      "errors contains a value that is not an error class. Use NotFound, Conflict, …, or a class made by apiError.",
    );
  }
}

function checkLimits({ info, options: { timeout, bodySize } }: OperationSpec): void {
  if (timeout !== undefined) requireLimit(`${operationName(info)}: timeout`, timeout, LONGEST_TIMEOUT);
  if (bodySize !== undefined) requireLimit(`${operationName(info)}: bodySize`, bodySize);
}

function checkQuery(operation: OperationSpec): void {
  const { filter, extra, page } = operation.options;
  for (const [name, schema] of Object.entries(filter ?? {})) {
    for (const segment of segmentsOf(name)) {
      if (segment === "" || /[[\]]/.test(segment)) {
        fail(
          operation,
          `the filter "${name}" has an empty or bracketed segment. Write it like title__contains, for filter[title][contains].`,
        );
      }
    }
    checkQueryValue(operation, `the filter "${name}"`, schema);
  }
  for (const [name, schema] of Object.entries(extra ?? {})) {
    const base = name.split("[")[0] ?? name;
    if (STANDARD_PARAMETERS.has(base))
      fail(operation, `extra must not declare "${name}": JSON:API reserves that name.`);
    checkQueryValue(operation, `the extra parameter "${name}"`, schema);
  }
  if (page === undefined || isLinkedPage(page)) return;
  if ("_zod" in page) {
    checkQueryValue(operation, "page", page as unknown as z.ZodType); // a `Schema` is a Zod schema
    return;
  }
  for (const [name, schema] of Object.entries(page)) {
    checkQueryValue(operation, `page[${name}]`, schema as unknown as z.ZodType);
  }
}

function checkQueryValue(operation: OperationSpec, what: string, schema: z.ZodType): void {
  const value = queryValue(schema);
  if (typeof value !== "string") return;
  fail(operation, `${what} cannot be sent in a query string: it is ${value}. Use ${QUERY_KINDS}.`);
}

/** Skips `getRelated`: its paths start at the related resource, which only the router knows. */
function checkFirstSegments(operation: OperationSpec): void {
  if (operation.info.kind === "getRelated") return;
  for (const path of operation.options.include ?? []) {
    const head = headOf(path);
    if (operation.resource.relationships.has(head)) continue;
    fail(operation, `include "${path}": "${operation.info.type}" has no relationship "${head}".`);
  }
}

function checkRpc(operation: OperationSpec): void {
  const { info, options, resource } = operation;
  const action = info.action ?? "";
  checkSegment("action", action, `${info.type}.rpc`);
  if (action === "relationship")
    fail(operation, 'an action called "relationship" would shadow the relationship endpoints. Rename it.');
  if (resource.relationships.has(action) && methodOf(operation) === "GET") {
    fail(
      operation,
      `a GET action called "${action}" would shadow the related endpoint of that relationship. Rename it.`,
    );
  }
  if (!METHODS.has(methodOf(operation)))
    fail(operation, `unknown method "${options.method}". Use GET, POST, PUT, PATCH or DELETE.`);
}
