import { checkOptionNames } from "../define/model/names.js";
import { requireInteger } from "../define/model/limit.js";
import type { Claim, IdempotencyStore, StoredResponse } from "../define/types/idempotency.js";
import { type RedisClient, requireClient } from "./client.js";

export interface RedisStoreOptions {
  /** The start of every key. APIs that share a Redis and a mount point need different ones. Default: `trestle:keys:`. */
  readonly prefix?: string;
  /** Milliseconds for which a response is kept. Default: 24 hours. */
  readonly expiresAfter?: number;
  /**
   * Milliseconds after which a key is free again if its request never ended, because the process died. It must be longer than the longest
   * timeout of an operation. Default: 5 minutes.
   */
  readonly claimExpiresAfter?: number;
}

/** The value of a key. */
type Entry = { readonly claim: string } | { readonly fingerprint: string; readonly response: StoredResponse };

const DAY = 86_400_000;

/** Both act only while the key still holds the claim. */
const FINISH =
  "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1 end return 0";
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end return 1";

/**
 * If a process dies between the commit of a write and the storing of its response, a retry after `claimExpiresAfter` runs the write again;
 * `postgresStore` has no such window. Keeps the keys of idempotent writes in Redis, for any number of processes.
 *
 * @param client A connected client of the package `redis`.
 * @throws {TypeError} If `client` is not such a client, or an option is unknown or not a positive integer.
 *
 * @example
 * ```ts no-run
 * import { createClient } from "redis";
 * import { trestle } from "trestle";
 * import { redisStore } from "trestle/redis";
 *
 * const client = await createClient({ url: process.env.REDIS_URL }).connect();
 *
 * const t = trestle<{ user: string | null }>();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
 * const createNote = notes.createOne({ idempotent: true }, ({ input }) => ({ id: 1, ...input }));
 * export const api = t.router(
 *   { notes: notes.routes(createNote) },
 *   { idempotency: { store: redisStore(client), caller: (ctx) => ctx.user } },
 * );
 * ```
 */
export function redisStore(
  client: Pick<RedisClient, "sendCommand">,
  options: RedisStoreOptions = {},
): IdempotencyStore {
  requireClient("redisStore", client);
  checkOptionNames("redisStore", options, { prefix: true, expiresAfter: true, claimExpiresAfter: true });
  const { prefix = "trestle:keys:", expiresAfter = DAY, claimExpiresAfter = 300_000 } = options;
  requireInteger("redisStore: expiresAfter", expiresAfter);
  requireInteger("redisStore: claimExpiresAfter", claimExpiresAfter);
  return {
    inTransaction: false,
    async claim({ id, fingerprint }): Promise<Claim> {
      const key = prefix + id;
      const claim = JSON.stringify({ claim: crypto.randomUUID() } satisfies Entry);
      for (;;) {
        const reply = await client.sendCommand(["SET", key, claim, "NX", "PX", `${claimExpiresAfter}`]);
        if (reply !== null) break;
        const value = await client.sendCommand(["GET", key]);
        if (value === null) continue; // it expired meanwhile
        const entry: Entry = JSON.parse(`${value}`);
        return "claim" in entry ? { state: "running" } : { state: "done", ...entry };
      }
      const run = (script: string, ...values: string[]) =>
        client.sendCommand(["EVAL", script, "1", key, claim, ...values]);
      return {
        state: "new",
        async finish(response) {
          const entry = JSON.stringify({ fingerprint, response } satisfies Entry);
          if ((await run(FINISH, entry, `${expiresAfter}`)) !== 1) {
            throw new Error(
              "redisStore: the claim of the key expired before the write ended. Set a longer claimExpiresAfter.",
            );
          }
        },
        async release() {
          await run(RELEASE);
        },
      };
    },
  };
}
