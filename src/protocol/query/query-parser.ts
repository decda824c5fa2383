import { type ResourceSpec, fanOutOf } from "../../define/model/resource.js";
import { listNames } from "../../define/model/names.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { IncludeQueries } from "../../define/types/include-query.js";
import type { Limits } from "../limits.js";
import { adviseOnce, errorObject, MAX_ERRORS, parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/json-text.js";
import { reachableTypes, primaryResources, targetsOf } from "../reachable-types.js";
import { Alternatives } from "./alternatives.js";
import { IncludeQueryParameters, type RelatedOf } from "./include-queries.js";
import { fieldsParameter, IncludeParameter, SortParameter } from "./name-parameters.js";
import { addError, NO_FIELDSETS, type Parameter, type ParsedQuery, type QueryBuilder } from "./parsed-query.js";
import { canonicalQuery, joinLists, parseQueryString, type RawParameter } from "./query-string.js";
import { inputParameters, type PageReader, pageReader, ValueParameter } from "./value-parameters.js";
import { OPERATIONS } from "../../wire/operations.js";
import { filterParameter, type IncludeNode, pathName } from "../../wire/include-path.js";
import { isLinkedPage } from "../../define/model/list-options.js";

/** A parsed query string, and its errors. */
export interface ReadQuery {
  readonly query: ParsedQuery;
  readonly errors: readonly ErrorObject[];
}

/** Parses the query strings of one operation. */
export class QueryParser {
  readonly #name: string;
  readonly #parameters: ReadonlyMap<string, Parameter>;
  /** The names of the parameters that are comma-separated lists. */
  readonly #lists: ReadonlySet<string>;
  /** The parameters that have a default, or are required. */
  readonly #defaulted: readonly Parameter[];
  /** The filters, if more are declared than a request may have. */
  readonly #limited: ReadonlySet<Parameter>;
  readonly #alternatives: Alternatives | undefined;
  readonly #noIncludes: Readonly<Record<string, boolean>>;
  readonly #limits: Limits;
  readonly #sparse: boolean;
  readonly #page: PageReader;
  readonly #includeCost: ReturnType<typeof includeCost>;
  readonly #includeQueries: IncludeQueryParameters | undefined;
  /** A cache for operations that take only `include` and `fields`: see {@link QueryParser.read}. */
  readonly #cache: Map<string, ReadQuery> | undefined;

  /** @param relatedOf Finds the lists that say what includes take. Without it, includes take nothing. */
  constructor(
    operation: OperationSpec,
    resources: ReadonlyMap<string, ResourceSpec>,
    limits: Limits,
    relatedOf?: RelatedOf,
  ) {
    const { info, options } = operation;
    this.#page = pageReader(options.page);
    const include = new IncludeParameter(options.include ?? [], limits);
    const filters = Object.entries(options.filter ?? {}).map(
      ([name, schema]) => new ValueParameter(filterParameter(name), schema, "filter", name),
    );
    const parameters: Parameter[] = [
      ...filters,
      ...Object.entries(options.extra ?? {}).map(([name, schema]) => new ValueParameter(name, schema, "extra", name)),
      ...inputParameters(options.input),
      ...this.#page.parameters,
    ];
    this.#sparse = options.sparse ?? true;
    if (options.sort !== undefined && !(Array.isArray(options.sort) && options.sort.length === 0))
      parameters.push(new SortParameter(options.sort, limits.sortKeys));
    if (OPERATIONS[info.kind].query.some((part) => part === "include")) {
      parameters.push(include);
      if (this.#sparse) parameters.push(...reachableTypes(operation, resources).map(fieldsParameter));
    }
    const { method, query } = OPERATIONS[info.kind];
    const takesQueries = relatedOf && method === "GET" && query.some((part) => part === "include");
    this.#includeQueries = takesQueries
      ? new IncludeQueryParameters(operation, resources, limits, relatedOf)
      : undefined;
    const { filters: queryFilters = [], others = [] } = this.#includeQueries ?? {};
    const hasValues = parameters.some(({ description: { takes } }) => takes !== "includes" && takes !== "fields");
    parameters.push(...queryFilters, ...others);
    const { alternatives = 0 } = options;
    this.#alternatives = alternatives > 0 ? new Alternatives(options.filter ?? {}, alternatives) : undefined;
    const grouped = [...(this.#alternatives?.parameters.values() ?? [])];
    const allFilters = [...filters, ...queryFilters, ...grouped];
    this.#limited = new Set(allFilters.length > limits.filters ? allFilters : []); // because each may be sent once
    this.#name = operationName(info);
    this.#parameters = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    this.#lists = new Set([...parameters, ...grouped].filter(isList).map(({ name }) => name));
    this.#defaulted = [...this.#parameters.values()].filter(({ absent }) => absent !== undefined);
    this.#noIncludes = include.none;
    this.#limits = limits;
    this.#includeCost = includeCost(operation, resources, limits.included);
    this.#cache = hasValues || options.page !== undefined ? undefined : new Map();
  }

  /** Every parameter of the operation. */
  get parameters(): Iterable<Parameter> {
    return this.#alternatives
      ? [...this.#parameters.values(), ...this.#alternatives.parameters.values()]
      : this.#parameters.values();
  }

  /**
   * Parses a query string, without its `?`, and collects all errors. If the operation takes only `include` and `fields`, the
   * result is cached, because clients send few different ones. The cached objects are frozen.
   */
  read(text: string): ReadQuery {
    const cached = this.#cache?.get(text);
    if (cached !== undefined) return cached;
    const read = this.#read(text);
    if (this.#cache === undefined || text.length > MAX_CACHED_LENGTH || read.errors.length > 0) return read;
    if (read.query.includeQueries !== undefined) return read; // their values are of many kinds
    if (this.#cache.size >= CACHED_TEXTS) this.#cache.clear();
    this.#cache.set(text, frozen(read));
    return read;
  }

  #read(text: string): ReadQuery {
    const builder: QueryBuilder = {
      filter: {},
      any: [],
      extra: {},
      fields: NO_FIELDSETS,
      sort: [],
      page: undefined,
      pageMembers: {},
      include: this.#noIncludes,
      includeTree: undefined,
      includeQueries: undefined,
      inUrl: "",
      errors: [],
    };
    const { errors } = builder;
    const { queryLength } = this.#limits;
    if (text.length > queryLength) {
      const detail = `The query string has ${text.length} characters; at most ${queryLength} are allowed.`;
      return { query: builder, errors: [errorObject("query_too_long", detail)] };
    }
    const seen: Parameter[] = []; // short, because each parameter may be sent once
    for (const raw of text === "" ? [] : parseQueryString(text)) {
      if (errors.length >= MAX_ERRORS) break;
      const isInParts = this.#readOne(raw, seen, builder);
      if (isInParts) return this.#read(joinLists(text, this.#lists));
    }
    for (const parameter of this.#defaulted) if (!seen.includes(parameter)) parameter.absent?.(builder);
    let filters = 0;
    if (this.#limited.size > 0) for (const parameter of seen) if (this.#limited.has(parameter)) filters++;
    if (filters > this.#limits.filters) {
      const last = seen.findLast((parameter) => this.#limited.has(parameter))?.name ?? "";
      const named = last.startsWith("includeFilter") ? last : "filter";
      addError(builder, named, `The request has ${filters} filters; at most ${this.#limits.filters} are allowed.`);
    }
    const gap = builder.any.length > 0 && errors.length === 0 ? this.#alternatives?.error(builder.any) : undefined;
    if (gap !== undefined) errors.push(gap);
    builder.page = this.#page.pageOf(builder.pageMembers);
    if (text !== "" && errors.length === 0) builder.inUrl = `?${canonicalQuery(text)}`;
    if (builder.includeQueries !== undefined && errors.length === 0) {
      const error = this.#includeQueries?.error(builder);
      if (error !== undefined) errors.push(error);
    }
    if (builder.includeTree !== undefined && errors.length === 0) {
      const error = this.#includeCost(builder.includeTree, builder.page, builder.includeQueries);
      if (error !== undefined) errors.push(error);
    }
    return { query: builder, errors };
  }

  /** Returns whether the parameter is another part of a list. Nothing is read then. */
  #readOne({ name, value, rawName }: RawParameter, seen: Parameter[], builder: QueryBuilder): boolean {
    const parameter = this.#parameters.get(name ?? "") ?? this.#alternatives?.parameters.get(name ?? "");
    if (name === undefined) {
      addError(builder, cut(rawName), `${quoteShort(cut(rawName))} is not percent-encoded UTF-8.`);
    } else if (parameter === undefined) {
      builder.errors.push(parameterError("unknown_parameter", cut(name), this.#unknown(name, builder.errors)));
    } else if (seen.includes(parameter)) {
      if (this.#lists.has(name)) return true;
      builder.errors.push(parameterError("duplicate_parameter", name, `${name} may be sent only once.`));
    } else {
      seen.push(parameter);
      if (value !== undefined) parameter.read(value, builder);
      else addError(builder, name, `${name} is not percent-encoded UTF-8.`);
    }
    return false;
  }

  #unknown(name: string, errors: readonly ErrorObject[]): string {
    const inGroup = this.#alternatives?.unknown(name, errors);
    if (inGroup !== undefined) return inGroup;
    const reason = this.#includeQueries?.unknown(name);
    if (reason !== undefined) return `${this.#name} has no parameter ${quoteShort(name)}: ${reason}.`;
    const family = name.split("[")[0];
    if (family === "fields" && !this.#sparse) return `${this.#name} does not support sparse fieldsets.`;
    const names = [...this.#parameters.keys()];
    const guess = meantName(name, names, errors);
    if (guess !== undefined) return `${this.#name} has no parameter ${quoteShort(name)}. Did you mean "${guess}"?`;
    const alike = names.filter((other) => other.split("[")[0] === family);
    const others = alike.length > 0 ? alike : names;
    const advice = others.length === 0 ? "It has none." : `It has ${listNames(others)}.`;
    return `${this.#name} has no parameter ${quoteShort(name)}.${adviseOnce(advice, errors)}`;
  }
}

const CACHED_TEXTS = 100;
const MAX_CACHED_LENGTH = 200;

/** Freezes a cached query, so that a handler cannot change it for other requests. */
function frozen(read: ReadQuery): ReadQuery {
  const { filter, extra, sort, fields } = read.query;
  for (const shared of [filter, extra, sort, fields]) Object.freeze(shared);
  for (const type in fields) Object.defineProperties(fields[type], UNCHANGING);
  return read;
}

function throwFrozen(): never {
  throw new TypeError("fields: this set is shared with other requests. Copy the set to change it.");
}

/** `Object.freeze` does not freeze the elements of a set. */
const UNCHANGING = { add: { value: throwFrozen }, delete: { value: throwFrozen }, clear: { value: throwFrozen } };

function isList({ description }: Parameter): boolean {
  return description.takes === "value" ? description.value.list : description.takes !== "integer";
}

function cut(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** The number of resources that a path, and the paths below it, add to one row. */
interface Share {
  readonly path: string;
  readonly perRow: number;
}

/**
 * Makes a function that returns an error if the included resources may exceed the limit. It estimates them before the handler loads
 * anything: rows × fan-out. A to-one adds one resource per row, a to-many the limit of its query, or its declared `fanOut`. A page counts
 * with its maximum size. A list without pages counts as one row, because its length is unknown; only the response is checked then.
 */
export function includeCost(
  operation: OperationSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  limit: number,
): (tree: IncludeNode, page: unknown, queries?: IncludeQueries) => ErrorObject | undefined {
  const primary = primaryResources(operation, resources);
  const { page: declared } = operation.options;
  const hasLimit = declared !== undefined && !("_zod" in declared) && "limit" in declared;
  // The member of the page with the number of rows, if the operation has such a page.
  const member = hasLimit ? "limit" : isLinkedPage(declared) ? "size" : undefined;
  /** The costs by include tree. Requests with the same `include` share a tree. */
  const costs = new WeakMap<IncludeNode, number>();

  /** Suggests fewer paths or fewer rows. */
  const adviceFor = (tree: IncludeNode, rows: number, cost: number, queries: IncludeQueries | undefined) => {
    const fewer = Math.floor(limit / cost);
    const shares = sharesOf(tree, primary, resources, queries).sort((a, b) => a.perRow - b.perRow);
    const enough = shares.find(({ perRow }) => rows * (cost - perRow) <= limit);
    const less = enough === undefined ? "Remove paths" : `Remove ${enough.path}`;
    return hasLimit && fewer > 0 ? `${less}, or request page[limit]=${fewer}.` : `${less}.`;
  };

  return (tree, page, queries) => {
    const count = member === undefined ? 1 : (page as Readonly<Record<string, unknown>>)[member];
    const rows = typeof count === "number" && count > 1 ? count : 1; // a page shape may use the name for another type
    let cost = queries ? undefined : costs.get(tree);
    if (cost === undefined) {
      const shares = sharesOf(tree, primary, resources, queries);
      cost = sumOf(shares.filter(({ path }) => !path.includes(".")));
      if (!queries) costs.set(tree, cost);
    }
    if (rows * cost <= limit) return undefined;
    const added = `include may add ${rows * cost} resources to ${rows === 1 ? "one row" : `${rows} rows`}`;
    const detail = `${added}, but at most ${limit} are allowed. ${adviceFor(tree, rows, cost, queries)}`;
    return parameterError("invalid_parameter", "include", detail);
  };
}

/** Returns each path of a tree with the number of resources that it, and the paths below it, add to one row. */
function sharesOf(
  tree: IncludeNode,
  among: readonly ResourceSpec[],
  resources: ReadonlyMap<string, ResourceSpec>,
  queries: IncludeQueries | undefined,
): Share[] {
  // Of a relationship to several types, a row has the dearest.
  const [dearest = []] = among
    .map((resource) => sharesOfOne(tree, resource, resources, queries))
    .sort((a, b) => sumOf(b) - sumOf(a));
  return dearest;
}

function sharesOfOne(
  tree: IncludeNode,
  resource: ResourceSpec,
  resources: ReadonlyMap<string, ResourceSpec>,
  queries: IncludeQueries | undefined,
): Share[] {
  return [...tree.children].flatMap(([name, child]) => {
    const relationship = resource.relationships.get(name);
    if (relationship === undefined) return [];
    const fanOut = queries?.get(pathName(child.path))?.limit ?? fanOutOf(relationship);
    const below = sharesOf(child, targetsOf(resource, name, resources), resources, queries);
    const direct = below.filter(({ path }) => path.lastIndexOf(".") === child.path.length);
    return [
      { path: child.path, perRow: fanOut * (1 + sumOf(direct)) },
      ...below.map(({ path, perRow }) => ({ path, perRow: fanOut * perRow })),
    ];
  });
}

function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { perRow }) => sum + perRow, 0);
}
