import { describe, expect, test } from "vitest";
import { compilers } from "../scripts/support/tsc.js";
import { compileMistakes, LONG, problemsOf, saysExactly, saysInWords } from "./support/messages.js";

const versions = Object.keys(compilers) as (keyof typeof compilers)[]; // the keys of an object literal

/** The fixtures whose messages are long. Remove a name when its message gets shorter; do not add one. */
const KNOWN_LONG = [
  "action-row-missing.ts",
  "action-undeclared-event.ts",
  "adapter-without-context.ts",
  "client-create-missing-fields.ts",
  "client-generic-list-without-filter.ts",
  "client-update-input-spread-item.ts",
  "client-update-item.ts",
  "client-update-spread-item.ts",
  "context-wrong-shape-async.ts",
  "filter-of-list-of-objects.ts",
  "query-update-spread-item.ts",
  "row-from-spread-wrong.ts",
  "row-from-spread.ts",
  "row-from-variable-in-list.ts",
  "row-from-variable-in-respond.ts",
  "row-from-variable-wrong-in-list.ts",
  "row-from-variable.ts",
  "row-missing-attribute.ts",
  "row-wrong-type.ts",
  "source-contains-of-a-number.ts",
  "source-context-without-member.ts",
  "source-filter-of-another-type.ts",
  "source-filter-without-rule-called.ts",
  "source-filter-without-rule.ts",
  "source-sort-without-rule.ts",
  "source-without-scope.ts",
];

describe.each(versions)("TypeScript %s", (version) => {
  const mistakes = compileMistakes("type-tests/messages", version);
  const says = version === "7" ? saysExactly : saysInWords;

  test("there are mistakes to try", () => {
    expect(mistakes).not.toEqual([]);
  });

  test.each(mistakes)("$name is answered in its own words", (mistake) => {
    expect(problemsOf(mistake, says)).toEqual([]);
  });

  test("no other message is long", () => {
    const long = mistakes.filter(({ said }) => said.some((message) => message.length > LONG)).map(({ name }) => name);
    expect(long.filter((name) => !KNOWN_LONG.includes(name))).toEqual([]);
  });
});
