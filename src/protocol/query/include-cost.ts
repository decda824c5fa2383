import { fanOutOf, type ResourceSpec } from "../../define/model/resource.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import { parameterError, type ErrorObject } from "../errors/request-error.js";
import { primaryResource, targetOf } from "../reachable-types.js";
import type { IncludeNode } from "../../wire/include-path.js";

/** The number of resources that a path, and the paths below it, add to one row. */
interface Share {
  readonly path: string;
  readonly perRow: number;
}

/**
 * Estimates the included resources before the handler loads anything: rows × fan-out. A to-one adds one resource per row, a
 * to-many its declared `fanOut`. A page counts with its maximum size. A list without pages counts as one row, because its
 * length is unknown; only the response is checked then.
 */
export class IncludeCost {
  readonly #limit: number;
  readonly #primary: ResourceSpec;
  readonly #resources: ReadonlyMap<string, ResourceSpec>;
  /** The member of the page with the number of rows. Undefined if an operation has no such page. */
  readonly #rows: "limit" | "size" | undefined;
  /** The costs by include tree. Requests with the same `include` share a tree. */
  readonly #costs = new WeakMap<IncludeNode, number>();

  constructor(operation: OperationSpec, resources: ReadonlyMap<string, ResourceSpec>, limit: number) {
    this.#limit = limit;
    this.#primary = primaryResource(operation, resources);
    this.#resources = resources;
    const { page } = operation.options;
    if (page !== undefined && !("_zod" in page) && "limit" in page) this.#rows = "limit";
    else if (isLinkedPage(page)) this.#rows = "size";
  }

  /** Returns an error if the included resources may exceed the limit. */
  error(tree: IncludeNode, page: unknown): ErrorObject | undefined {
    const count = this.#rows === undefined ? 1 : (page as Readonly<Record<string, unknown>>)[this.#rows];
    const rows = typeof count === "number" && count > 1 ? count : 1; // a page shape may use the name for another type
    let cost = this.#costs.get(tree);
    if (cost === undefined) {
      cost = sumOf(sharesOf(tree, this.#primary, this.#resources).filter(({ path }) => !path.includes(".")));
      this.#costs.set(tree, cost);
    }
    if (rows * cost <= this.#limit) return undefined;
    const added = `include may add ${rows * cost} resources to ${rows === 1 ? "one row" : `${rows} rows`}`;
    const detail = `${added}, but at most ${this.#limit} are allowed. ${this.#advice(tree, rows, cost)}`;
    return parameterError("invalid_parameter", "include", detail);
  }

  /** Suggests fewer paths or fewer rows. */
  #advice(tree: IncludeNode, rows: number, cost: number): string {
    const fewer = Math.floor(this.#limit / cost);
    const shares = sharesOf(tree, this.#primary, this.#resources).sort((a, b) => a.perRow - b.perRow);
    const enough = shares.find(({ perRow }) => rows * (cost - perRow) <= this.#limit);
    const less = enough === undefined ? "Remove paths" : `Remove ${enough.path}`;
    return this.#rows === "limit" && fewer > 0 ? `${less}, or request page[limit]=${fewer}.` : `${less}.`;
  }
}

/** Returns each path of a tree with the number of resources that it, and the paths below it, add to one row. */
function sharesOf(tree: IncludeNode, resource: ResourceSpec, resources: ReadonlyMap<string, ResourceSpec>): Share[] {
  return [...tree.children].flatMap(([name, child]) => {
    const relationship = resource.relationships.get(name);
    const fanOut = relationship === undefined ? 1 : fanOutOf(relationship);
    const below = sharesOf(child, targetOf(resource, name, resources), resources);
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
