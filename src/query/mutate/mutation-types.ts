import type { MutationObserverOptions } from "@tanstack/query-core";
import type { KeyUsage } from "../../define/types/endpoint.js";
import type { AnyApi } from "../../define/types/routes.js";
import type {
  AttributesOf,
  DefinitionOf,
  EndpointsOf,
  IdInput,
  Member,
  RelationshipsOf,
  TypeName,
} from "../../client/types/access.js";
import type { DeclaredFailure, EngineFailure, InputFailure } from "../../client/types/failure.js";
import type { Item, Paths } from "../../client/types/item.js";
import type { VersionFailure, WriteTarget, SentTo, Changes, RelatedInput } from "../../client/types/write.js";
import type { RelationshipEndpointFor, RegisteredName } from "../../client/types/relationship.js";
import type { ActionName, RpcsOf, MethodOf, RpcEndpointFor, ResultOf, RpcResponse } from "../../client/types/rpc.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { CallOptions } from "../../client/send/options.js";
import type { AnyActionEndpoint, ProgressOption } from "../../client/types/action.js";

/** The registered writes of a whole resource. */
export type WriteKind<TApi extends AnyApi, TName extends TypeName<TApi>> = keyof EndpointsOf<TApi, TName> &
  ("create" | "update" | "delete");

/** The argument of `mutate`. For an update, the `id` is among the fields, because JSON:API has no field called `id`. */
export interface WriteVariables<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly create: DefinitionOf<TApi, TName>["~sentToCreate"];
  readonly update: { readonly id: WriteTarget<TApi, TName> } & DefinitionOf<TApi, TName>["~sentToEdit"] & Changes;
  readonly delete: WriteTarget<TApi, TName>;
}

export interface WriteData<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly create: Item<TApi, TName>;
  readonly update: Item<TApi, TName>;
  readonly delete: undefined;
}

export type WriteFailure<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TKind extends "create" | "update" | "delete",
> =
  | (TKind extends keyof SentTo
      ?
          | InputFailure<TKind, DefinitionOf<TApi, TName>[SentTo[TKind]]>
          | DeclaredFailure<Member<EndpointsOf<TApi, TName>, TKind>, DefinitionOf<TApi, TName>[SentTo[TKind]]>
      : EngineFailure["delete"] | DeclaredFailure<Member<EndpointsOf<TApi, TName>, "delete">>)
  | (TKind extends "create" ? never : VersionFailure<TApi, TName>);

/** The registered changes of any relationship. */
export type ChangeKind<TApi extends AnyApi, TName extends TypeName<TApi>> =
  | "add"
  | "remove"
  | "set"
  | "reset" extends infer TKind
  ? TKind extends "add" | "remove" | "set" | "reset"
    ? [ChangedName<TApi, TName, TKind>] extends [never]
      ? never
      : TKind
    : never
  : never;

/** The relationships that have this change. */
export type ChangedName<TApi extends AnyApi, TName extends TypeName<TApi>, TKind extends string> = {
  [R in RegisteredName<TApi, TName>]: [RelationshipEndpointFor<TApi, TName, R, TKind>] extends [never] ? never : R;
}[RegisteredName<TApi, TName>];

export interface ChangeVariables<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> {
  readonly id: WriteTarget<TApi, TName>;
  readonly related: RelatedInput<RelationshipsOf<TApi, TName>[TRelationship]>;
}

export type ChangeFailure<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship extends string,
  TKind extends string,
> =
  | EngineFailure["relationship"]
  | DeclaredFailure<RelationshipEndpointFor<TApi, TName, TRelationship, TKind>>
  | VersionFailure<TApi, TName>;

export type RpcName<TApi extends AnyApi, TName extends TypeName<TApi>> = ActionName<RpcsOf<TApi, TName>>;

export interface RpcVariables<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly id: IdInput<TApi, TName>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

export type RpcData<TApi extends AnyApi, TName extends TypeName<TApi>, TAction> = RpcResponse<
  ResultOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>
>;

/** A response with an error status is an error here: the mutation has failed. */
export type RpcFailure<TApi extends AnyApi, TName extends TypeName<TApi>, TAction> =
  | EngineFailure["delete"]
  | DeclaredFailure<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>;

/** The action's method. It is optional for POST only. */
export type RpcMethodSetting<TApi extends AnyApi, TName extends TypeName<TApi>, TAction> =
  "POST" extends MethodOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>
    ? { readonly method?: MethodOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>> }
    : { readonly method: MethodOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>> };

/** The fields to show until the server responds. An undefined field does not change. */
export type OptimisticFields<TApi extends AnyApi, TName extends TypeName<TApi>> = {
  readonly [K in keyof AttributesOf<TApi, TName>]?: Sendable<AttributesOf<TApi, TName>[K]["_zod"]["input"]> | undefined;
} & { readonly [K in keyof RelationshipsOf<TApi, TName>]?: RelatedInput<RelationshipsOf<TApi, TName>[K]> | undefined };

/** How a mutation is shown before the server responds. */
export interface Optimistic<TOptimistic> {
  /**
   * Shows the change at once in every cached query that contains the resource, and undoes it if the mutation fails, without
   * undoing other changes. Default: the change is shown when the server has responded.
   */
  readonly optimistic?: TOptimistic;
}

/** The type of `optimistic` for each kind of write. A create has none, because no query contains the resource yet. */
export interface OptimisticWrite<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly create: undefined;
  readonly update: boolean | ((variables: WriteVariables<TApi, TName>["update"]) => OptimisticFields<TApi, TName>);
  readonly delete: boolean;
}

/** The settings of a mutation: all of TanStack Query's except the function. */
export interface MutationSettings<TData, TError, TVariables, TOnMutate>
  extends Omit<MutationObserverOptions<TData, TError, TVariables, TOnMutate>, "mutationFn" | "_defaulted"> {}

/** Options for any framework's `useMutation`. */
export interface WriteMutationOptions<TData, TError, TVariables, TOnMutate>
  extends MutationObserverOptions<TData, TError, TVariables, TOnMutate> {
  mutationKey: readonly string[];
  mutationFn: NonNullable<MutationObserverOptions<TData, TError, TVariables, TOnMutate>["mutationFn"]>;
}

/** Whether a write has an `Idempotency-Key`. An update and a delete have none, but may be repeated. */
export type KeyOfWrite<TApi extends AnyApi, TName extends TypeName<TApi>, TKind> = TKind extends "create"
  ? TApi["~routes"][TName]["~endpoint"]["create"]["~key"]
  : "optional";

/** The settings of a mutation that may need a key. `retry` makes one. */
export type KeyedSettings<TSettings, TKey extends KeyUsage> = SettingsByKey<TSettings>[TKey];

/** A record and not a condition: inside a generic function, TypeScript then finds what the settings of all resources have in common. */
interface SettingsByKey<TSettings> {
  readonly required: [settings: TSettings & { readonly retry: {} }];
  readonly optional: [settings?: TSettings];
  readonly none: [settings?: TSettings & NoRetry];
}

interface NoRetry {
  readonly retry?:
    | false
    | NotAllowed<"this operation is not idempotent: a retry could do it twice. Declare idempotent: true.">;
}

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
