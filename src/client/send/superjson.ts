import type { Superjson } from "../../wire/notes/superjson.js";

/** superjson, if it is loaded. Users register their types on the instance that they get from `import "superjson"`. */
export let loadedSuperjson: Superjson | undefined;

/**
 * Loads superjson, which is a separate chunk in a bundle. The client calls this itself when a response or an input needs
 * superjson: for registered classes and transformers, errors and typed arrays. Call it before the client reads documents that
 * it did not load itself, for example after hydration.
 */
export async function loadSuperjson(): Promise<void> {
  loadedSuperjson ??= (await import("superjson")).default as Superjson; // its own types accept only what it wrote itself
}
