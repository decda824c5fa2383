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
