import type { ActionRecord, ActionsOf } from "./action-endpoint.js";
import type { DeclaredIdempotency, IdempotencyOptions } from "./idempotency.js";
import type { NotAllowed } from "./not-allowed.js";
import type { ReservedName, ReservedSentence } from "./reserved-name.js";
import type { Transaction } from "./transaction.js";

/** The options of `t.router`. */
export interface RouterOptions<TContext, TActions extends ActionRecord = {}, TNames extends PropertyKey = never> {
  /** Actions of the API itself, by name: `{ login }` is `POST /login`. */
  readonly actions?: ActionsOf<TActions, ""> & Taken<keyof TActions & (TNames | ReservedName) & string>;
  /**
   * Runs a write of a resource with a `version`, and an idempotent write, in a transaction: `transaction: ({ ctx }, run) => ctx.db.transaction((db) =>
   * run({ ...ctx, db }))`, or `data.transaction` of your sources. It commits if the operation succeeds, and rolls back if the
   * response is an error or the operation times out.
   */
  readonly transaction?: Transaction<TContext>;
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
  readonly idempotency?: DeclaredIdempotency | undefined;
}
