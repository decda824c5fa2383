import { z } from "zod";

/** Copies a schema with other members of its definition. Accessors stay accessors, because a default may be made at each parse. */
export function cloneWith<TSchema extends z.core.$ZodType>(schema: TSchema, members: object): TSchema {
  const { def } = schema._zod;
  const descriptors = { ...Object.getOwnPropertyDescriptors(def), ...Object.getOwnPropertyDescriptors(members) };
  return z.core.clone(schema, Object.defineProperties({}, descriptors) as typeof def); // the same definition with other members
}
