import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../send/options.js";
import type { Unexpected } from "../errors/response-error.js";
import type { EndpointsOf, IdInput, Member, TypeName } from "./access.js";
import type { Write } from "./write.js";

/** The options of an rpc. */
export interface RpcOptions extends CallOptions {
  /** A body that `fetch` accepts is sent as it is, and any other value as JSON. */
  readonly body?: unknown;
  /** Query parameters, by their own names. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** A response whose JSON is the value that the handler passed to `json(value)`. Check `ok` first, because an error has another body. */
export interface RpcResponse<TResult> extends Response {
  json(): Promise<JsonView<TResult>>;
}

export interface RpcMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /**
   * Calls an action of a resource. Sent at once. It returns the response with any status, and rejects only without a
   * response.
   *
   * @param options.method The action's HTTP method. It is optional for POST only.
   */
  <const TAction extends ActionName<RpcsOf<TApi, TName>>>(
    id: IdInput<TApi, TName>,
    action: TAction,
    options: OptionsOf<MethodOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>>,
  ): RpcCall<TApi, TName, TAction>;
  /** Calls a POST action of a resource. Sent at once. */
  <const TAction extends ActionName<RpcsOf<TApi, TName>>>(
    this: WithoutMethod<MethodOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>>,
    id: IdInput<TApi, TName>,
    action: TAction,
  ): RpcCall<TApi, TName, TAction>;
}

type RpcCall<TApi extends AnyApi, TName extends TypeName<TApi>, TAction> = Write<
  RpcResponse<ResultOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>>,
  Unexpected
>;

export type RpcsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = Member<EndpointsOf<TApi, TName>, "rpc">;
export type ActionName<TEndpoint> = TEndpoint extends { readonly action: infer TAction extends string }
  ? TAction
  : never;
export type RpcEndpointFor<TEndpoint, TAction> = TEndpoint extends { readonly action: TAction } ? TEndpoint : never;
export type ResultOf<TEndpoint> = TEndpoint extends { readonly result: infer TResult } ? TResult : never;
export type MethodOf<TEndpoint> = TEndpoint extends { readonly httpMethod: infer TMethod } ? TMethod : never;

type OptionsOf<TMethod> = "POST" extends TMethod
  ? RpcOptions & { readonly method?: TMethod }
  : RpcOptions & { readonly method: TMethod };

/** The `this` of a call without options. */
type WithoutMethod<TMethod> = "POST" extends TMethod
  ? unknown
  : NotAllowed<`this action has the method ${TMethod & string}: pass { method: "${TMethod & string}" }`>;

/** The type of a value after it was sent as JSON: `{ at: Date; n: bigint; s: Set<1> }` becomes `{ at: string; n: string; s: 1[] }`. A Map becomes an array of entries. */
type JsonView<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint
    ? string
    : T extends { toJSON(): infer TJson }
      ? TJson
      : T extends ReadonlySet<infer TElement>
        ? JsonView<TElement>[]
        : T extends ReadonlyMap<infer TKey, infer TValue>
          ? [JsonView<TKey>, JsonView<TValue>][]
          : T extends object
            ? { [K in keyof T]: JsonView<T[K]> }
            : T;
