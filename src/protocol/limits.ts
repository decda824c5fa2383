import { requireLimit } from "../define/model/limit.js";
import { closest, listNames } from "../define/model/names.js";

/**
 * The limits of a request. Each is checked before any work is done, except `included`: it is estimated before, and counted
 * after. `Infinity` removes a limit.
 */
export interface Limits {
  /** The maximum size of a request's body in bytes, also of an rpc; default 1 MiB. Otherwise: 413. */
  readonly bodySize: number;
  /** The maximum number of nested objects and lists in a JSON:API body; default 200, at most 1000. Otherwise: 400. */
  readonly nesting: number;
  /** The maximum number of ids in a body for one relationship; default 1000. Otherwise: 422. */
  readonly relatedIds: number;
  /** The maximum number of characters in the query string; default 8192. Otherwise: 400. */
  readonly queryLength: number;
  /** The maximum number of filters in a request; default 32. Otherwise: 400. */
  readonly filters: number;
  /** The maximum number of keys in `sort`; default 10. Otherwise: 400. */
  readonly sortKeys: number;
  /** The maximum number of include paths in a request; default 32. Otherwise: 400. */
  readonly includes: number;
  /** The maximum number of relationships in one include path; default 5. Otherwise: 400. */
  readonly includeDepth: number;
  /**
   * The maximum number of resources in a response's `included`; default 10000. Otherwise: 400. They are estimated before the
   * handler runs, from the page size and the `fanOut` of the relationships. In the response to a read, they are counted.
   */
  readonly included: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodySize: 1_048_576,
  nesting: 200,
  relatedIds: 1000,
  queryLength: 8192,
  filters: 32,
  sortKeys: 10,
  includes: 32,
  includeDepth: 5,
  included: 10_000,
};

/** Bodies are read recursively, and the stack ends at a few thousand levels. */
const MAX_NESTING = 1000;

/**
 * Adds the defaults.
 *
 * @throws {TypeError} For an unknown limit, or an invalid value.
 */
export function readLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const guess = closest(name, Object.keys(DEFAULT_LIMITS));
      const advice =
        guess === undefined ? `The limits are ${listNames(Object.keys(DEFAULT_LIMITS))}.` : `Did you mean "${guess}"?`;
      throw new TypeError(`limits: "${name}" is not a limit. ${advice}`);
    }
    if (value !== undefined) requireLimit(`limits.${name}`, value);
  }
  const { nesting = DEFAULT_LIMITS.nesting } = given;
  if (nesting > MAX_NESTING) throw new TypeError(`limits.nesting must be at most ${MAX_NESTING}; received ${nesting}.`);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}
