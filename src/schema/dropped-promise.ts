import type { z } from "zod";
import { isBareObject } from "./combine.js";
import { stepSchema } from "./step.js";

// Where a check throws, or rejects before Zod waits for it, Zod drops the promises of other checks. If one of those is
// rejected, Node ends the process: an unhandled rejection.

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck<never>;

/** A schema whose promise Zod may drop: an option after another one took the value, or a key. */
export function unwaited(schema: Schema): Schema {
  return stepSchema(schema, (payload, context) => {
    const result = schema._zod.run(payload, context);
    if (result instanceof Promise) result.catch(() => {});
    return result;
  });
}

/** A schema inside another: what it throws is a rejection, so that Zod also waits for its neighbours. */
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

/** A record that tests its keys before its values: Zod throws for a key with an asynchronous check. */
export function keysFirst(record: Schema, key: Schema): Schema {
  return stepSchema(record, (payload, context) => {
    for (const name of isBareObject(payload.value) ? Object.keys(payload.value) : []) {
      if (key._zod.run({ value: name, issues: [] }, context) instanceof Promise)
        throw new TypeError("A key of a z.record() has an asynchronous check. Check the keys in the handler.");
    }
    return record._zod.run(payload, context);
  });
}

/** The same checks; where one of several throws, or rejects before it is waited for, the others are still waited for. */
export function waitedChecks<TCheck extends Check>(checks: readonly TCheck[]): readonly TCheck[] {
  if (checks.length < 2 || !checks.some(({ _zod }) => _zod.def.check === "custom")) return checks;
  const pending = new WeakSet<object>();
  return checks.map((check) => {
    const judge = (payload: z.core.ParsePayload<never>) => {
      try {
        const result = check._zod.check(payload);
        if (!(result instanceof Promise)) return result;
        pending.add(payload);
        result.catch(() => {});
        return result;
      } catch (error) {
        if (!pending.has(payload)) throw error;
        return rejection(error);
      }
    };
    return { ...check, _zod: { ...check._zod, check: judge } };
  });
}

function rejection(error: unknown): Promise<never> {
  const promise = Promise.reject(error);
  promise.catch(() => {});
  return promise;
}
