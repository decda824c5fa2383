import { checkOptionNames } from "../model/names.js";
import { requireLimit } from "../model/limit.js";
import type { Claim, IdempotencyStore, StoredResponse } from "../types/idempotency.js";

export interface MemoryStoreOptions {
  /** Milliseconds for which a response is kept. Default: 24 hours. */
  readonly expiresAfter?: number;
  /** About how many bytes of memory the responses may take. The oldest are removed first. Default: 50 MB. */
  readonly maxBytes?: number;
}

interface Done {
  readonly fingerprint: string;
  readonly response: StoredResponse;
  readonly bytes: number;
  readonly expiresAt: number;
}

const DAY = 86_400_000;

/**
 * Keeps the keys of idempotent writes in the memory of one process: for tests, examples and servers that run once. After a restart, all keys
 * are free.
 *
 * @throws {TypeError} When an option is not a positive number.
 *
 * @example
 * ```ts
 * import { memoryStore, trestle } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle<{ user: string | null }>();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
 * const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: 1, ...input }));
 * export const api = t.router(
 *   { notes: notes.routes(createNote) },
 *   { idempotency: { store: memoryStore(), caller: (ctx) => ctx.user } },
 * );
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  checkOptionNames("memoryStore", options, { expiresAfter: true, maxBytes: true });
  const { expiresAfter = DAY, maxBytes = 50_000_000 } = options;
  requireLimit("memoryStore: expiresAfter", expiresAfter);
  requireLimit("memoryStore: maxBytes", maxBytes);
  const running = new Map<string, number>(); // when each expires, because a request may end without finish and release
  const done = new Map<string, Done>(); // the oldest first, so those that expire first are first
  let total = 0;

  const remove = (id: string, { bytes }: Done) => {
    done.delete(id);
    total -= bytes;
  };
  const removeOld = () => {
    const now = Date.now();
    for (const [id, expiresAt] of running) {
      if (expiresAt > now) break;
      running.delete(id);
    }
    for (const [id, entry] of done) {
      if (entry.expiresAt > now && total <= maxBytes) return;
      remove(id, entry);
    }
  };

  return {
    inTransaction: false,
    async claim({ id, fingerprint }): Promise<Claim> {
      removeOld();
      const known = done.get(id);
      if (known !== undefined) return { state: "done", fingerprint: known.fingerprint, response: known.response };
      if (running.has(id)) return { state: "running" };
      running.set(id, Date.now() + DAY);
      return {
        state: "new",
        async finish(response) {
          running.delete(id);
          const bytes = sizeOf(response);
          done.set(id, { fingerprint, response, bytes, expiresAt: Date.now() + expiresAfter });
          total += bytes;
          removeOld();
        },
        async release() {
          running.delete(id);
        },
      };
    },
  };
}

/** Bytes of an entry apart from its texts, about. */
const OVERHEAD = 500;

function sizeOf({ headers, body = "", view }: StoredResponse): number {
  return OVERHEAD + 2 * (body.length + view.length + JSON.stringify(headers).length);
}
