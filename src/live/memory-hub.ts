import { checkOptionNames } from "../define/model/names.js";
import { requireLimit } from "../define/model/limit.js";
import type { HubListener, HubNotice, LiveHub } from "../define/types/live.js";

export interface MemoryHubOptions {
  /** How many notices are kept for clients that connect again. Default: 10 000. */
  readonly keep?: number;
}

/** How many notices a page has. */
const PAGE = 1000;

/**
 * Carries live notices within one process: for tests, examples and servers that run once. After a restart, clients get a `reset`.
 *
 * @throws {TypeError} When `keep` is not a positive integer, or an option is unknown.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { liveChannel, memoryHub } from "trestle/live";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
 *
 * export const live = liveChannel(api, { hub: memoryHub() });
 * ```
 */
export function memoryHub(options: MemoryHubOptions = {}): LiveHub {
  checkOptionNames("memoryHub", options, { keep: true });
  const { keep = 10_000 } = options;
  requireLimit("memoryHub: keep", keep);
  const secret = crypto.randomUUID();
  const listeners = new Set<HubListener>();
  /** The last notices. Up to twice as many as `keep`, so that the list is seldom copied. */
  let kept: HubNotice[] = [];
  /** How many notices were published before the first that is kept. */
  let gone = 0;
  const position = () => `${gone + kept.length}`;

  return {
    secret: async () => secret,
    async publish(notices) {
      for (const notice of notices) kept.push(notice); // a call with very many arguments throws
      const batch = { notices, position: position() };
      if (kept.length > 2 * keep) {
        gone += kept.length - keep;
        kept = kept.slice(-keep);
      }
      for (const { hear } of listeners) hear(batch);
    },
    async subscribe(listener) {
      listeners.add(listener);
      return {
        position: position(),
        close: async () => {
          listeners.delete(listener);
        },
      };
    },
    async *since(after) {
      const end = gone + kept.length;
      for (let next = Number(after); next < end; next += PAGE) {
        const start = next - gone;
        // The oldest that are kept beyond `keep` do not count, so that the limit is exact.
        if (start < Math.max(0, kept.length - keep)) return yield undefined;
        yield kept.slice(start, Math.min(start + PAGE, end - gone));
      }
    },
  };
}
