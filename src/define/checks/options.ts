import type { z } from "zod";
import { fileMembers, inputMembers, inputProblem, isObjectSchema, isOneObject } from "../../schema/input-schema.js";
import { QUERY_KINDS, queryValue } from "../../schema/query-value.js";
import { schemaProblem } from "../../schema/schema-problem.js";
import { OWN_EVENTS } from "../../wire/events.js";
import { headOf, segmentsOf } from "../../wire/include-path.js";
import type { OperationKind } from "../../wire/operations.js";
import { LONGEST_TIMEOUT, requireLimit } from "../model/limit.js";
import { type DeclaredOptions, type OperationSpec, operationName, fail } from "../model/operation.js";
import { isLinkedPage, sortNames } from "../model/list-options.js";
import type { OptionsByKind } from "../types/options-by-kind.js";
import type {
  AnyChangeOptions,
  AnyCreateOptions,
  AnyListOptions,
  AnyOptions,
  AnyReadOptions,
  AnyWriteOptions,
} from "../types/options.js";
import type { SortDeclaration } from "../types/sort.js";
import type { AnyQueryOptions } from "../types/action-options.js";

/** Throws if the value of an option is wrong. */
export type OptionCheck<TValue> = (value: TValue, operation: OperationSpec) => void;

/** A check for each option, in the order in which messages list the options. An option without a check does not compile. */
type OptionChecks<O> = {
  readonly [K in keyof O]-?: OptionCheck<NonNullable<DeclaredOptions[K & keyof DeclaredOptions]>>;
};

/** For options that their type alone describes. */
const unchecked = () => undefined;

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const STANDARD_PARAMETERS: ReadonlySet<string> = new Set(["filter", "sort", "page", "include", "fields"]);

const EVERY: OptionChecks<AnyOptions> = {
  errors: checkErrors,
  middleware: unchecked,
  summary: unchecked,
  description: unchecked,
  pathOperation: unchecked,
  timeout: checkTimeout,
};
const READ: OptionChecks<AnyReadOptions> = { ...EVERY, include: checkInclude, sparse: unchecked };
const LIST: OptionChecks<AnyListOptions> = {
  ...READ,
  filter: checkFilter,
  alternatives: checkAlternatives,
  sort: checkSort,
  page: checkPage,
  extra: checkExtra,
};
const WRITE: OptionChecks<AnyWriteOptions> = { ...READ, affects: unchecked };
const CREATE: OptionChecks<AnyCreateOptions> = { ...WRITE, idempotent: checkIdempotent };
const CHANGE: OptionChecks<AnyChangeOptions> = { ...EVERY, affects: unchecked };

const RESULT: Omit<OptionChecks<AnyQueryOptions>, "input"> = {
  ...EVERY,
  returns: checkReturns,
  include: checkActionInclude,
  output: checkOutput,
};

/** The options of each kind of operation, each with the check of its value. */
export const OPTION_CHECKS: { readonly [K in OperationKind]: OptionChecks<OptionsByKind[K]> } = {
  getOne: READ,
  getMany: LIST,
  createOne: CREATE,
  editOne: WRITE,
  deleteOne: CHANGE,
  getRelated: { ...LIST, include: unchecked, included: (_, operation) => checkIsList("included", operation) }, // `include` starts at the related resource, which only the router knows
  getRelationship: EVERY,
  editRelationship: CHANGE,
  addToRelationship: CHANGE,
  removeFromRelationship: CHANGE,
  resetRelationship: CHANGE,
  rpc: {
    method: checkMethod,
    pathOperation: unchecked,
    middleware: unchecked,
    timeout: checkTimeout,
    bodySize: checkBodySize,
    affects: unchecked,
  },
  command: {
    ...RESULT,
    bodySize: checkBodySize,
    status: checkStatus,
    affects: unchecked,
    input: checkInput,
    idempotent: checkIdempotent,
  },
  query: { ...RESULT, input: checkQueryInput },
  stream: { ...EVERY, input: checkQueryInput, events: checkEvents },
};

