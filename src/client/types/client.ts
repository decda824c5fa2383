import type { AnyApi } from "../../define/types/routes.js";
import type { AtomicMethod } from "./atomic.js";
import type { ApiActions } from "./action.js";
import type { RegisteredMethods, TypeName } from "./access.js";
import type { LiveMethod } from "./live.js";
import type { Methods } from "./methods.js";

/** A client of a whole API: a {@link ResourceClient} under each type's name. */
export type Client<TApi extends AnyApi> = {
  readonly [N in keyof MembersOf<TApi>]: ClientMembers<TApi, N & string>[MembersOf<TApi>[N]];
};

/** Every client has `live`, because the type of a router does not show whether the server has a live channel. */
type MembersOf<TApi extends AnyApi> = TApi["~members"] & { readonly live: "live" };

/** What a member of a client can be: see the type `Members` of the router. */
interface ClientMembers<TApi extends AnyApi, TName extends string> {
  readonly resource: ResourceClient<TApi, TName>;
  /** Commands: `client.command.login(input)`. */
  readonly command: ApiActions<TApi, "command">;
  /** Queries: `client.query.me()`. */
  readonly query: ApiActions<TApi, "query">;
  /** Streams of events: `client.stream.notices({})`. */
  readonly stream: ApiActions<TApi, "stream">;
  /** Several changes as one request: `client.atomic((tx) => …)`. It exists if the router has the option `atomic`. */
  readonly atomic: AtomicMethod<TApi, "none">;
  readonly "atomic:optional": AtomicMethod<TApi, "optional">;
  readonly "atomic:required": AtomicMethod<TApi, "required">;
  /** Notices of changes by anybody: `client.live()`. */
  readonly live: LiveMethod<TApi>;
}

/** The operations on one type. A method exists if its operation is registered. */
export type ResourceClient<TApi extends AnyApi, TName extends TypeName<TApi>> = RegisteredMethods<
  Methods<TApi, TName>,
  keyof TApi["~routes"][TName]["~methods"]
>;
