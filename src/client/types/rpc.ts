import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../request/options.js";
import type { Unexpected } from "../errors/unexpected.js";
import type { EndpointsOf, IdInput, Member, TypeName } from "./access.js";
import type { JsonView } from "./json-view.js";
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
    ...options: OptionsOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>
  ): Write<RpcResponse<ResultOf<RpcEndpointFor<RpcsOf<TApi, TName>, TAction>>>, Unexpected>;
}

export type RpcsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = Member<EndpointsOf<TApi, TName>, "rpc">;
export type ActionName<TEndpoint> = TEndpoint extends { readonly action: infer TAction extends string }
  ? TAction
  : never;
export type RpcEndpointFor<TEndpoint, TAction> = TEndpoint extends { readonly action: TAction } ? TEndpoint : never;
export type ResultOf<TEndpoint> = TEndpoint extends { readonly result: infer TResult } ? TResult : never;
export type MethodOf<TEndpoint> = TEndpoint extends { readonly httpMethod: infer TMethod } ? TMethod : never;

type OptionsOf<TEndpoint> =
  "POST" extends MethodOf<TEndpoint>
    ? [options?: RpcOptions & { readonly method?: MethodOf<TEndpoint> }]
    : [options: RpcOptions & { readonly method: MethodOf<TEndpoint> }];
