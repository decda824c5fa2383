import type { NotAllowed } from "./not-allowed.js";
import type { Transaction } from "./transaction.js";

/** The router's option `atomic`. */
export interface AtomicOptions {
  /** The largest number of operations in a request; default 50. A request with more is a 413. */
  readonly max?: number;
  /**
   * Whether a request with the header `Idempotency-Key` runs only once: a second one with the same key gets the response of the first. With
   * `"required"`, a request without a key is a 400. Default false.
   */
  readonly idempotent?: boolean | "required";
}

/** Operations need a transaction, so that a failed one can undo those before it. */
export type AtomicOption<TContext, TAtomic> =
  | {
      /**
       * Serves `POST /operations`, JSON:API's extension for several writes in one request: all of them succeed, or none does anything.
       * Default: not served.
       */
      readonly atomic: TAtomic & (true | AtomicOptions);
      /** Older compilers print this type where the transaction is missing, and with it the reason. */
      readonly transaction: Transaction<TContext> | NotAllowed<AtomicSentence>;
    }
  | {
      readonly atomic?: NotAllowed<AtomicSentence>;
      /**
       * Runs writes in a transaction: those of a resource with a `version`, those that are idempotent, and those of `atomic`. Write
       * `transaction: ({ ctx }, run) => ctx.db.transaction((db) => run({ ...ctx, db }))`, or `data.transaction` of your sources. It
       * commits if the request succeeds, and rolls back if the response is an error or the request times out.
       */
      readonly transaction?: Transaction<TContext>;
    };

/** The message for a router without a transaction. */
export type AtomicSentence =
  "atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.";
