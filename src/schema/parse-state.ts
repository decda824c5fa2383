import type { z } from "zod";
import type { SchemaNode } from "./node.js";

/** The result of a schema for one value. */
interface Result {
  readonly value: unknown;
  readonly issues: readonly z.core.$ZodRawIssue[];
  readonly aborted: boolean | undefined;
}

/** What is kept while one value is parsed. Zod hands the same context to every schema that takes part. */
export class ParseState {
  static readonly #states = new WeakMap<object, ParseState>();

  /** By union and value: the place of the first option that takes the value. */
  readonly chosen = new Map<z.core.$ZodType, Map<unknown, number>>();
  readonly #results = new Map<z.core.$ZodType, Map<unknown, Result>>();

  readonly #decoded = new Map<SchemaNode, Map<unknown, unknown>>();

  static of(context: object): ParseState {
    let state = ParseState.#states.get(context);
    if (state === undefined) {
      state = new ParseState();
      ParseState.#states.set(context, state);
    }
    return state;
  }

  /** Sets what a schema gave for this value before. False if it was not asked yet. */
  recall(schema: z.core.$ZodType, payload: z.core.ParsePayload): boolean {
    const known = this.#results.get(schema)?.get(payload.value);
    if (known === undefined) return false;
    payload.value = known.value;
    if (known.aborted !== undefined) payload.aborted = known.aborted;
    // Zod adds to an issue's path on its way up.
    for (const issue of known.issues) payload.issues.push({ ...issue, path: [...(issue.path ?? [])] });
    return true;
  }

  keep(schema: z.core.$ZodType, input: unknown, { value, issues, aborted }: z.core.ParsePayload): void {
    let results = this.#results.get(schema);
    if (results === undefined) {
      results = new Map();
      this.#results.set(schema, results);
    }
    results.set(input, {
      value,
      issues: issues.map((issue) => ({ ...issue, path: [...(issue.path ?? [])] })),
      aborted,
    });
  }

  /** Decodes each value once for each node. */
  decodeOnce(node: SchemaNode, value: unknown, decode: () => unknown): unknown {
    if (typeof value !== "object" || value === null) return decode();
    let known = this.#decoded.get(node);
    if (known === undefined) {
      known = new Map();
      this.#decoded.set(node, known);
    }
    if (!known.has(value)) known.set(value, decode());
    return known.get(value);
  }

  choose(union: z.core.$ZodType, value: unknown, place: number): void {
    let places = this.chosen.get(union);
    if (places === undefined) {
      places = new Map();
      this.chosen.set(union, places);
    }
    if (!places.has(value)) places.set(value, place);
  }
}
