import { dropped } from "./dropped.js";
import type { z } from "zod";
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

  readonly #ownMembers = new Map<object, object>();
  readonly #sides = new Map<object, Map<unknown, { left: unknown; right: unknown }>>();
  readonly #decoded = new Map<SchemaNode, Map<unknown, unknown>>();

  static of(context: object): ParseState {
    let state = ParseState.#states.get(context);
    if (state === undefined) {
      state = new ParseState();
      ParseState.#states.set(context, state);
    }
    return state;
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
    let results = this.#results.get(schema);
    if (results === undefined) {
      results = new Map();
      this.#results.set(schema, results);
    }
    if (!(parsed instanceof Promise)) {
      results.set(input, resultOf(parsed, before));
      return;
    }
    const result = parsed.then((payload) => resultOf(payload, before));
    dropped(result); // `parsed` reports it
    results.set(input, result);
  }

  /** Decodes each value once for each node. */
  decodeOnce(node: SchemaNode, value: unknown, decode: () => unknown): unknown {
    if (typeof value !== "object" || value === null) return decode();
    let known = this.#decoded.get(node);
    if (known === undefined) {
      known = new Map();
      this.#decoded.set(node, known);
    }
    if (!known.has(value)) {
      const decoded = decode();
      known.set(value, decoded);
      // The other side of an intersection gets the decoded value. Sets and maps need no cache for it.
      if (node.kind !== "set" && node.kind !== "map") known.set(decoded, decoded);
    }
    return known.get(value);
  }

  /** Copies each object once, so that both sides of an intersection report issues of the same value. */
  ownMembersOf(value: object, copy: () => object): object {
    let known = this.#ownMembers.get(value);
    if (known === undefined) {
      known = copy();
      this.#ownMembers.set(value, known);
    }
    return known;
  }

  /** The results of the two sides of an intersection. */
  sidesOf(intersection: object, value: unknown): { left: unknown; right: unknown } {
    let values = this.#sides.get(intersection);
    if (values === undefined) {
      values = new Map();
      this.#sides.set(intersection, values);
    }
    let sides = values.get(value);
    if (sides === undefined) {
      sides = { left: undefined, right: undefined };
      values.set(value, sides);
    }
    return sides;
  }

  chooseIfNone(union: z.core.$ZodType, value: unknown, place: number): void {
    if (!this.chosen.get(union)?.has(value)) this.choose(union, value, place);
  }

  choose(union: z.core.$ZodType, value: unknown, place: number): void {
    let places = this.chosen.get(union);
    if (places === undefined) {
      places = new Map();
      this.chosen.set(union, places);
    }
    places.set(value, place);
  }
}

function resultOf({ value, issues, aborted }: Payload, before: number): Result {
  const own = issues.slice(before);
  return { value, issues: own, lengths: own.map(({ path }) => path?.length ?? 0), aborted };
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
