import type { ActionKind, ActionPlace } from "./operation-info.js";
import type { DeclaredError } from "../errors.js";
import type { IncludablePath, KeyUsage } from "./endpoint.js";

/** An action as the router's type keeps it: what a client needs to call it, without context and handler. */
export interface ActionEndpoint<
  TKind extends ActionKind,
  TPlace extends ActionPlace,
  TInput,
  TOutput,
  TReturns extends string,
  TMany extends boolean,
  TInclude extends string,
  TError extends DeclaredError,
  TKey extends KeyUsage = "none",
> {
  readonly "~key": TKey;
  readonly kind: TKind;
  readonly place: TPlace;
  readonly input: TInput;
  /** The value, or for a stream the union of its events. */
  readonly output: TOutput;
  /** The type of the returned rows. */
  readonly returns: TReturns;
  readonly many: TMany;
  readonly include: TInclude;
  readonly "~includePath": IncludablePath<TInclude>;
  readonly error: TError;
}

/** Any action before it is registered under a name. Its owner is a type, or for the API an empty name. */
export interface AnyAction {
  readonly "~owner": string;
  readonly "~kind": ActionKind;
  // biome-ignore lint/suspicious/noExplicitAny: an endpoint; comparing it costs instantiations
  readonly "~action": any;
  // biome-ignore lint/suspicious/noExplicitAny: type names, see above
  readonly "~affects": any;
}

/** Actions by name. */
export interface ActionRecord {
  readonly [name: string]: AnyAction;
}

/** The actions, or a record with a sentence in place of each one that belongs to another owner. */
export type ActionsOf<A extends ActionRecord, TOwner extends string> = [A[keyof A]["~owner"]] extends [TOwner]
  ? A
  : { readonly [K in keyof A & string]: A[K]["~owner"] extends TOwner ? A[K] : Foreign<K, A[K]["~owner"]> };

type Foreign<TName extends string, TOwner extends string> = TOwner extends ""
  ? `"${TName}" is an action of the API. Pass it to t.router(…, { actions }).`
  : `"${TName}" is an action of "${TOwner}". Pass it to ${TOwner}.routes(…).actions.`;

/** The endpoints of actions. A mapped type, so editors go from a call of the client to the name in `actions({ … })`. */
export type EndpointsOfActions<A> = {
  readonly [K in keyof A]: A[K] extends { readonly "~action": infer TEndpoint } ? TEndpoint : never;
} & {};
