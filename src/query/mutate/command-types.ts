import type { CallOptions } from "../../client/send/options.js";
import type { IdInput, TypeName } from "../../client/types/access.js";
import type { AnyActionEndpoint, ProgressOption } from "../../client/types/action.js";
import type { Paths } from "../../client/types/item.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { OptimisticFields } from "./mutation-types.js";

/** The options of one call of a command. */
export interface CommandCallOptions<E extends AnyActionEndpoint> extends CallOptions, ProgressOption {
  /** Paths to include in addition to those in the settings. The type of the result shows only those in the settings. */
  readonly include?: Paths<E["~includePath"]>;
}

/**
 * The argument of `mutate` for a command: its `input`, for a command of one resource its `id`, and the options of this call. It is
 * optional if all of its members are.
 */
export type CommandVariables<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  E extends AnyActionEndpoint,
> = OptionalIfEmpty<IdOf<TApi, TName, E> & InputOf<E["input"]> & CommandCallOptions<E>>;

// biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query lets `mutate()` omit an argument of this type only
type OptionalIfEmpty<T> = {} extends T ? T | void : T;

type IdOf<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> = E["place"] extends "item"
  ? { readonly id: IdInput<TApi, TName> }
  : {};

type InputOf<TInput> = [TInput] extends [undefined]
  ? { readonly input?: undefined }
  : {} extends TInput
    ? { readonly input?: Sendable<TInput> }
    : { readonly input: Sendable<TInput> };

/** A list of paths as a call of the client infers it. Here it is inferred as readonly, because the paths depend on the command. */
export type Writable<TPaths> = { -readonly [K in keyof TPaths]: TPaths[K] };

/** The settings of a command's mutation, apart from TanStack Query's. */
export interface CommandSettings<TPaths, TOptimistic> {
  /** The relationships of the returned rows to include. */
  readonly include?: TPaths;
  /** Shows fields at once, as for an rpc. For commands of one resource. */
  readonly optimistic?: TOptimistic;
}

/** The type of `optimistic`: a function that gives fields for a command of one resource. */
export type OptimisticCommand<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  E extends AnyActionEndpoint,
> = E["place"] extends "item"
  ? (variables: CommandVariables<TApi, TName, E>) => OptimisticFields<TApi, TName>
  : undefined;
