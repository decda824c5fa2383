import { z } from "zod";

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
