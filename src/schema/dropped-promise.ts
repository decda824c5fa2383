import { dropped } from "./dropped.js";
import type { z } from "zod";
import { isBareObject } from "./combine.js";
import { stepSchema } from "./step.js";

// If a check throws, or rejects before Zod awaits it, Zod drops the promises of other checks. If one of those rejects, Node
// ends the process because of an unhandled rejection.

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck<never>;

/** Wraps a schema whose promise Zod may drop: a key, or a union's option after another one matched. */
export function unwaited(schema: Schema): Schema {
  return stepSchema(schema, (payload, context) => {
    const result = schema._zod.run(payload, context);
    dropped(result);
    return result;
  });
}

/** Wraps a child schema: turns an exception into a rejection, so that Zod also awaits the other children. */
export function rejecting(schema: Schema): Schema {
  return stepSchema(schema, (payload, context) => {
    try {
      return schema._zod.run(payload, context);
    } catch (error) {
      if (context.async !== true) throw error;
      return Promise.reject(error);
    }
  });
}

/** Wraps a record so that its keys are parsed before its values. Zod throws for a key with an asynchronous check. */
export function keysFirst(record: Schema, key: Schema): Schema {
  return stepSchema(record, (payload, context) => {
    for (const name of isBareObject(payload.value) ? Object.keys(payload.value) : []) {
      if (key._zod.run({ value: name, issues: [] }, context) instanceof Promise)
        throw new TypeError("A key of a z.record() has an asynchronous check. Check the keys in the handler.");
    }
    return record._zod.run(payload, context);
  });
}

/** Wraps checks so that Zod awaits all of them, even if one of them throws. */
export function waitedChecks<TCheck extends Check>(checks: readonly TCheck[]): readonly TCheck[] {
  if (checks.length < 2 || !checks.some(({ _zod }) => _zod.def.check === "custom")) return checks;
  const pending = new WeakSet<object>();
  return checks.map((check) => {
    const validate = (payload: z.core.ParsePayload<never>) => {
      try {
        const result = check._zod.check(payload);
        if (!(result instanceof Promise)) return result;
        pending.add(payload);
        dropped(result);
        return result;
      } catch (error) {
        if (!pending.has(payload)) throw error;
        const rejection = Promise.reject(error);
        dropped(rejection);
        return rejection;
      }
    };
    return { ...check, _zod: { ...check._zod, check: validate } };
  });
}
