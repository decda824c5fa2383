import type { CallOptions } from "../send/options.js";
import type { Safe } from "../errors/safe.js";
import type { ReadSource } from "../read/read-source.js";

/**
 * A read that is sent when it is awaited, or by `fetch()`. If it is awaited again, it gives the same result, unless it failed.
 * You can use it in place of a promise.
 */
export interface LazyRead<TResult, TFailure> extends Awaitable<TResult> {
  /** Sends the request unless it was sent, and returns `{ data }` or `{ error }`. It never rejects. */
  safe(): Promise<Safe<TResult, TFailure>>;
}

/** A lazy read without its failures, because TypeScript would resolve the arguments of a base for every call of a chain. */
export interface Awaitable<TResult> {
  /**
   * Sends the request, even if it was sent before.
   *
   * @throws {ResponseError} As a rejection, for any failure.
   */
  fetch(options?: CallOptions): Promise<TResult>;

  then<TThen = TResult, TCatch = never>(
    onResult?: ((result: TResult) => TThen | PromiseLike<TThen>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
    onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null,
  ): Promise<TThen | TCatch>;
  // biome-ignore lint/suspicious/noExplicitAny: what a promise's rejection is, everywhere
  catch<TCatch = never>(onFailure?: ((reason: any) => TCatch | PromiseLike<TCatch>) | null): Promise<TResult | TCatch>;
  finally(onEnd?: (() => void) | null): Promise<TResult>;
  readonly [Symbol.toStringTag]: string;

  readonly "~": ReadSource<TResult>;
}
