import type { ActionRecord, ActionsOf } from "./action-endpoint.js";
import type { DeclaredIdempotency, IdempotencyOptions } from "./idempotency.js";
import type { NotAllowed, OnlyKnown, ReservedName, ReservedSentence } from "./not-allowed.js";

/** The options of `t.router`. */
export type RouterOptions<
  TContext,
  TActions extends ActionRecord = {},
  TNames extends PropertyKey = never,
  TAtomic = undefined,
> = PlainOptions<TContext, TActions, TNames> &
  AtomicOption<TContext, TAtomic> & {
    // Apart from the union, because TypeScript would report the transaction.
    readonly atomic?: OnlyKnown<TAtomic, keyof AtomicOptions, "atomic">;
  };

/** The options that do not depend on each other. */
interface PlainOptions<TContext, TActions extends ActionRecord, TNames extends PropertyKey> {
  /** Actions of the API itself, by name: `{ login }` is `POST /login`. */
  readonly actions?: ActionsOf<TActions, ""> & Taken<keyof TActions & (TNames | ReservedName) & string>;
  /** Where the keys of idempotent operations are stored, and who their callers are. */
  readonly idempotency?: IdempotencyOptions<TContext>;
}

type Taken<TName extends string> = {
  readonly [K in TName]: NotAllowed<
    K extends ReservedName
      ? ReservedSentence<K>
      : `an action called "${K}" would shadow the resource of that name. Rename it.`
  >;
};

/** The options of `t.router` without their types. */
export interface DeclaredRouterOptions {
  readonly actions?: Readonly<Record<string, unknown>>;
  readonly transaction?: Transaction<object> | undefined;
  readonly atomic?: true | AtomicOptions | undefined;
  readonly idempotency?: DeclaredIdempotency | undefined;
}

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

declare const ran: unique symbol;

/** The result of `run`. It is opaque, so a transaction can only return it unchanged. */
export interface Ran {
  readonly [ran]: true;
}

export interface TransactionArgs<TContext> {
  readonly ctx: TContext;
  /** Milliseconds until the operation times out. Undefined: no limit. */
  readonly remaining?: number | undefined;
}

/**
 * Opens a transaction, calls `run` with a context that belongs to it, and returns the result of `run`. If `run` throws, it must
 * roll back and throw the same error.
 */
export type Transaction<TContext> = (
  args: TransactionArgs<TContext>,
  run: (ctx: TContext) => Promise<Ran>,
) => Promise<Ran>;