function checkIdempotent(value: unknown, operation: OperationSpec): void {
  if (typeof value !== "boolean" && value !== "required")
    fail(operation, 'idempotent must be true, false or "required".');
  const { input } = operation.options; // only commands have it
  if (!value || input === undefined) return;
  checkInput(input, operation);
  if (fileMembers(input).size === 0) return;
  fail(
    operation,
    "a form with files cannot be idempotent, because its body is not kept. Upload the files with another command.",
  );
}

function checkErrors(errors: readonly unknown[], operation: OperationSpec): void {
  for (const error of errors) {
    if (typeof error === "function" && "~error" in error) continue;
    fail(
      operation,
      "errors contains a value that is not an error class. Use NotFound, Conflict, …, or a class made by apiError.",
    );
  }
}

function checkTimeout(milliseconds: number, { info }: OperationSpec): void {
  requireLimit(`${operationName(info)}: timeout`, milliseconds, LONGEST_TIMEOUT);
}

function checkInclude(paths: readonly string[], operation: OperationSpec): void {
  for (const path of paths) {
    const head = headOf(path);
    if (operation.resource.relationships.has(head)) continue;
    fail(operation, `include "${path}": "${operation.info.type}" has no relationship "${head}".`);
  }
}

function checkIsList(option: string, operation: OperationSpec): void {
  const { relationship } = operation.info;
  if (relationship !== undefined && !operation.resource.relationships.get(relationship)?.many)
    fail(operation, `"${relationship}" is to-one, but ${option} is for lists.`);
}

/** @param example How to write the schema. */
function requireSchema(operation: OperationSpec, what: string, schema: unknown, example = "z.object({ … })"): void {
  if (typeof schema === "object" && schema !== null && "_zod" in schema) return;
  fail(operation, `${what} must be a Zod 4 schema: ${example}.`);
}

function checkFilter(schemas: Readonly<Record<string, z.ZodType>>, operation: OperationSpec): void {
  for (const [name, schema] of Object.entries(schemas)) {
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
}

const MOST_GROUPS = 8;

function checkAlternatives(alternatives: number, operation: OperationSpec): void {
  checkIsList("alternatives", operation);
  const { filter = {} } = operation.options;
  if (!Number.isInteger(alternatives) || alternatives < 1 || alternatives > MOST_GROUPS)
    fail(operation, `alternatives must be an integer from 1 to ${MOST_GROUPS}; received ${alternatives}.`);
  const reserved = Object.keys(filter).find((name) => headOf(name) === "any");
  if (reserved !== undefined)
    fail(
      operation,
      `the filter "${reserved}" needs another name: beside alternatives, filter[any] means groups of filters.`,
    );
  if (Object.keys(filter).length === 0)
    fail(operation, "alternatives are groups of filters, and it declares no filter. Add filter: { … }.");
}

/** In a URL, a minus says descending, and a comma separates names. */
function checkSort(sort: SortDeclaration, operation: OperationSpec): void {
  checkIsList("sort", operation);
  for (const name of sortNames(sort)?.keys() ?? []) {
    if (name.startsWith("-")) {
      const bareName = name.replace(/^-+/, "") || "title";
      fail(
        operation,
        `the sort name "${name}" begins with "-", which means descending in a URL. Write "${bareName}", and requests choose sort=${bareName} or sort=-${bareName}. To allow descending only, write sort: { ${bareName}: "desc" }.`,
      );
    }
    if (name === "" || name.includes(","))
      fail(operation, `the sort name "${name}" is empty or has a comma, so no request could use it.`);
  }
}

function checkExtra(schemas: Readonly<Record<string, z.ZodType>>, operation: OperationSpec): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const base = name.split("[")[0] ?? name;
    if (STANDARD_PARAMETERS.has(base))
      fail(operation, `extra must not declare "${name}": JSON:API reserves that name.`);
    checkQueryValue(operation, `the extra parameter "${name}"`, schema);
  }
}

