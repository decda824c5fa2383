import defaultInstance from "superjson";
import type { Superjson } from "../../rich/superjson.js";

/** The instance on which an application registers its own types: `superjson.registerCustom`. */
export const superjson: Superjson = defaultInstance as Superjson; // its own types want what it wrote itself, and this is read from JSON
