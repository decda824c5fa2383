import { describe, expect, test } from "vitest";
import { compilers } from "../scripts/support/tsc.js";
import { compileMistakes, LONG, problemsOf, saysExactly, saysInWords } from "./support/messages.js";

/** TypeScript 7, or in the project `compilers` every version: the older ones take ten times as long. */
const versions =
  process.env.COMPILERS === "all"
    ? (Object.keys(compilers) as (keyof typeof compilers)[]) // the keys of an object literal
    : (["7"] as const);

/**
 * The fixtures whose messages are long, and what makes them long. Remove a name when its message gets shorter; do not add one.
 *
 * A handler's result may be a value or a promise of it, and rows or an envelope of rows. TypeScript prints the row that it expects
 * for each of these levels.
 */
const KNOWN_LONG = [
  "action-row-missing.ts", // the row, four times
  "row-from-spread-wrong.ts", // the row and the rows that were returned, five times each
  "row-from-spread.ts", // the same
  "row-from-variable-in-list.ts", // the row, five times
  "row-from-variable-in-respond.ts", // the row, six times, and once more without the fields that may be missing
  "row-from-variable-wrong-in-list.ts", // the row, five times
  "row-from-variable.ts", // the handler, because its body is a block, and the row, four times
  "row-missing-attribute.ts", // the row and the object that was returned, four times each
  "row-wrong-type.ts", // the same
  "action-undeclared-event.ts", // the handler, because its body is a block, and each type of an async generator
  "client-create-missing-fields.ts", // before TypeScript 7: the fields, twice
  "client-generic-list-without-filter.ts", // the three resources that the name may be
  "client-update-input-spread-item.ts", // the item, twice
  "query-update-spread-item.ts", // the item, twice, and the fields
  "id-of-the-api.ts", // before TypeScript 7: the reason, for ids that are texts and for integers
  "router-atomic-without-transaction.ts", // before TypeScript 7: the reason, twice
  "source-context-without-member.ts", // the two functions, because a method of the source is the handler
  "source-filter-without-rule.ts", // the same
  "source-without-scope.ts", // the table's columns
  "source-without-tenant-column.ts", // the same
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
