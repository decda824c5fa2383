import { z } from "zod";

/** Any text but NUL characters, which Postgres cannot store: without the check they would be an error of the server. */
export const text = z.string().refine((value) => !value.includes("\0"), "Must not contain a NUL character.");
