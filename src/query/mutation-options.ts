import type * as types from "./mutate/mutation-types.js";
import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import type { RuntimeClient } from "../client/resource.js";
import type { TypeName } from "../client/types/access.js";
import type { ResourceClient } from "../client/types/client.js";
import type { AtomicFailure, AtomicMethod, AtomicResult, Batch, Synchronous } from "../client/types/atomic.js";
import type { Transport } from "../client/send/transport.js";
import { type Later, later } from "../client/actions.js";
import { withLoaded } from "../client/send/call.js";
import type { KeyUsage } from "../define/types/endpoint.js";
import type { AnyApi } from "../define/types/routes.js";
import type { AnyActionEndpoint, CommandFailure, CommandShape, ResultOfAction } from "../client/types/action.js";
import type { Included } from "../client/types/item.js";
import type { PendingMutation } from "./mutate/show-change.js";
import { calls, rememberCall, type Variables, type End } from "./mutate/mutate-call.js";
import type { Plan } from "./mutate/tries.js";
import type { RuntimeCommand, Sending } from "./mutate/send.js";

/**
 * A command as options for TanStack Query's mutations.
 *
 * @param command `client.articles.command.publish`, without a call.
 * @param settings TanStack Query's own, `include`, and `optimistic`.
 * @returns Plain options. `mutate` takes `{ id, input, include, headers, signal, onProgress }`, without `id` for a command of a collection
 *   or of the API.
 */
export function mutationOptions<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  E extends AnyActionEndpoint,
  const TPaths extends readonly E["~includePath"][] = readonly [],
  TOnMutate = unknown,
>(
  command: CommandShape<TApi, TName, E>,
  ...settings: types.KeyedSettings<
    types.MutationSettings<
      ResultOfAction<TApi, E, Included<types.Writable<TPaths>>>,
      CommandFailure<E>,
      types.CommandVariables<TApi, TName, E>,
      TOnMutate
    > &
      types.CommandSettings<TPaths, types.OptimisticCommand<TApi, TName, E>>,
    E["~key"]
  >
): types.WriteMutationOptions<
  ResultOfAction<TApi, E, Included<types.Writable<TPaths>>>,
  CommandFailure<E>,
  types.CommandVariables<TApi, TName, E>,
  TOnMutate
>;
// Behind the command's: TypeScript reads a function without parameters for the first overload only.
/**
 * A write as options for TanStack Query's mutations.
 *
 * @param resource `client.articles`.
 * @param kind `"create"`, `"update"`, `"delete"`, or with a relationship's name `"add"`, `"remove"`, `"set"`, `"reset"`,
 *   or with an action's name `"rpc"`.
 * @param settings TanStack Query's own, and `optimistic`. Of an rpc also its `method`, unless it is POST.
 * @returns Plain options. `mutate` takes the input of a create; of an update the fields with the `id` among them; of a
 *   delete the id; of a relationship's change `{ id, related }`; of an rpc `{ id, body, query }`. An rpc that is answered with an
 *   error status has failed.
 *
 * @example
 * ```ts
 * import { MutationObserver, QueryClient } from "@tanstack/query-core";
 * import { mutationOptions } from "trestle/query";
 *
 * const rename = new MutationObserver(new QueryClient(), mutationOptions(client.articles, "update", { optimistic: true }));
 * await rename.mutate({ id: 2, title: "The harbour by day" });
 * ```
 */
export function mutationOptions<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  const TKind extends types.WriteKind<TApi, TName>,
  TOnMutate = unknown,
>(
  resource: ResourceClient<TApi, TName>,
  kind: TKind,
  ...settings: types.KeyedSettings<
    types.MutationSettings<
      types.WriteData<TApi, TName>[TKind],
      types.WriteFailure<TApi, TName, TKind>,
      types.WriteVariables<TApi, TName>[TKind],
      TOnMutate
    > &
      types.Optimistic<types.OptimisticWrite<TApi, TName>[TKind]>,
    types.KeyOfWrite<TApi, TName, TKind>
  >
): types.WriteMutationOptions<
  types.WriteData<TApi, TName>[TKind],
  types.WriteFailure<TApi, TName, TKind>,
  types.WriteVariables<TApi, TName>[TKind],
  TOnMutate
