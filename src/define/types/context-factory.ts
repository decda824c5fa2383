/** Makes the context of a request. `t.context(…)` returns it, and checks that the context has the declared type. */
export interface ContextFactory<TRequest> {
  readonly [madeByTContext]: true;
  (request: TRequest): object | Promise<object>;
}

// Messages print this name once, in place of both members. It is not exported, for the same reason as in handler-result.ts.
type OrPromise<T> = T | Promise<T>;

/** The function that makes a context. Messages print this name. */
export type MakeContext<TRequest, TContext> = (request: TRequest) => OrPromise<TContext>;

/**
 * The request of a context in a constant, where no adapter says what it is. It has no members, so every request can take its
 * place, and a message about a member prints the reason.
 */
export interface UnknownRequest<TReason extends string> {
  // A method of every object: it uses the parameter, and does not make the type weak.
  valueOf(reason?: TReason): object;
}

declare const madeByTContext: unique symbol;
