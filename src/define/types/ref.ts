import type { z } from "zod";

/** The schema of a related id in a filter. Handlers get the declared type; clients may also send a string. */
export type RefSchema<TId> = z.ZodType<TId, TId | string>;
