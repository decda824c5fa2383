/** The response of a successful write, as a store keeps it. */
export interface StoredResponse {
  readonly status: number;
  /** Names are in lower case. `set-cookie` is not stored. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a response without a body. */
  readonly body: string | undefined;
  /** What the caller could see, and the media type that it accepted. It is compared before the response is sent again. */
  readonly view: string;
}

/** The key and the payload of a request. */
export interface StatedKey {
  /** The hash of the key, the caller, the host, the method and the path: 64 hexadecimal digits. */
  readonly id: string;
  /** The hash of the request: 64 hexadecimal digits. */
  readonly fingerprint: string;
}

/** One use of a key. */
export interface KeyUse<TContext> extends StatedKey {
  /** The context of the request. Within the router's transaction, it is the context of the transaction. */
  readonly ctx: TContext;
}

/**
 * The first request with a key. One of its functions is called when the request ends. None is called if nobody knows whether the write is
 * committed: then the key stays in use until the store frees it.
 */
export interface NewClaim {
  readonly state: "new";
  /** Stores the response of the write. */
  readonly finish: (response: StoredResponse) => Promise<void>;
  /** Frees the key, because the write failed. */
  readonly release: () => Promise<void>;
}

/** What a store knows about a key. */
export type Claim =
  | NewClaim
  /** Another request with the key has not ended yet. */
  | { readonly state: "running" }
  /** A request with the key succeeded. */
  | { readonly state: "done"; readonly fingerprint: string; readonly response: StoredResponse };

/**
 * Stores the keys of idempotent writes and their responses: `memoryStore()` for one process, `postgresStore(…)` of `trestle/postgres` for
 * the write's own transaction, or one of your own.
 *
 * @example
 * ```ts
 * import type { IdempotencyStore, StoredResponse } from "trestle";
 *
 * // Keys in one Map: never expires, so only for a demonstration.
 * const known = new Map<string, { fingerprint: string; response?: StoredResponse }>();
 * export const store: IdempotencyStore = {
 *   inTransaction: false,
 *   async claim({ id, fingerprint }) {
 *     const before = known.get(id);
 *     if (before?.response) return { state: "done", fingerprint: before.fingerprint, response: before.response };
 *     if (before) return { state: "running" };
 *     known.set(id, { fingerprint });
 *     return {
 *       state: "new",
 *       finish: async (response) => void known.set(id, { fingerprint, response }),
 *       release: async () => void known.delete(id),
 *     };
 *   },
 * };
 * ```
 */
export interface IdempotencyStore<in TContext = object> {
  /**
   * Whether the store writes in the router's `transaction`, by the context that it gets. Then the key is claimed and the response is
   * stored in that transaction: if it rolls back, the key is free. Otherwise the key is claimed before the transaction begins, and the
   * response is stored after it has committed.
   */
  readonly inTransaction: boolean;
  /** Claims a key. It must not wait for another request with the same key. */
  readonly claim: (use: KeyUse<TContext>) => Promise<Claim>;
}

/** The router's option `idempotency`. */
export type IdempotencyOptions<TContext> = {
  readonly store: IdempotencyStore<TContext>;
} & CallerOption<TContext>;

/** A context with required members can tell callers apart, so it must. */
type CallerOption<TContext> = {} extends TContext
  ? { readonly caller?: (ctx: TContext) => string | null }
  : {
      /**
       * Who sends the request: a stable id, or null for an anonymous caller. Callers do not share keys, but all anonymous callers of a host
       * do. If tenants share a host and may have users of the same id, the id contains the tenant: `${ctx.tenant}/${ctx.user}`.
       */
      readonly caller: (ctx: TContext) => string | null;
    };

/** {@link IdempotencyOptions} without their types. */
export interface DeclaredIdempotency {
  readonly store: IdempotencyStore;
  readonly caller?: ((ctx: object) => string | null) | undefined;
}