>;
export function mutationOptions<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  const TKind extends types.ChangeKind<TApi, TName>,
  const TRelationship extends types.ChangedName<TApi, TName, TKind>,
  TOnMutate = unknown,
>(
  resource: ResourceClient<TApi, TName>,
  kind: TKind,
  relationship: TRelationship,
  settings?: types.MutationSettings<
    undefined,
    types.ChangeFailure<TApi, TName, TRelationship, TKind>,
    types.ChangeVariables<TApi, TName, TRelationship>,
    TOnMutate
  > &
    types.Optimistic<boolean>,
): types.WriteMutationOptions<
  undefined,
  types.ChangeFailure<TApi, TName, TRelationship, TKind>,
  types.ChangeVariables<TApi, TName, TRelationship>,
  TOnMutate
>;
export function mutationOptions<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  const TAction extends types.RpcName<TApi, TName>,
  TOnMutate = unknown,
>(
  resource: ResourceClient<TApi, TName>,
  kind: "rpc",
  action: TAction,
  ...settings: RpcSettings<
    types.MutationSettings<
      types.RpcData<TApi, TName, TAction>,
      types.RpcFailure<TApi, TName, TAction>,
      types.RpcVariables<TApi, TName>,
      TOnMutate
    > &
      types.Optimistic<(variables: types.RpcVariables<TApi, TName>) => types.OptimisticFields<TApi, TName>>,
    types.RpcMethodSetting<TApi, TName, TAction>
  >
): types.WriteMutationOptions<
  types.RpcData<TApi, TName, TAction>,
  types.RpcFailure<TApi, TName, TAction>,
  types.RpcVariables<TApi, TName>,
  TOnMutate
>;
export function mutationOptions(given: object, ...rest: unknown[]): object {
  // The overloads say what these may be.
  if (typeof given === "function") {
    const command = given as RuntimeCommand;
    const { include, ...settings } = (rest[0] ?? {}) as RuntimeSettings;
    const { transport, type = "", name } = command["~"];
    const address = { api: transport.name, options: transport.options, type, kind: "command", target: name };
    return optionsOf(address, { kind: "command", command, include }, settings);
  }
  const client = given as RuntimeClient;
  const kind = rest.shift() as string;
  const target = typeof rest[0] === "string" ? (rest.shift() as string) : "";
  const { method, ...settings } = (rest[0] ?? {}) as RuntimeSettings;
  return optionsOf({ ...client["~"], kind, target }, { kind, client, target, method }, settings);
}

/**
 * A batch of writes as options for TanStack Query's mutations.
 *
 * @param client A client whose API has the option `atomic`.
 * @param plan The callback of `client.atomic`, with the variables of `mutate` as its second argument. It runs once for each call of
 *   `mutate`.
 * @param settings TanStack Query's own, and `optimistic: true`: what the batch changes is shown at once, and taken back as one if it
 *   fails.
 * @returns Plain options. Their data is what the callback returns, with the resource in place of each planned one.
 *
 * @example
 * ```ts
 * import { MutationObserver, QueryClient } from "@tanstack/query-core";
 * import { atomicOptions } from "trestle/query";
 *
 * const options = atomicOptions(
 *   client,
 *   (tx, ids: readonly number[]) => ids.map((id) => tx.articles.update(id, { published: true })),
 *   { optimistic: true },
 * );
 * await new MutationObserver(new QueryClient(), options).mutate([1, 2]);
 * ```
 */
export function atomicOptions<
  TApi extends AnyApi,
  TKey extends KeyUsage,
  const T,
  TVariables = void,
  TOnMutate = unknown,
