import { dropped } from "./dropped.js";
import { z } from "zod";
import { derivedSchema } from "./derived-schema.js";
import { madeOnce } from "./made-once.js";
import { mayBe } from "./may-be.js";
import { mayWait } from "./run-schema.js";
import type { SchemaNode, UnionNode } from "./node.js";
import { memberOf } from "./own-members.js";
import { ParseState } from "./parse-state.js";
import { isTagged, tagTable } from "./tags.js";

/** Returns the index of the option that Zod would choose for a value, or undefined if no option matches. */
export type ChooseOption = (value: unknown, choices: UnionChoices) => number | undefined;

/**
 * Chooses the option of an output value: the first in declared order that Zod accepts. A tag, the type, the required
 * members or the literals usually decide. If several options remain, Zod parses the value.
 */
export function chooseOption(union: UnionNode): ChooseOption {
  const table = tagTable(union, "output");
  const tests = union.options.map((option) => mayBe(option, "output"));
  const all = tests.map((_, place) => place);
  return (value, choices) => {
    if (table !== undefined && isTagged(value)) return table.optionOf.get(memberOf(value, table.key));
    const places = all.filter((place) => tests[place]?.(value));
    return places.length < 2 ? places[0] : choices.placeOf(union, value, places);
  };
}

/** Caches results while one value is written. Parsing with the outermost union also decides the nested ones. */
export class UnionChoices {
  #context: z.core.ParseContextInternal | undefined;
  readonly #results = new Map<SchemaNode, Map<unknown, unknown>>();

  /** Calls `make` once per node and value, because both sides of an intersection visit the same values. */
  once(node: SchemaNode, value: unknown, make: () => unknown): unknown {
    return madeOnce(
      madeOnce(this.#results, node, () => new Map()),
      value,
      make,
    );
  }

  placeOf(union: UnionNode, value: unknown, places: readonly number[]): number | undefined {
    this.#context ??= { async: mayWait(union.schema), abortEarly: true };
    const { chosen } = ParseState.of(this.#context);
    const known = chosen.get(union.schema)?.get(value);
    if (known !== undefined) return known;
    const result = derivedSchema(union.schema, "output")._zod.run({ value, issues: [] }, this.#context);
    if (!(result instanceof Promise))
      return z.core.util.aborted(result) ? undefined : chosen.get(union.schema)?.get(value);
    dropped(result); // writing a response is synchronous, so asynchronous checks are ignored
    return places[0];
  }
}
