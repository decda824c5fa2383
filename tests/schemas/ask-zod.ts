import { z } from "zod";
import { allSchemas, definition } from "./definition.js";
import { Uncertain } from "./judgement.js";
import { bare } from "./plain.js";

/** Zod's verdict. An error that Zod or the schema throws makes a case uncertain. */
export function askZod(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  return asking(() => schema.safeParse(asSeen(schema, value)));
}

/** Whether Zod refuses a value only for what does not abort: members that the other side of an intersection may know, or checks. */
export function nearlyTakes(schema: z.ZodType, value: unknown): boolean {
  const payload = asking(() => schema._zod.run({ value: asSeen(schema, value), issues: [] }, { async: false }));
  return !(payload instanceof Promise) && !z.core.util.aborted(payload);
}

function asking<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Uncertain) throw error;
    const isMerge = error instanceof Error && error.message.startsWith("Unmergable intersection");
    throw new Uncertain(isMerge ? "unmergeable" : "throws");
  }
}

/** Zod reads a missing `constructor` from the prototype. Trestle does not, so such a schema is given objects without one. */
function asSeen(schema: z.ZodType, value: unknown): unknown {
  let isInherited = readsInherited.get(schema);
  if (isInherited === undefined) {
    isInherited = [...allSchemas(schema)].some(hasInheritedName);
    readsInherited.set(schema, isInherited);
  }
  return isInherited ? bare(value) : value;
}

const readsInherited = new WeakMap<z.ZodType, boolean>();

function hasInheritedName(schema: z.ZodType): boolean {
  const { shape = {}, keyType } = definition(schema);
  return [...Object.keys(shape), ...(keyType?._zod.values ?? [])].some((name) => String(name) in Object.prototype);
}

export function issuesOf(result: z.ZodSafeParseError<unknown>): string {
  return result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
