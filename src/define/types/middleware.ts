import type { DeclaredError } from "../errors.js";
import type { OperationInfo } from "./operation-info.js";

declare const added: unique symbol;

/** What `next` gives back: opaque, so that a middleware returns what the handler answered. */
export interface NextResult<TAdd> {
  readonly [added]: TAdd;
}

export interface MiddlewareArgs<TContext> {
  readonly ctx: TContext;
  /** Which operation runs. */
  readonly operation: OperationInfo;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Runs what follows, with these members added to its context. */
  readonly next: <TAdd extends object = Record<never, never>>(add?: TAdd) => Promise<NextResult<TAdd>>;
}

/** Runs around a handler and may add to its context. Made by `t.middleware(…)`. */
export interface Middleware<TContext, TAdd, TError extends DeclaredError = never> {
  readonly "~add": TAdd;
  readonly "~error": TError;
  readonly "~run": (args: MiddlewareArgs<TContext>) => Promise<NextResult<TAdd>>;
}

// biome-ignore lint/suspicious/noExplicitAny: what a middleware adds is read from its own type, not from this bound
export type AnyMiddleware<TContext> = Middleware<TContext, any, DeclaredError>;

/** What a list of middleware adds to the context, all of it together. */
export type AddOf<M> = M extends readonly [Middleware<never, infer TAdd, DeclaredError>, ...infer TRest]
  ? TAdd & AddOf<TRest>
  : unknown;

/** The errors that a list of middleware declares. Of an empty list, `infer` would make unknown. */
export type MiddlewareError<M> = M extends readonly []
  ? never
  : M extends readonly { readonly "~error": infer TError }[]
    ? TError
    : never;
