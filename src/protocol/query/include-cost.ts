import { fanOutOf, type ResourceSpec } from "../../define/model/resource.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { CursorSlice } from "../../define/types/page.js";
import { parameterError, type ErrorObject } from "../errors/request-error.js";
import { primaryResource, targetOf } from "../reachable-types.js";
import type { IncludeNode } from "../../wire/include-tree.js";

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
  readonly #rowsOf: (page: unknown) => number;
  /** Whether a request can choose the number of rows. */
  readonly #hasLimit: boolean;
  /** The costs by include tree. Requests with the same `include` share a tree. */
  readonly #costs = new WeakMap<IncludeNode, number>();

  constructor(operation: OperationSpec, resources: ReadonlyMap<string, ResourceSpec>, limit: number) {
    this.#limit = limit;
    this.#primary = primaryResource(operation, resources);
    this.#resources = resources;
    const { page } = operation.options;
    const size = page !== undefined && isLinkedPage(page) && page["~page"] === "number" ? page.size : 1;
    this.#hasLimit = page !== undefined && !("_zod" in page) && "limit" in page;
    const isCursorPage = page !== undefined && isLinkedPage(page) && page["~page"] === "cursor";
    this.#rowsOf = this.#hasLimit ? limitOf : isCursorPage ? (slice) => (slice as CursorSlice).size : () => size;
  }

  /** Returns an error if the included resources may exceed the limit. */
  error(tree: IncludeNode, page: unknown): ErrorObject | undefined {
    const rows = this.#rowsOf(page);
    const cost = this.#costOf(tree);
    if (rows * cost <= this.#limit) return undefined;
    const count = `include may add ${rows * cost} resources to ${rows === 1 ? "one row" : `${rows} rows`}`;
    const advice = this.#advice(tree, rows, cost);
    return parameterError(
      "invalid_parameter",
      "include",
      `${count}, but at most ${this.#limit} are allowed. ${advice}`,
    );
  }

  #costOf(tree: IncludeNode): number {
    let cost = this.#costs.get(tree);
    if (cost === undefined) {
      cost = sumOf(sharesOf(tree, this.#primary, this.#resources).filter(({ path }) => !path.includes(".")));
      this.#costs.set(tree, cost);
    }
    return cost;
  }

  /** Suggests fewer paths or fewer rows. */
  #advice(tree: IncludeNode, rows: number, cost: number): string {
    const fewer = Math.floor(this.#limit / cost);
    const shares = sharesOf(tree, this.#primary, this.#resources).sort((a, b) => a.perRow - b.perRow);
    const enough = shares.find(({ perRow }) => rows * (cost - perRow) <= this.#limit);
    const less = enough === undefined ? "Remove paths" : `Remove ${enough.path}`;
    return this.#hasLimit && fewer > 0 ? `${less}, or request page[limit]=${fewer}.` : `${less}.`;
  }
}

function limitOf(page: unknown): number {
  const { limit } = page as { limit?: unknown }; // a custom page shape may use this name for another type
  return typeof limit === "number" && limit > 1 ? limit : 1;
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
