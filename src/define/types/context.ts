import type { DeclaredError } from "../errors.js";
import type { OperationInfo } from "./operation-info.js";

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

declare const added: unique symbol;

/** The result of `next`. It is opaque, so a middleware can only return it unchanged. */
export interface NextResult<TAdd> {
  readonly [added]: TAdd;
}

export interface MiddlewareArgs<TContext> {
  readonly ctx: TContext;
  /** Which operation runs. */
  readonly operation: OperationInfo;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Runs the next middleware or the handler, and adds these members to its context. */
  readonly next: <TAdd extends object = Record<never, never>>(add?: TAdd) => Promise<NextResult<TAdd>>;
}

/** Runs around a handler and may add to its context. `t.middleware(…)` makes it. */
export interface Middleware<TContext, TAdd, TError extends DeclaredError = never> {
  readonly "~add": TAdd;
  readonly "~error": TError;
  readonly "~run": (args: MiddlewareArgs<TContext>) => Promise<NextResult<TAdd>>;
}

// biome-ignore lint/suspicious/noExplicitAny: this is only a bound, and `AddOf` reads what a middleware adds
export type AnyMiddleware<TContext> = Middleware<TContext, any, DeclaredError>;

/** What a list of middleware adds to the context. For two that add `{ a: 1 }` and `{ b: 2 }` it is `{ a: 1 } & { b: 2 }`. */
export type AddOf<M> = M extends readonly [Middleware<never, infer TAdd, DeclaredError>, ...infer TRest]
  ? TAdd & AddOf<TRest>
  : unknown;

/** The union of the errors that a list of middleware declares. The first branch is needed, because `infer` makes `unknown` of `[]`. */
export type MiddlewareError<M> = M extends readonly []
  ? never
  : M extends readonly { readonly "~error": infer TError extends DeclaredError }[]
    ? TError
    : never;
