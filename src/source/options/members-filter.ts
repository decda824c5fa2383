import type { z } from "zod";
import { isValueList, valueTypes } from "../../define/model/value-types.js";
import { joinSegments } from "../../wire/include-path.js";
import type { CountOperator, FieldCondition, Id, MembersCondition } from "../store/store.js";

const COUNT_OPERATORS: readonly CountOperator[] = ["eq", "ne", "gt", "gte", "lt", "lte"];

/** A filter's name that says `all` or `count` of a to-many, without its value. */
interface MembersName {
  readonly path: readonly string[];
  readonly field: string;
  readonly use: "all" | "count";
  /** What follows `all` or `count`: of a count, an operator. */
  readonly rest: string | undefined;
}

/**
 * The condition of `tags__all` or `comments__count__gte`, or a sentence.
 *
 * @param keyOf The key of an id: two spellings of one id count once.
 */
export function readMembers(
  { path, field, use, rest }: MembersName,
  name: string,
  value: unknown,
  keyOf: (id: Id) => string,
): MembersCondition | string {
  const advice = `or write the filter: filters: { ${name}: … }.`;
  if (use === "all") {
    if (rest !== undefined)
      return `"${joinSegments(field, use)}" takes ids, so nothing follows it. Write ${field}__all, ${advice}`;
    const ids = new Map((Array.isArray(value) ? value : []).map((id) => [keyOf(id), id]));
    return { kind: "members", path, field, has: { use, ids: [...ids.values()] } };
  }
  const operator = COUNT_OPERATORS.find((each) => each === (rest ?? "eq"));
  if (operator !== undefined) return { kind: "members", path, field, has: { use, operator, value } };
  return `"${joinSegments(field, use)}" has no "${rest}". Use ${COUNT_OPERATORS.join(", ")}, ${advice}`;
}

/** The sentence for a schema whose values do not fit. The ids are compared as those of a filter of the relationship. */
export function unlikeMembers({ has }: MembersCondition, schema: z.ZodType): string | undefined {
  if (has.use === "all") return isValueList(schema) ? undefined : '"all" takes a list of ids. Change the schema.';
  if (has.use === "none") return undefined;
  const given = valueTypes(schema);
  const isNumber = given !== undefined && given.size === 1 && given.has("number") && !isValueList(schema);
  return isNumber ? undefined : '"count" takes one number. Change the schema: z.int().';
}

/** The ids of `all` as a condition of the relationship. */
export function idsIn({ path, field, has }: MembersCondition): FieldCondition[] {
  return has.use === "all" ? [{ kind: "field", path, field, operator: "in", value: has.ids }] : [];
}
