import { z } from "zod";
import { dropped } from "./dropped.js";
import { isBareObject } from "./combine.js";

type Payload = z.core.ParsePayload;
type Parsed = z.core.util.MaybeAsync<Payload>;

/** Replaces the parse function of a schema. */
export type Step = (payload: Payload, context: z.core.ParseContextInternal) => Parsed;

interface StepDef extends z.core.$ZodTypeDef {
  readonly type: "readonly"; // Zod must see a wrapper when it walks through schemas
  readonly innerType: z.core.$ZodType;
  readonly step: Step;
}

interface StepSchema extends z.core.$ZodType {
  readonly _zod: z.core.$ZodTypeInternals & { readonly def: StepDef };
}

/** The properties that Zod reads before it parses a value. */
const PROPERTIES = ["optin", "optout", "values", "propValues", "pattern"] as const;

const StepConstructor = z.core.$constructor<StepSchema, StepDef>("TrestleStep", (inst, def) => {
  z.core.$ZodType.init(inst, def);
  for (const name of PROPERTIES) {
    Object.defineProperty(inst._zod, name, { get: () => def.innerType._zod[name], configurable: true });
  }
  inst._zod.parse = def.step;
});

/** Wraps a schema and replaces its parse function. */
export function stepSchema(innerType: z.core.$ZodType, step: Step): z.core.$ZodType {
  return new StepConstructor({ type: "readonly", innerType, step });
}

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
