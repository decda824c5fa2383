import { dropped } from "./dropped.js";
import type { z } from "zod";
import { madeOnce } from "./made-once.js";
import type { SchemaNode } from "./node.js";

type Payload = z.core.ParsePayload;

/** The result of a schema for one value. */
interface Result {
  readonly value: unknown;
  readonly issues: readonly z.core.$ZodRawIssue[];
  /** The length of each issue's path. Zod prepends the names of the parents later. */
  readonly lengths: readonly number[];
  readonly aborted: boolean | undefined;
}

/** Caches for the parse of one value. Zod passes the same context to every schema in that parse. */
export class ParseState {
  static readonly #states = new WeakMap<object, ParseState>();

  /** By union and value: the index of the first option that accepts the value. */
  readonly chosen = new Map<z.core.$ZodType, Map<unknown, number>>();
  readonly #results = new Map<z.core.$ZodType, Map<unknown, Result | Promise<Result>>>();

  /** A copy of each object, so that both sides of an intersection report issues of the same value. */
  readonly ownMembers = new Map<object, object>();
  readonly #sides = new Map<object, Map<unknown, { left: unknown; right: unknown }>>();
  readonly #decoded = new Map<SchemaNode, Map<unknown, unknown>>();

  static of(context: object): ParseState {
    return madeOnce(ParseState.#states, context, () => new ParseState());
  }

  /** Restores the cached result of a schema for this input, or returns undefined. */
  recall(schema: z.core.$ZodType, input: unknown, payload: Payload): z.core.util.MaybeAsync<Payload> | undefined {
    const known = this.#results.get(schema)?.get(input);
    return known instanceof Promise
      ? known.then((result) => restore(result, payload))
      : known && restore(known, payload);
  }

  /** @param before The number of issues before the schema ran. */
  keep(schema: z.core.$ZodType, input: unknown, parsed: z.core.util.MaybeAsync<Payload>, before: number): void {
    const results = madeOnce(this.#results, schema, () => new Map());
    const result =
      parsed instanceof Promise ? parsed.then((payload) => resultOf(payload, before)) : resultOf(parsed, before);
    dropped(result); // `parsed` reports it
    results.set(input, result);
  }

  /** Decodes each value once for each node. */
  decodeOnce(node: SchemaNode, value: unknown, decode: () => unknown): unknown {
    if (typeof value !== "object" || value === null) return decode();
    const values = madeOnce(this.#decoded, node, () => new Map());
    const decoded = madeOnce(values, value, decode);
    // The other side of an intersection gets the decoded value. Sets and maps need no cache for it.
    if (node.kind !== "set" && node.kind !== "map") values.set(decoded, decoded);
    return decoded;
  }

  /** The results of the two sides of an intersection. */
  sidesOf(intersection: object, value: unknown): { left: unknown; right: unknown } {
    const values = madeOnce(this.#sides, intersection, () => new Map());
    return madeOnce(values, value, () => ({ left: undefined, right: undefined }));
  }

  chooseIfNone(union: z.core.$ZodType, value: unknown, place: number): void {
    if (!this.chosen.get(union)?.has(value)) this.choose(union, value, place);
  }

  choose(union: z.core.$ZodType, value: unknown, place: number): void {
    madeOnce(this.chosen, union, () => new Map()).set(value, place);
  }
}

function resultOf({ value, issues, aborted }: Payload, before: number): Result {
  const added = issues.slice(before);
  return { value, issues: added, lengths: added.map(({ path }) => path?.length ?? 0), aborted };
}

function restore({ value, issues, lengths, aborted }: Result, payload: Payload): Payload {
  payload.value = value;
  if (aborted !== undefined) payload.aborted = aborted;
  // A loop, because spreading a million issues throws a RangeError.
  for (const [index, issue] of issues.entries()) {
    const path = issue.path ?? [];
    payload.issues.push({ ...issue, path: path.slice(path.length - (lengths[index] ?? 0)) });
  }
  return payload;
}
