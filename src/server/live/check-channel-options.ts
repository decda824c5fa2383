import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import { checkKnownKeys } from "../../define/model/names.js";
import type { DeclaredChannel, LiveHub } from "../../define/types/live.js";

const WHERE = "liveChannel";

const KNOWN: Readonly<Record<keyof DeclaredChannel, true>> = {
  hub: true,
  audience: true,
  listens: true,
  hears: true,
  renewAfter: true,
  heartbeat: true,
  maxConnections: true,
  caller: true,
  maxPerCaller: true,
  maxQueued: true,
  onError: true,
};

/** The functions that every hub has. */
const OF_HUB = ["secret", "publish", "subscribe", "since"] as const satisfies readonly (keyof LiveHub)[];

/**
 * Refuses options that cannot work when the server starts, and not at the first write.
 *
 * @throws {TypeError}
 */
export function checkChannelOptions(options: DeclaredChannel): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${WHERE} needs options with a hub. Write liveChannel(api, { hub: memoryHub() }).`);
  }
  checkKnownKeys(WHERE, options, KNOWN);
  const { hub, renewAfter, heartbeat, maxConnections, maxPerCaller, maxQueued } = options;
  if (!OF_HUB.every((name) => typeof Object(hub)[name] === "function")) {
    const received = hub === null ? "null" : typeof hub;
    throw new TypeError(`${WHERE}: hub must be a hub, such as memoryHub() or postgresHub(pool); received ${received}.`);
  }
  for (const name of ["audience", "listens", "hears", "caller", "onError"] as const) {
    const given: unknown = options[name];
    if (given !== undefined && typeof given !== "function") {
      throw new TypeError(`${WHERE}: ${name} must be a function; received ${given === null ? "null" : typeof given}.`);
    }
  }
  if ((options.audience === undefined) !== (options.listens === undefined)) {
    throw new TypeError(`${WHERE}: audience and listens belong together. Pass both, or neither.`);
  }
  if (maxPerCaller !== undefined && options.caller === undefined) {
    throw new TypeError(
      `${WHERE}: maxPerCaller needs caller, which says whose connection it is. Add caller: (ctx) => ctx.user.`,
    );
  }
  for (const [name, time] of Object.entries({ renewAfter, heartbeat })) {
    if (time !== undefined) requireLimit(`${WHERE}: ${name}`, time, LONGEST_TIMEOUT);
  }
  for (const [name, count] of Object.entries({ maxConnections, maxPerCaller, maxQueued })) {
    if (count !== undefined) requireLimit(`${WHERE}: ${name}`, count);
  }
}
