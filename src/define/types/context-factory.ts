/** Makes the context of a request. Made by `t.context(…)`, which checks it against the context's type. */
export interface ContextFactory<TRequest> {
  readonly [madeByTContext]: true;
  (request: TRequest): object | Promise<object>;
}

export declare const madeByTContext: unique symbol;
