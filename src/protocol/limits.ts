import { requireLimit } from "../define/model/limit.js";
import { closest, listNames } from "../define/model/names.js";

/**
 * What a request may ask of the server at most. Each is checked before any work is done for it, but for `included`,
 * which is estimated before and counted after. `Infinity` lifts one.
 */
export interface Limits {
  /** Bytes of a request's body, also of an rpc's; default 1 MiB. Beyond it: 413. */
  readonly bodySize: number;
  /** Levels of objects and lists in a JSON:API body; default 200, at most 1000. Beyond it: 400. */
  readonly nesting: number;
  /** Ids that a body gives for one relationship; default 1000. Beyond it: 422. */
  readonly relatedIds: number;
  /** Characters of the query string; default 8192. Beyond it: 400. */
  readonly queryLength: number;
  /** Filters of a request; default 32. Beyond it: 400. */
  readonly filters: number;
  /** Keys in `sort`; default 10. Beyond it: 400. */
  readonly sortKeys: number;
  /** Include paths of a request; default 32. Beyond it: 400. */
  readonly includes: number;
  /** Relationships in one include path; default 5. Beyond it: 400. */
  readonly includeDepth: number;
  /**
   * Resources in an answer's `included`; default 10000. Beyond it: 400. Before the handler runs they are estimated, from
   * the rows of the page and the `fanOut` of the relationships; in the answer to a read they are counted.
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

/** Bodies are walked by recursion, which ends at a few thousand levels. */
const MOST_NESTING = 1000;

/**
 * The limits with their defaults.
 *
 * @throws {TypeError} For a limit that there is not, and for one that limits nothing a request could hold.
 */
export function readLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const guess = closest(name, Object.keys(DEFAULT_LIMITS));
      const advice =
        guess === undefined ? `There are ${listNames(Object.keys(DEFAULT_LIMITS))}.` : `Did you mean "${guess}"?`;
      throw new TypeError(`limits: there is no limit "${name}". ${advice}`);
    }
    if (value !== undefined) requireLimit(`limits.${name}`, value);
  }
  const { nesting = DEFAULT_LIMITS.nesting } = given;
  if (nesting > MOST_NESTING)
    throw new TypeError(`limits.nesting is ${nesting}; at most ${MOST_NESTING} can be walked.`);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}