function checkPage(page: NonNullable<DeclaredOptions["page"]>, operation: OperationSpec): void {
  checkIsList("page", operation);
  if (isLinkedPage(page)) return;
  // A `Schema` is a Zod schema.
  if ("_zod" in page) checkQueryValue(operation, "page", page as unknown as z.ZodType);
  else
    for (const [name, schema] of Object.entries(page)) checkQueryValue(operation, `page[${name}]`, schema as z.ZodType);
}

/** @param instead The end of the message. */
function checkQueryValue(operation: OperationSpec, what: string, schema: z.ZodType, instead = ""): void {
  requireSchema(operation, what, schema, "z.string()");
  const value = queryValue(schema);
  if (typeof value !== "string") return;
  fail(operation, `${what} cannot be sent in a query string: it is ${value}. Use ${QUERY_KINDS}.${instead}`);
}

function checkBodySize(bytes: number, { info }: OperationSpec): void {
  requireLimit(`${operationName(info)}: bodySize`, bytes);
}

function checkStatus(status: number, operation: OperationSpec): void {
  if (![200, 201, 202].includes(status)) fail(operation, `status must be 200, 201 or 202; received ${status}.`);
}

function checkReturns(returns: unknown, operation: OperationSpec): void {
  const rows: object = [returns].flat()[0] ?? {};
  if (!("routes" in rows) || (Array.isArray(returns) && returns.length !== 1)) {
    fail(operation, "returns must be a resource, or a list that contains only a resource: returns: [tickets].");
  }
}

function checkActionInclude(_: unknown, operation: OperationSpec): void {
  if (operation.options.returns === undefined)
    fail(operation, "include needs the resource whose rows are returned. Add returns: tickets.");
}

function checkOutput(output: z.ZodType, operation: OperationSpec): void {
  if (operation.options.returns !== undefined)
    fail(operation, "an action has either returns (rows) or output (a value). Remove one.");
  checkCarried(operation, "output", output);
}

function checkEvents(events: Readonly<Record<string, z.ZodType>>, operation: OperationSpec): void {
  for (const [name, schema] of Object.entries(events)) {
    if (/[\r\n\0]/.test(name) || name === "" || name.startsWith(OWN_EVENTS))
      fail(
        operation,
        `the event "${name}" needs another name: not empty, on one line, and not beginning with "${OWN_EVENTS}".`,
      );
    checkCarried(operation, `the event "${name}"`, schema);
  }
}

function checkInput(input: z.ZodType, operation: OperationSpec): void {
  requireSchema(operation, "the input of an action", input);
  if (!isObjectSchema(input)) fail(operation, "the input of an action must be an object: z.object({ … }).");
  const problem = inputProblem(input);
  if (problem !== undefined) fail(operation, `the input ${problem}. Use another schema.`);
}

function checkQueryInput(input: z.ZodType, operation: OperationSpec): void {
  checkInput(input, operation);
  const instead = operation.info.kind === "query" ? " Or make it a command." : "";
  if (!isOneObject(input))
    fail(operation, `each member of the input is a parameter, so it must be one object: z.object({ … }).${instead}`);
  for (const [name, schema] of inputMembers(input)) checkQueryValue(operation, `the input "${name}"`, schema, instead);
}

function checkCarried(operation: OperationSpec, what: string, schema: z.ZodType): void {
  requireSchema(operation, what, schema);
  const problem = schemaProblem(schema);
  if (problem !== undefined) fail(operation, `${what} ${problem}. Use another schema.`);
}

function checkMethod(method: string, operation: OperationSpec): void {
  const { action = "" } = operation.info;
  if (!METHODS.has(method)) fail(operation, `unknown method "${method}". Use GET, POST, PUT, PATCH or DELETE.`);
  if (method === "GET" && operation.resource.relationships.has(action)) {
    fail(
      operation,
      `a GET action called "${action}" would shadow the related endpoint of that relationship. Rename it.`,
    );
  }
}
