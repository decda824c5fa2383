import type { ResourceSpec } from "../../define/model/resource.js";
import { closest, listNames } from "../../define/model/names.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { Limits } from "../limits.js";
import { adviseOnce, errorObject, MAX_ERRORS, parameterError, type ErrorObject } from "../errors/request-error.js";
import { quoteShort } from "../text/shown.js";
import { reachableTypes } from "../reachable-types.js";
import { QueryBuilder, type Parameter, type ParsedQuery } from "./parsed-query.js";
import { FieldsParameter } from "./fields-parameter.js";
import { IncludeCost } from "./include-cost.js";
import { IncludeParameter } from "./include-parameter.js";
import { type PageReader, pageReader } from "./page-parameters.js";
import { canonicalQuery, parseQueryString, type RawParameter } from "./query-string.js";
import { SortParameter } from "./sort-parameter.js";
import { ValueParameter } from "./value-parameter.js";
import { OPERATIONS } from "../../wire/operations.js";
import { parted } from "../../wire/include-path.js";

/** What a query string says for an operation, and everything wrong with it. */
export interface ReadQuery {
  readonly query: ParsedQuery;
  readonly problems: readonly ErrorObject[];
}

/** The query string of one operation: its parameters, made once. */
export class QueryParser {
  readonly #name: string;
  readonly #parameters: ReadonlyMap<string, Parameter>;
  /** Those of which the absence means something. */
  readonly #defaulted: readonly Parameter[];
  readonly #filters: readonly Parameter[];
  readonly #noIncludes: Readonly<Record<string, boolean>>;
  readonly #limits: Limits;
  readonly #sparse: boolean;
  readonly #page: PageReader;
  readonly #budget: IncludeCost;
  /** What texts mean where none has a value of its own: see {@link QueryParser.read}. */
  readonly #known: Map<string, ReadQuery> | undefined;

  constructor(operation: OperationSpec, resources: ReadonlyMap<string, ResourceSpec>, limits: Limits) {
    const { info, options } = operation;
    this.#page = pageReader(options.page);
    const include = new IncludeParameter(options.include ?? [], limits);
    this.#filters = Object.entries(options.filter ?? {}).map(
      ([name, schema]) => new ValueParameter(filterParameter(name), schema, (draft) => draft.filter, name),
    );
    const parameters: Parameter[] = [
      ...this.#filters,
      ...Object.entries(options.extra ?? {}).map(
        ([name, schema]) => new ValueParameter(name, schema, (draft) => draft.extra, name),
      ),
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
    this.#budget = new IncludeCost(operation, resources, limits.included);
    const hasValues = parameters.some(({ description: { takes } }) => takes !== "includes" && takes !== "fields");
    this.#known = hasValues || options.page !== undefined ? undefined : new Map();
  }

  /** Every parameter that the operation takes. */
  get parameters(): Iterable<Parameter> {
    return this.#parameters.values();
  }

  /**
   * Reads a query string, without its `?`. Every problem is found, not only the first. One that can hold nothing but
   * `include` and `fields` is read once: few are ever sent, and nothing of what they mean can be changed.
   */
  read(text: string): ReadQuery {
    const known = this.#known?.get(text);
    if (known !== undefined) return known;
    const read = this.#read(text);
    if (this.#known === undefined || text.length > LONGEST_KEPT || read.problems.length > 0) return read;
    if (this.#known.size >= KEPT_TEXTS) this.#known.clear();
    this.#known.set(text, frozen(read));
    return read;
  }

  #read(text: string): ReadQuery {
    const draft = new QueryBuilder(this.#noIncludes);
    if (text.length > this.#limits.queryLength) {
      draft.problems.push(tooLong(text.length, this.#limits.queryLength));
      return { query: draft, problems: draft.problems };
    }
    const seen: Parameter[] = []; // never more than are declared: looking through them costs less than a set
    for (const raw of text === "" ? [] : parseQueryString(text)) {
      if (draft.problems.length >= MAX_ERRORS) break;
      this.#readOne(raw, seen, draft);
    }
    for (const parameter of this.#defaulted) if (!seen.includes(parameter)) parameter.absent?.(draft);
    this.#limitFilters(seen, draft);
    draft.page = this.#page.pageOf(draft);
    if (text !== "" && draft.problems.length === 0) draft.inUrl = `?${canonicalQuery(text)}`;
    if (draft.includeTree !== undefined && draft.problems.length === 0) {
      const problem = this.#budget.problem(draft.includeTree, draft.page);
      if (problem !== undefined) draft.problems.push(problem);
    }
    return { query: draft, problems: draft.problems };
  }

  #readOne({ name, value, rawName }: RawParameter, seen: Parameter[], draft: QueryBuilder): void {
    if (name === undefined) {
      const sent = cut(rawName);
      draft.problems.push(
        parameterError("invalid_parameter", sent, `${quoteShort(sent)} is not percent-encoded UTF-8.`),
      );
      return;
    }
    const parameter = this.#parameters.get(name);
    if (parameter === undefined) {
      draft.problems.push(parameterError("unknown_parameter", cut(name), this.#unknown(name, draft.problems)));
      return;
    }
    if (seen.includes(parameter)) {
      draft.problems.push(parameterError("duplicate_parameter", name, `${name} is given more than once.`));
      return;
    }
    seen.push(parameter);
    if (value !== undefined) parameter.read(value, draft);
    else draft.problems.push(parameterError("invalid_parameter", name, `${name} is not percent-encoded UTF-8.`));
  }

  /** None is given twice, so there can only be too many where as many are declared. */
  #limitFilters(seen: readonly Parameter[], { problems }: QueryBuilder): void {
    const { filters } = this.#limits;
    if (this.#filters.length <= filters) return;
    const given = this.#filters.filter((filter) => seen.includes(filter)).length;
    if (given <= filters) return;
    const detail = `The request has ${given} filters; at most ${filters} are allowed.`;
    problems.push(parameterError("invalid_parameter", "filter", detail));
  }

  #unknown(name: string, problems: readonly ErrorObject[]): string {
    const family = name.split("[")[0];
    if (family === "fields" && !this.#sparse) return `${this.#name} does not support sparse fieldsets.`;
    const names = [...this.#parameters.keys()];
    const guess = closest(name.slice(0, 80), names);
    if (guess !== undefined) return `${this.#name} has no parameter ${quoteShort(name)}. Did you mean "${guess}"?`;
    const alike = names.filter((other) => other.split("[")[0] === family);
    const others = alike.length > 0 ? alike : names;
    const advice = others.length === 0 ? "It takes none." : `It takes ${listNames(others)}.`;
    return `${this.#name} has no parameter ${quoteShort(name)}.${adviseOnce(advice, problems)}`;
  }
}

const KEPT_TEXTS = 100;
const LONGEST_KEPT = 200;

/** What many requests share, no handler may change for the others. */
function frozen(read: ReadQuery): ReadQuery {
  const { filter, extra, sort, fields } = read.query;
  for (const shared of [filter, extra, sort, fields]) Object.freeze(shared);
  for (const type in fields) Object.defineProperties(fields[type], UNCHANGING);
  return read;
}

function refuseChange(): never {
  throw new TypeError("fields: these names are shared with other requests. Copy the set to change it.");
}

/** Freezing a set does not keep what it holds. */
const UNCHANGING = { add: { value: refuseChange }, delete: { value: refuseChange }, clear: { value: refuseChange } };

/** `title__contains` is `filter[title][contains]`. */
export function filterParameter(name: string): string {
  return `filter[${parted(name, "][")}]`;
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
