import { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { mayBe } from "./may-be.js";
import { mayWait } from "./may-wait.js";
import type { SchemaNode, UnionNode } from "./node.js";
import { memberReader } from "./own-members.js";
import { ParseState } from "./parse-state.js";
import { isTagged, tagTable } from "./tags.js";

/** Gives the place of the option that Zod would choose for a value; undefined where none takes it. */
export type ChooseOption = (value: unknown, verdicts: Verdicts) => number | undefined;

/**
 * Chooses the option of an output value: the first in declared order that Zod accepts. Its tag decides, or its type, its
 * required members and its literals. Where these leave several options, it asks Zod.
 */
export function chooseOption(union: UnionNode): ChooseOption {
  const table = tagTable(union, "output");
  const tests = union.options.map((option) => mayBe(option));
  const readTag = table && memberReader(table.key);
  const all = tests.map((_, place) => place);
  return (value, verdicts) => {
    if (table !== undefined && readTag !== undefined && isTagged(value)) return table.optionOf.get(readTag(value));
    const places = all.filter((place) => tests[place]?.(value));
    return places.length < 2 ? places[0] : verdicts.placeOf(union, value, places);
  };
}

/** What is known of one value while it is written. Zod decides about its outermost union, and with that about the inner ones. */
export class Verdicts {
  #context: z.core.ParseContextInternal | undefined;
  readonly #results = new Map<SchemaNode, Map<unknown, unknown>>();

  /** What is made of a value: only once for each node, since both sides of an intersection meet what is inside. */
  once(node: SchemaNode, value: unknown, make: () => unknown): unknown {
    let results = this.#results.get(node);
    if (results === undefined) {
      results = new Map();
      this.#results.set(node, results);
    }
    if (!results.has(value)) results.set(value, make());
    return results.get(value);
  }

  placeOf(union: UnionNode, value: unknown, places: readonly number[]): number | undefined {
    this.#context ??= { async: mayWait(union.schema), abortEarly: true };
    const { chosen } = ParseState.of(this.#context);
    const known = chosen.get(union.schema)?.get(value);
    if (known !== undefined) return known;
    const result = derivedSchema(union.schema, "output")._zod.run({ value, issues: [] }, this.#context);
    if (!(result instanceof Promise))
      return z.core.util.aborted(result) ? undefined : chosen.get(union.schema)?.get(value);
    result.catch(() => {}); // an asynchronous check cannot be waited for while a response is written
    return places[0];
  }
}
