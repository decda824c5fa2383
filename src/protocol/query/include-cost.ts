import type { ResourceSpec } from "../../define/model/resource.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/page.js";
import type { CursorSlice } from "../../define/types/page.js";
import { parameterError, type ErrorObject } from "../errors/request-error.js";
import { primaryResource, targetOf } from "../reachable-types.js";
import type { IncludeNode } from "../include-tree.js";

/** The resources that one row brings along by a path and all below it. */
interface Share {
  readonly path: string;
  readonly perRow: number;
}

/**
 * Judges what a request asks to include before anything is loaded for it: rows × fan-out. A to-one brings one resource
 * a row, a to-many its declared `fanOut`; a page has as many rows as it may have. Nothing is known of the rows of a list
 * without pages, so they count as one, and only the answer is held to the limit.
 */
export class IncludeCost {
  readonly #limit: number;
  readonly #primary: ResourceSpec;
  readonly #resources: ReadonlyMap<string, ResourceSpec>;
  readonly #rowsOf: (page: unknown) => number;
  /** Whether a request can choose how many rows there are. */
  readonly #hasLimit: boolean;
  /** A tree is kept for each text of `include`, so its cost is known after the first time. */
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

  /** What is wrong with including a tree for each row of a page; undefined where it fits. */
  problem(tree: IncludeNode, page: unknown): ErrorObject | undefined {
    const rows = this.#rowsOf(page);
    const cost = this.#costOf(tree);
    if (rows * cost <= this.#limit) return undefined;
    const along = `include may bring ${rows * cost} resources along with ${rows === 1 ? "one row" : `${rows} rows`}`;
    const advice = this.#advice(tree, rows, cost);
    return parameterError("invalid_parameter", "include", `${along}; at most ${this.#limit} are allowed. ${advice}`);
  }

  #costOf(tree: IncludeNode): number {
    let cost = this.#costs.get(tree);
    if (cost === undefined) {
      cost = sumOf(sharesOf(tree, this.#primary, this.#resources).filter(({ path }) => !path.includes(".")));
      this.#costs.set(tree, cost);
    }
    return cost;
  }

  /** What would fit: fewer rows, or fewer paths. */
  #advice(tree: IncludeNode, rows: number, cost: number): string {
    const fewer = Math.floor(this.#limit / cost);
    const shares = sharesOf(tree, this.#primary, this.#resources).sort((a, b) => a.perRow - b.perRow);
    const enough = shares.find(({ perRow }) => rows * (cost - perRow) <= this.#limit);
    const less = enough === undefined ? "Leave out paths" : `Leave out ${enough.path}`;
    return this.#hasLimit && fewer > 0 ? `${less}, or ask for page[limit]=${fewer}.` : `${less}.`;
  }
}

function limitOf(page: unknown): number {
  const { limit } = page as { limit?: unknown }; // a shape of the user's own may take anything by this name
  return typeof limit === "number" && limit > 1 ? limit : 1;
}

/** Each path of a tree, with all that it and the paths below it bring along for one row. */
function sharesOf(tree: IncludeNode, resource: ResourceSpec, resources: ReadonlyMap<string, ResourceSpec>): Share[] {
  return [...tree.children].flatMap(([name, child]) => {
    const fanOut = resource.relationships.get(name)?.fanOut ?? 1;
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
