import type { ActionPlace } from "./action-kind.js";
import type { AnyApiContext } from "./api-context.js";
import type { AnyQueryOptions, AnyStreamOptions } from "./action-options.js";
import type { InputOf } from "./action-result.js";
import type { CallBase } from "./call-args.js";
import type { IncludeFlags } from "./include.js";
import type { IncludeOf } from "./options-of.js";

/** The arguments of a command or a query that another handler calls. */
export type CallAction<S extends AnyApiContext, TPlace extends ActionPlace, O extends AnyQueryOptions> = CallBase<
  S["~base"]
> &
  IdAt<S, TPlace> &
  CallInput<O> & { readonly include?: Partial<IncludeFlags<IncludeOf<O>>> };

/** The arguments of a stream that another handler calls. */
export type CallStream<S extends AnyApiContext, TPlace extends ActionPlace, O extends AnyStreamOptions> = CallBase<
  S["~base"]
> &
  IdAt<S, TPlace> &
  CallInput<O> & { readonly after?: string | undefined };

type IdAt<S extends AnyApiContext, TPlace> = TPlace extends "item" ? { readonly id: S["~id"] } : unknown;
type CallInput<O> = O extends { readonly input: unknown } ? { readonly input: InputOf<O> } : unknown;
