import { z } from "zod";
import { askZod, issuesOf } from "./ask-zod.js";
import { allSchemas, definition } from "./definition.js";
import { type Judgement, Uncertain, uncertainOr } from "./judgement.js";
import { isListWithGap } from "./oracle-input.js";
import { looseOutput, strictOutput, strippedOutput } from "./output-schema.js";
import { carried, holds } from "./plain.js";

/** What of a row's value leaves the server: what Zod keeps of it, or nothing where its kind is wrong. */
export function judgeRow(schema: z.ZodType, row: unknown): Judgement {
  const judgement = judgeAs(schema, looseOutput(schema), row);
  if (judgement.is !== "uncertain" || judgement.reason !== "strictRow") return judgement;
  const stripped = judgeAs(schema, strippedOutput(schema), row);
  return stripped.is === "accepted" ? { ...judgement, stripped: stripped.value } : judgement;
}

function judgeAs(schema: z.ZodType, loose: z.ZodType, row: unknown): Judgement {
  return uncertainOr(() => {
    if (holds(row, isListWithGap)) throw new Uncertain("undefinedInList");
    if (row === undefined && askZod(z.object({ value: loose }), {}).success)
      return { is: "accepted", value: undefined };
    const result = askZod(loose, row);
    if (!result.success) {
      const why = issuesOf(result);
      const isOfUnion = why.includes("no member of the union");
      if (why.includes("expected nonoptional, received undefined") || (isOfUnion && mayLackMembers(schema, row)))
        throw new Uncertain("absentKey");
      return { is: "refused", why: issuesOf(result) };
    }
    if (mayLackItems(schema) && !askZod(strictOutput(schema), row).success) throw new Uncertain("absentKey");
    if (holds(result.data, isListWithGap)) throw new Uncertain("undefinedInList");
    if (holds(result.data, (one) => one instanceof Date && Number.isNaN(one.getTime())))
      throw new Uncertain("invalidDate");
    return { is: "accepted", value: carried(result.data) };
  });
}

/** Whether an object may be refused only because it lacks a member that may be undefined. */
function mayLackMembers(schema: z.ZodType, row: unknown): boolean {
  const isObject = typeof row === "object" && row !== null;
  const names = [...allSchemas(schema)].flatMap((one) =>
    Object.entries(definition(one).shape ?? {}).flatMap(([name, member]) => (takesUndefined(member) ? [name] : [])),
  );
  return row === undefined || (isObject && names.some((name) => !(name in row)));
}

/** Whether a tuple has items of any value: the loose schema takes it without them, but Zod counts them. */
function mayLackItems(schema: z.ZodType): boolean {
  return [...allSchemas(schema)].some(
    (one) => definition(one).type === "tuple" && (definition(one).items ?? []).some(takesUndefined),
  );
}

/** Whether undefined is one of the values that a schema gives. */
function takesUndefined(schema: z.ZodType): boolean {
  return askZod(strictOutput(schema), undefined).success;
}

/** Whether a row also passes every check, so that its JSON must be what OpenAPI says. */
export function passesChecks(schema: z.ZodType, row: unknown): boolean {
  try {
    return strictOutput(schema).safeParse(row).success;
  } catch {
    return false;
  }
}
