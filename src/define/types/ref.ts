import type { z } from "zod";

/** A related id in a filter: as declared for handlers, also as a string from clients. */
export type RefSchema<TId> = z.ZodType<TId, TId | string>;
