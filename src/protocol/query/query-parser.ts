import type { ResourceSpec } from "../../define/model/resource.js";
import { listNames } from "../../define/model/names.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { Limits } from "../limits.js";
import { adviseOnce, errorObject, MAX_ERRORS, parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/shown.js";
import { reachableTypes } from "../reachable-types.js";
import { QueryBuilder, type Parameter, type ParsedQuery } from "./parsed-query.js";
import { FieldsParameter } from "./fields-parameter.js";
import { inputParameters } from "./input-parameter.js";
import { IncludeCost } from "./include-cost.js";
import { IncludeParameter } from "./include-parameter.js";
import { type PageReader, pageReader } from "./page-parameters.js";
import { canonicalQuery, parseQueryString, type RawParameter } from "./query-string.js";
import { SortParameter } from "./sort-parameter.js";
import { ValueParameter } from "./value-parameter.js";
import { OPERATIONS } from "../../wire/operations.js";
import { separatedBy } from "../../wire/include-path.js";

/** A parsed query string, and its errors. */
export interface ReadQuery {
  readonly query: ParsedQuery;
  readonly errors: readonly ErrorObject[];
}

/** Parses the query strings of one operation. */
export class QueryParser {
  readonly #name: string;
  readonly #parameters: ReadonlyMap<string, Parameter>;
  /** The parameters that have a default, or are required. */
  readonly #defaulted: readonly Parameter[];
  readonly #filters: readonly Parameter[];
  readonly #noIncludes: Readonly<Record<string, boolean>>;
  readonly #limits: Limits;
  readonly #sparse: boolean;
  readonly #page: PageReader;
  readonly #includeCost: IncludeCost;
  /** A cache for operations that take only `include` and `fields`: see {@link QueryParser.read}. */
  readonly #cache: Map<string, ReadQuery> | undefined;

  constructor(operation: OperationSpec, resources: ReadonlyMap<string, ResourceSpec>, limits: Limits) {
    const { info, options } = operation;
    this.#page = pageReader(options.page);
    const include = new IncludeParameter(options.include ?? [], limits);
    this.#filters = Object.entries(options.filter ?? {}).map(
      ([name, schema]) => new ValueParameter(filterParameter(name), schema, (builder) => builder.filter, name),
    );
    const parameters: Parameter[] = [
      ...this.#filters,
      ...Object.entries(options.extra ?? {}).map(
        ([name, schema]) => new ValueParameter(name, schema, (builder) => builder.extra, name),
      ),
      ...inputParameters(options.input),
      ...this.#page.parameters,
    ];
    this.#sparse = options.sparse ?? true;
    if (options.sort !== undefined && !isEmptyList(options.sort))
      parameters.push(new SortParameter(options.sort, limits.sortKeys));
    if (OPERATIONS[info.kind].query.some((part) => part === "include")) {
      parameters.push(include);
      if (this.#sparse)
        parameters.push(...reachableTypes(operation, resources).map((resource) => new FieldsParameter(resource)));
    }
    this.#name = operationName(info);
    this.#parameters = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    this.#defaulted = [...this.#parameters.values()].filter(({ absent }) => absent !== undefined);
    this.#noIncludes = include.none;
    this.#limits = limits;
    this.#includeCost = new IncludeCost(operation, resources, limits.included);
    const hasValues = parameters.some(({ description: { takes } }) => takes !== "includes" && takes !== "fields");
    this.#cache = hasValues || options.page !== undefined ? undefined : new Map();
  }

  /** Every parameter of the operation. */
  get parameters(): Iterable<Parameter> {
    return this.#parameters.values();
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
    if (this.#cache.size >= CACHED_TEXTS) this.#cache.clear();
    this.#cache.set(text, frozen(read));
    return read;
  }

  #read(text: string): ReadQuery {
    const builder = new QueryBuilder(this.#noIncludes);
    if (text.length > this.#limits.queryLength) {
      builder.errors.push(tooLong(text.length, this.#limits.queryLength));
      return { query: builder, errors: builder.errors };
    }
    const seen: Parameter[] = []; // short, because each parameter may be sent once
    for (const raw of text === "" ? [] : parseQueryString(text)) {
      if (builder.errors.length >= MAX_ERRORS) break;
      this.#readOne(raw, seen, builder);
    }
    for (const parameter of this.#defaulted) if (!seen.includes(parameter)) parameter.absent?.(builder);
    this.#limitFilters(seen, builder);
    builder.page = this.#page.pageOf(builder);
    if (text !== "" && builder.errors.length === 0) builder.inUrl = `?${canonicalQuery(text)}`;
    if (builder.includeTree !== undefined && builder.errors.length === 0) {
      const error = this.#includeCost.error(builder.includeTree, builder.page);
      if (error !== undefined) builder.errors.push(error);
    }
    return { query: builder, errors: builder.errors };
  }

  #readOne({ name, value, rawName }: RawParameter, seen: Parameter[], builder: QueryBuilder): void {
    if (name === undefined) {
      const shownName = cut(rawName);
      builder.errors.push(
        parameterError("invalid_parameter", shownName, `${quoteShort(shownName)} is not percent-encoded UTF-8.`),
      );
      return;
    }
    const parameter = this.#parameters.get(name);
    if (parameter === undefined) {
      builder.errors.push(parameterError("unknown_parameter", cut(name), this.#unknown(name, builder.errors)));
      return;
    }
    if (seen.includes(parameter)) {
      builder.errors.push(parameterError("duplicate_parameter", name, `${name} may be sent only once.`));
      return;
    }
    seen.push(parameter);
    if (value !== undefined) parameter.read(value, builder);
    else builder.errors.push(parameterError("invalid_parameter", name, `${name} is not percent-encoded UTF-8.`));
  }

  /** Checks the limit only if more filters are declared, because each may be sent once. */
  #limitFilters(seen: readonly Parameter[], { errors }: QueryBuilder): void {
    const { filters } = this.#limits;
    if (this.#filters.length <= filters) return;
    const given = this.#filters.filter((filter) => seen.includes(filter)).length;
    if (given <= filters) return;
    const detail = `The request has ${given} filters; at most ${filters} are allowed.`;
    errors.push(parameterError("invalid_parameter", "filter", detail));
  }

  #unknown(name: string, errors: readonly ErrorObject[]): string {
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

/** `title__contains` is `filter[title][contains]`. */
export function filterParameter(name: string): string {
  return `filter[${separatedBy(name, "][")}]`;
}

function isEmptyList(value: object): boolean {
  return Array.isArray(value) && value.length === 0;
}

function cut(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

function tooLong(length: number, limit: number): ErrorObject {
  return errorObject("query_too_long", `The query string has ${length} characters; at most ${limit} are allowed.`);
}
