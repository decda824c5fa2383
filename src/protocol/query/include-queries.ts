import { madeOnce } from "../../schema/made-once.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { RoutesSpec } from "../../define/model/router.js";
import type { PageDeclaration } from "../../define/types/page.js";
import {
  filterParameter,
  type IncludeNode,
  pathName,
  segmentsOf,
  separatedBy,
  withPrefixes,
} from "../../wire/include-path.js";
import { type ErrorObject, parameterError } from "../errors/request-error.js";
import type { Limits } from "../limits.js";
import { primaryResources, targetsOf } from "../reachable-types.js";
import { SortParameter } from "./name-parameters.js";
import { type Parameter, PathQuery, type QueryBuilder, type ValueBuilder } from "./parsed-query.js";
import { IntegerParameter, ValueParameter } from "./value-parameters.js";

// The three families of the profile "urn:trestle:include-queries". JSON:API 1.1, "Implementation-Specific Query Parameters": the name of a
// family has a character that is not a-z.

/** Finds the related list that says what an include of its relationship takes. */
export type RelatedOf = (type: string, relationship: string) => OperationSpec | undefined;

export function includedLists(resources: ReadonlyMap<string, RoutesSpec>): RelatedOf {
  return (type, name) =>
    resources
      .get(type)
      ?.operations.find(
        ({ info, options }) => options.included === true && info.kind === "getRelated" && info.relationship === name,
      );
}

/** The most members if the related list has no pages. */
const MOST = 100;

/** The parameters of an operation that query its includes: `includeFilter`, `includeSort` and `includePage`. */
export class IncludeQueryParameters {
  readonly filters: Parameter[] = [];
  readonly others: Parameter[] = [];
  /** The paths that take nothing, because their list does not say so. */
  readonly #unlisted = new Set<string>();
  readonly #primary: readonly ResourceSpec[];
  readonly #resources: ReadonlyMap<string, ResourceSpec>;
  readonly #maxSort: number;

  constructor(
    operation: OperationSpec,
    resources: ReadonlyMap<string, ResourceSpec>,
    { includeDepth, sortKeys }: Limits,
    relatedOf: RelatedOf,
  ) {
    this.#primary = primaryResources(operation, resources);
    this.#resources = resources;
    this.#maxSort = sortKeys;
    for (const path of withPrefixes(operation.options.include ?? [])) {
      const segments = segmentsOf(path);
      const last = segments.pop() ?? "";
      let owners = this.#primary;
      for (const segment of segments) owners = owners.flatMap((owner) => targetsOf(owner, segment, resources));
      // Behind a relationship to several types, only one may have it: the lists of others have other filters.
      const [owner, another] = owners.filter(({ relationships }) => relationships.has(last));
      const list = owner && !another && segments.length < includeDepth ? relatedOf(owner.type, last) : undefined;
      if (list) this.#addPath(path, list);
      else if (owner && !another && segments.length < includeDepth) this.#unlisted.add(separatedBy(path, "."));
    }
  }

  /** Why a path takes no parameter of this name. Undefined for other names. */
  unknown(name: string): string | undefined {
    const path = /^include(?:Filter|Sort|Page)\[([^[\]]+)]/.exec(name)?.[1];
    return path !== undefined && this.#unlisted.has(path)
      ? "the related list of this path is not registered with included: true"
      : undefined;
  }

  #addPath(path: string, { options: { filter = {}, sort, page } }: OperationSpec): void {
    const at = separatedBy(path, ".");
    /** @param name The parameter of the related list that asks the same. Undefined if it has another. */
    const inPath = (
      parameter: { read(text: string, builder: ValueBuilder): void } & Omit<Parameter, "read" | "absent">,
      name?: string,
    ): Parameter => ({
      name: parameter.name,
      description: parameter.description,
      read: (text, builder) => {
        const query = queryAt(builder, path, parameter.name);
        if (name !== undefined) query.add(name, text);
        parameter.read(text, query);
      },
    });
    for (const [name, schema] of Object.entries(filter))
      this.filters.push(
        inPath(new ValueParameter(filterParameter(name, at), schema, "filter", name), filterParameter(name)),
      );
    if (sort !== undefined) {
      const parameter = new SortParameter(sort, this.#maxSort, `includeSort[${at}]`);
      if (parameter.description.keys?.length !== 0) this.others.push(inPath(parameter, "sort"));
    }
    const limit = new IntegerParameter(`includePage[${at}][limit]`, "limit", 1, mostIn(page), undefined);
    this.others.push(inPath(limit));
  }

  /** Returns an error if the paths of the queries are not included, or contradict each other. */
  error({ includeQueries, includeTree, sort }: QueryBuilder): ErrorObject | undefined {
    if (includeQueries === undefined) return undefined;
    const queries = new Map(includeQueries);
    let keys = sort.length;
    let last = "sort";
    for (const [path, query] of queries) {
      keys += query.sort.length;
      if (query.sort.length > 0) last = `includeSort[${separatedBy(path, ".")}]`;
    }
    if (keys > this.#maxSort) {
      const detail = `The request sorts by ${keys} names; at most ${this.#maxSort} are allowed.`;
      return parameterError("invalid_parameter", last, detail);
    }
    const asked = new Map<string, readonly [path: string, key: string]>();
    const contradiction = (node: IncludeNode, among: readonly ResourceSpec[]): ErrorObject | undefined => {
      for (const [name, child] of node.children) {
        const key = includeQueries.get(pathName(child.path))?.key ?? "";
        queries.delete(pathName(child.path));
        for (const owner of among) {
          if (!owner.relationships.has(name)) continue;
          const [path, other] = asked.get(`${owner.type}.${name}`) ?? [child.path, key];
          if (other !== key) {
            const detail = `"${path}" and "${child.path}" both read "${name}" of ${owner.type}, so they must have the same filter, sort and limit.`;
            return parameterError("invalid_parameter", "include", detail);
          }
          asked.set(`${owner.type}.${name}`, [path, key]);
          const below = contradiction(child, targetsOf(owner, name, this.#resources));
          if (below) return below;
        }
      }
      return undefined;
    };
    const found = includeTree && contradiction(includeTree, this.#primary);
    if (found) return found;
    for (const [path, { parameter }] of queries) {
      const at = separatedBy(path, ".");
      const does = /^includeFilter/.test(parameter) ? "filters" : /^includeSort/.test(parameter) ? "sorts" : "limits";
      const detail = `The request ${does} "${at}" but does not include it. Add include=${at}.`;
      return parameterError("invalid_parameter", parameter, detail);
    }
    return undefined;
  }
}

function queryAt(builder: QueryBuilder, path: string, parameter: string): PathQuery {
  builder.includeQueries ??= new Map();
  return madeOnce(builder.includeQueries, path, () => new PathQuery(builder.errors, parameter));
}

function mostIn(page: PageDeclaration): number {
  if (!isLinkedPage(page)) return MOST;
  return page["~page"] === "offset" ? page.maxLimit : page["~page"] === "cursor" ? page.maxSize : page.size;
}
