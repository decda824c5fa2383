/** What one signal ends: the one listener that all requests with this signal share. */
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
 * @returns Takes it back. The signal keeps no listener when nothing is left to run.
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
 * Lets the signal abort the body of a response, for as long as somebody holds that body. Nobody can tell when a body is no
 * longer needed, so the controller lives as long as the body, and the signal refers to it weakly.
 */
export function abortWith(signal: AbortSignal, body: object, controller: AbortController): void {
  const held = new WeakRef(controller);
  controllers.set(body, controller);
  collected.register(
    controller,
    onAbort(signal, () => held.deref()?.abort(signal.reason)),
  );
}
