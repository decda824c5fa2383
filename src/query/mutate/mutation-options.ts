import type { MutationObserverOptions } from "@tanstack/query-core";
import type { RuntimeClient } from "../../client/resource.js";
import type { TypeName } from "../../client/types/access.js";
import type { ResourceClient } from "../../client/types/client.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { AnyActionEndpoint, CommandFailure, CommandShape, ResultOfAction } from "../../client/types/action.js";
import type { Included } from "../../client/types/include.js";
import { optimisticHooks } from "../optimistic/optimistic.js";
import type { PendingMutation } from "../optimistic/show-change.js";
import { commandSender, type RuntimeCommand } from "./command-options.js";
import type * as commands from "./command-types.js";
import type * as types from "./mutation-types.js";
import { rememberCall, variablesOf, checkCaller } from "./mutate-call.js";
import { senderOf, type Variables } from "./send.js";

/**
 * A write as options for TanStack Query's mutations.
 *
 * @param resource `client.articles`, or a command alone: `client.articles.command.publish`. A command takes no `kind`.
 * @param kind `"create"`, `"update"`, `"delete"`, or with a relationship's name `"add"`, `"remove"`, `"set"`, `"reset"`,
 *   or with an action's name `"rpc"`.
 * @param settings TanStack Query's own, and `optimistic`. Of an rpc also its `method`, unless it is POST.
 * @returns Plain options. `mutate` takes the input of a create; of an update the fields with the `id` among them; of a
 *   delete the id; of a relationship's change `{ id, related }`; of an rpc `{ id, body, query }`; of a command
 *   `{ id, input, include, headers, signal }`, without `id` for a collection or the API. An rpc that is answered with an error
 *   status has failed.
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
  settings?: types.MutationSettings<
    types.WriteData<TApi, TName>[TKind],
    types.WriteFailure<TApi, TName, TKind>,
    types.WriteVariables<TApi, TName>[TKind],
    TOnMutate
  > &
    types.Optimistic<types.OptimisticWrite<TApi, TName>[TKind]>,
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
export function mutationOptions<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  E extends AnyActionEndpoint,
  const TPaths extends readonly E["~includePath"][] = readonly [],
  TOnMutate = unknown,
>(
  command: CommandShape<TApi, TName, E>,
  settings?: types.MutationSettings<
    ResultOfAction<TApi, E, Included<commands.Writable<TPaths>>>,
    CommandFailure<E>,
    commands.CommandVariables<TApi, TName, E>,
    TOnMutate
  > &
    commands.CommandSettings<TPaths, commands.OptimisticCommand<TApi, TName, E>>,
): types.WriteMutationOptions<
  ResultOfAction<TApi, E, Included<commands.Writable<TPaths>>>,
  CommandFailure<E>,
  commands.CommandVariables<TApi, TName, E>,
  TOnMutate
>;
export function mutationOptions(given: object, ...rest: unknown[]): object {
  // The overloads say what these may be.
  if (typeof given === "function") {
    const command = given as RuntimeCommand;
    const { include, ...settings } = (rest[0] ?? {}) as RuntimeSettings;
    const { transport, type = "", name } = command["~"];
    const address = { api: transport.name, options: transport.options, type, kind: "command", target: name };
    return optionsOf(address, commandSender(command, include), settings);
  }
  const client = given as RuntimeClient;
  const kind = rest.shift() as string;
  const target = typeof rest[0] === "string" ? (rest.shift() as string) : "";
  const { method, ...settings } = (rest[0] ?? {}) as RuntimeSettings;
  return optionsOf({ ...client["~"], kind, target }, senderOf(client, kind, target, method), settings);
}

function optionsOf(
  address: Omit<PendingMutation, "optimistic">,
  send: ReturnType<typeof senderOf>,
  { optimistic, ...settings }: RuntimeSettings,
): object {
  const { api, options, type, kind, target } = address;
  const hooks = optimistic ? optimisticHooks({ ...address, optimistic }, settings) : settings;
  const own: RuntimeSettings = {
    onMutate: (variables, context) => {
      rememberCall(context, options, variables);
      // A default of the QueryClient runs as it would without this function.
      const defaults: RuntimeSettings = context.client.defaultMutationOptions({ mutationKey: context.mutationKey });
      return (hooks.onMutate ?? defaults.onMutate)?.(variables, context);
    },
    mutationFn: (given, context) => send(variablesOf(context, given), { check: () => checkCaller(context) }),
  };
  return {
    mutationKey: ["trestle", api, type, kind, ...(target ? [target] : [])],
    ...settings,
    ...hooks,
    ...own,
  };
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
