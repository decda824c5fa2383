import type { z } from "zod";
import { isBareObject } from "./combine.js";
import { madeOnce } from "./made-once.js";
import { ParseState } from "./parse-state.js";
import { stepSchema } from "./step.js";

type AnyObject = Readonly<Record<string, unknown>>;

const INHERITED = Object.prototype as unknown as AnyObject; // any object may be read by key

/** The value that every object inherits under a name, such as `constructor`; undefined for other names. */
export function inheritedMember(name: string): unknown {
  return INHERITED[name];
}

/** The value of an object's member or accessor. Undefined also for members that every object inherits. */
export function memberOf(object: AnyObject, name: string): unknown {
  const value = object[name];
  return value === INHERITED[name] ? undefined : value;
}

/** Whether every object has a member with this name: `constructor`, `toString`. */
export function isInherited(name: unknown): boolean {
  return String(name) in Object.prototype;
}

/**
 * Wraps a schema so that it reads only an object's own members. Otherwise Zod would read a missing `constructor` from the
 * prototype, and the handler would get a function.
 */
export function ownMembersOnly(schema: z.core.$ZodType): z.core.$ZodType {
  return stepSchema(schema, (payload, context) => {
    const { value } = payload;
    if (isBareObject(value))
      payload.value = madeOnce(ParseState.of(context).ownMembers, value, () => withoutPrototype(value));
    return schema._zod.run(payload, context);
  });
}

/** A copy of an object in which no name is inherited. */
export function withoutPrototype<T extends object>(value: T): T {
  return Object.assign(Object.create(null) as object, value);
}