>(
  client: { readonly atomic: AtomicMethod<TApi, TKey> },
  plan: (tx: Batch<TApi>, variables: TVariables) => T & Synchronous<T>,
  ...settings: types.KeyedSettings<
    types.MutationSettings<AtomicResult<T>, AtomicFailure<T, TKey>, TVariables, TOnMutate> & types.Optimistic<boolean>,
    TKey
  >
): types.WriteMutationOptions<AtomicResult<T>, AtomicFailure<T, TKey>, TVariables, TOnMutate>;
export function atomicOptions(client: object, given: unknown, ...rest: unknown[]): object {
  const plan = given as Plan; // as the overload says
  const settings = (rest[0] ?? {}) as RuntimeSettings;
  const { "~": transport } = client as { readonly "~": Transport }; // every client has one, but its type does not show it
  const { name: api, options } = transport;
  return optionsOf(
    { api, options, type: "", kind: "atomic", target: "", plan },
    { kind: "atomic", transport, plan },
    settings,
  );
}

/** The code that shows and sends mutations: this package's, and the client's. */
type Loaded = readonly [own: typeof import("./later.js"), client: Later];

let loaded: Loaded | undefined;

async function loadLater(): Promise<Loaded> {
  loaded ??= await Promise.all([import("./later.js"), later()]);
  return loaded;
}

function optionsOf(
  address: Omit<PendingMutation, "optimistic">,
  sending: Sending,
  { optimistic, ...settings }: RuntimeSettings,
): object {
  const { api, options, type, kind, target } = address;
  const loading = loadLater(); // early: a component makes these options when it renders, and uses them when the user clicks
  loading.catch(() => {}); // the call reports it
  const onMutate = optimistic ? showFirst({ ...address, optimistic }, settings.onMutate, loading) : settings.onMutate;
  const retry = /^(create|command|atomic)$/.test(kind) ? settings.retry : undefined; // with a key
  const runtime: RuntimeSettings = {
    onMutate: (variables, context) => {
      rememberCall(context, options, variables);
      return (onMutate ?? defaultOf("onMutate", context))?.(variables, context);
    },
    // Also without `optimistic`: a component may replace the options during the run.
    onError: (error, variables, result, context) => {
      calls.get(context)?.end?.(false);
      return (settings.onError ?? defaultOf("onError", context))?.(error, variables, result, context);
    },
    mutationFn: (given, context) => {
      const call = calls.get(context); // now, because its variables may change later
      return withLoaded(loadLater, ([{ send }, client]) => send(client, sending, context, call, given, retry));
    },
    ...(typeof retry === "number" && { retry: false }), // the client retries
  };
  return { mutationKey: ["trestle", api, type, kind, ...(target ? [target] : [])], ...settings, ...runtime };
  /** A default of the QueryClient, which runs as it would without the function here. */
  function defaultOf<K extends "onMutate" | "onError">(name: K, { client, mutationKey }: MutationFunctionContext) {
    const defaults: RuntimeSettings = client.defaultMutationOptions({ mutationKey });
    return defaults[name] === runtime[name] ? undefined : defaults[name]; // these options may be the default
  }
}

interface RuntimeSettings extends MutationObserverOptions<unknown, unknown, Variables> {
  readonly optimistic?: unknown;
  readonly method?: string;
  readonly include?: readonly string[];
}

/** Only POST may be left out, and with it all settings. */
type RpcSettings<TSettings, TMethod> = {} extends TMethod
  ? [settings?: TSettings & TMethod]
  : [settings: TSettings & TMethod];

type OnMutate = MutationObserverOptions<unknown, unknown, Variables>["onMutate"];

/** The hook that shows a mutation's change, and then calls the user's hook. */
function showFirst(showing: PendingMutation, onMutate: OnMutate, loading: Promise<unknown>): OnMutate {
  return (variables, context) => {
    const call = calls.get(context);
    const remember = (end: End) => {
      if (call) call.end = end;
      return onMutate?.(variables, context);
    };
    const begin = () => {
      if (!loaded) return onMutate?.(variables, context); // the change is then shown when the response arrives
      const [{ showChange }, client] = loaded;
      const shown = showChange(client, showing, call?.variables ?? variables, context);
      return typeof shown === "function" ? remember(shown) : shown.then(remember);
    };
    return loaded ? begin() : loading.then(begin, begin);
  };
}
