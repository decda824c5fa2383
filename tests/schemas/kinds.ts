import type { z } from "zod";

/** Every kind that Zod 4 has. A kind that a new release adds does not compile until it is listed here. */
export const KINDS: Readonly<Record<z.core.$ZodTypeDef["type"], "generated" | "refused" | "unused">> = {
  any: "generated",
  array: "generated",
  bigint: "generated",
  boolean: "generated",
  catch: "generated",
  custom: "generated",
  date: "generated",
  default: "generated",
  enum: "generated",
  file: "refused",
  function: "refused",
  int: "unused", // Zod names it, and gives it to no schema
  intersection: "generated",
  lazy: "generated",
  literal: "generated",
  map: "generated",
  nan: "generated",
  never: "generated",
  nonoptional: "generated",
  null: "generated",
  nullable: "generated",
  number: "generated",
  object: "generated",
  optional: "generated",
  pipe: "generated",
  prefault: "generated",
  promise: "refused",
  readonly: "generated",
  record: "generated",
  set: "generated",
  string: "generated",
  success: "generated",
  symbol: "refused",
  template_literal: "generated",
  transform: "generated",
  tuple: "generated",
  undefined: "generated",
  union: "generated",
  unknown: "generated",
  void: "generated",
};

/** Schemas whose values cannot travel. Declaring an attribute with one of them throws. */
export const UNSERVED: Readonly<Record<string, string>> = {
  $ZodFile: "z.file()",
  $ZodFunction: "z.function()",
  $ZodPromise: "z.promise(z.string())",
  $ZodSymbol: "z.symbol()",
};

/** Exports of Zod that look like schemas but are not. */
export const WITHOUT_KIND: Readonly<Record<string, string>> = {
  $ZodAsyncError: "an error",
  $ZodCyclicError: "an error",
  $ZodEncodeError: "an error",
  $ZodError: "an error",
  $ZodRealError: "an error",
  $ZodRegistry: "a registry",
  $ZodObjectJIT: "how Zod compiles objects",
};
