import type { AnyApi } from "../../define/types/routes.js";
import type { ApiActions } from "./action.js";
import type { TypeName } from "./access.js";
import type { Methods } from "./methods.js";

/** A client of a whole API: a {@link ResourceClient} under each type's name. */
export type Client<TApi extends AnyApi> = {
  readonly [N in keyof TApi["~members"]]: ClientMembers<TApi, N & string>[TApi["~members"][N]];
};

/** What a member of a client can be: see the type `Members` of the router. */
interface ClientMembers<TApi extends AnyApi, TName extends string> {
  readonly resource: ResourceClient<TApi, TName>;
  /** Commands: `client.command.login(input)`. */
  readonly command: ApiActions<TApi, "command">;
  /** Queries: `client.query.me()`. */
  readonly query: ApiActions<TApi, "query">;
  /** Streams of events: `client.stream.notices({})`. */
  readonly stream: ApiActions<TApi, "stream">;
}

/** The operations on one type. A method exists if its operation is registered. */
export type ResourceClient<TApi extends AnyApi, TName extends TypeName<TApi>> = Registered<
  Methods<TApi, TName>,
  keyof TApi["~routes"][TName]["~methods"]
>;

/**
 * Only the members with these names: `Registered<{ get: G; list: L }, "get">` is `{ get: G }`. The names are a `keyof`, because
 * TypeScript can resolve that for a type parameter: in a generic function, `client[name].list()` is the list of `name`.
 */
type Registered<TMethods, TName extends PropertyKey> = { readonly [K in TName & keyof TMethods]: TMethods[K] };
