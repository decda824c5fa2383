import { withLoaded } from "./send/with-loaded.js";

export type Runtime = typeof import("./runtime.js");

/**
 * Calls the code that sends actions and batches. It is loaded at the first call.
 *
 * @param make Copies what the call was given, before anything is loaded.
 */
export function withRuntime<TOwn, T>(
  make: () => TOwn,
  use: (runtime: Runtime, own: TOwn) => T | Promise<T>,
): Promise<T> {
  const load = async () => {
    const own = make();
    return { own, runtime: await import("./runtime.js") };
  };
  return withLoaded(load, ({ own, runtime }) => use(runtime, own));
}
