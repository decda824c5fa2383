/** Makes the context of a request. `t.context(…)` returns it, and checks that the context has the declared type. */
export interface ContextFactory<TRequest> {
  readonly [madeByTContext]: true;
  (request: TRequest): object | Promise<object>;
}

declare const madeByTContext: unique symbol;
