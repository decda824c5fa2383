/** The functions that a signal runs. All requests with this signal share this one listener. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const run of this) run();
  }
}

const followers = new WeakMap<AbortSignal, Followers>();
const controllers = new WeakMap<object, AbortController>();
const collected = new FinalizationRegistry<() => void>((release) => release());

/**
 * Runs a function when the signal is aborted.
 *
 * @returns Removes the function again. With the last function, the listener is removed, too.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const all = followers.get(signal) ?? new Followers();
  followers.set(signal, all.add(run));
  signal.addEventListener("abort", all, { once: true }); // adding the same listener again changes nothing
  return () => {
    all.delete(run);
    if (!all.size) signal.removeEventListener("abort", all);
  };
}

/**
 * Lets the signal abort the body of a response, as long as the program refers to that body. The program does not say when it has
 * finished with a body, so the controller lives as long as the body, and the signal refers to it weakly.
 */
export function abortWith(signal: AbortSignal, body: object, controller: AbortController): void {
  const held = new WeakRef(controller);
  controllers.set(body, controller);
  collected.register(
    controller,
    onAbort(signal, () => held.deref()?.abort(signal.reason)),
  );
}
