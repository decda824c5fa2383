import { type SafePromise, withSafe } from "./errors/safe.js";
import { loadRuntime } from "./load-runtime.js";
import type { SendOptions } from "./send/options.js";
import type { Transport } from "./send/transport.js";
import { withLoaded } from "./send/with-loaded.js";
import { copied } from "./send/copied.js";
import { planned } from "./atomic/plan.js";

/** Sends the operations that a callback plans as one request: see types/atomic.ts. */
export function atomic(
  transport: Transport,
  plan: (tx: object) => unknown,
  options?: SendOptions,
): SafePromise<unknown> {
  const make = () => [planned(plan), copied(options)] as const;
  return withSafe(withLoaded(make, loadRuntime, (runtime, own) => runtime.sendPlanned(transport, ...own)));
}
