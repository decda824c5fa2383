import { type SafePromise, withSafe } from "../errors/safe.js";
import { loadRuntime } from "../load-runtime.js";
import type { SendOptions } from "../request/options.js";
import type { Transport } from "../request/transport.js";
import { withLoaded } from "../with-loaded.js";
import { copied } from "../write/copied.js";
import { planned } from "./plan.js";

/** Sends the operations that a callback plans as one request: see types/atomic.ts. */
export function atomic(
  transport: Transport,
  plan: (tx: object) => unknown,
  options?: SendOptions,
): SafePromise<unknown> {
  const make = () => [planned(plan), copied(options)] as const;
  return withSafe(withLoaded(make, loadRuntime, (runtime, own) => runtime.sendPlanned(transport, ...own)));
}
