import { z } from "zod";

/** Text without NUL characters, because Postgres cannot store them. */
export const text = z.string().refine((value) => !value.includes("\0"), "Must not contain a NUL character.");
