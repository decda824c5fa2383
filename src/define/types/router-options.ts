import type { AtomicOption, AtomicOptions } from "./atomic.js";
import type { ActionRecord, ActionsOf } from "./action-endpoint.js";
import type { DeclaredIdempotency, IdempotencyOptions } from "./idempotency.js";
import type { NotAllowed, OnlyKnown } from "./not-allowed.js";
import type { ReservedName, ReservedSentence } from "./reserved-name.js";
import type { Transaction } from "./transaction.js";

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
