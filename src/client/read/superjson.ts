import type { Superjson } from "../../wire/notes/superjson.js";

/** superjson, once something needed it. Types of your own are registered on the instance that `import "superjson"` gives. */
export let superjson: Superjson | undefined;

/**
 * Loads superjson, a chunk of its own in a bundle. The client does it by itself when an answer or an input needs it: for
 * registered classes and transformers, errors and typed arrays. To be called only before documents are read that came
 * another way, as by hydration.
 */
export async function loadSuperjson(): Promise<void> {
  superjson ??= (await import("superjson")).default as Superjson; // its own types want what it wrote itself
}
