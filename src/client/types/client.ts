import type { AnyApi } from "../../define/types/routes.js";
import type { AtomicMethod } from "./atomic.js";
import type { ApiActions, EventStream, StreamOptions } from "./action.js";
import type { RegisteredMethods, TypeName, AttributesOf, RelationshipsOf } from "./access.js";
import type { Methods } from "./methods.js";
import type { NoticeOp } from "../../wire/live.js";

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

/** Notices may be missing: read everything again. */
export interface LiveReset {
  readonly op: "reset";
  readonly type?: undefined;
}

/** A change of one type, without data. */
export interface LiveChange<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly type: TName;
  /** Absent if the change is not of one resource, or if this user may not know it. */
  readonly id?: string;
  /** `relate` changes a relationship. `call` is a command or an rpc, or a change that another operation made. */
  readonly op: NoticeOp;
  /** The attributes that the request set. The server may have changed others. */
  readonly fields?: readonly (keyof AttributesOf<TApi, TName> & string)[];
  /** The relationships that the request set. */
  readonly relationships?: readonly (keyof RelationshipsOf<TApi, TName> & string)[];
}

/**
 * An item of `client.live()`: a change, or a `reset`.
 *
 * @example
 * ```ts
 * import type { LiveNotice } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * function describe(notice: LiveNotice<Api>): string {
 *   return notice.op === "reset" ? "anything may have changed" : `${notice.type} ${notice.id ?? ""}: ${notice.op}`;
 * }
 * describe({ type: "articles", id: "1", op: "update", fields: ["title"] }); // "articles 1: update"
 * ```
 */
export type LiveNotice<TApi extends AnyApi> =
  | { [N in TypeName<TApi>]: LiveChange<TApi, N> }[TypeName<TApi>]
  | LiveReset;

/** The method `live` of a client. */
export interface LiveMethod<TApi extends AnyApi> {
  /**
   * The changes of this API's data by anybody, without data. The server needs a live channel. The first item is a `reset`, unless
   * `after` says where to continue: read your data then, and again at each later `reset`. If the connection breaks, the client connects
   * again and continues.
   *
   * @throws {ResponseError} In the loop, for an error that another connection would get, too. After a 401, the client tries once
   *   more with fresh headers.
   *
   * @example
   * ```ts
   * const leaving = new AbortController();
   * setTimeout(() => leaving.abort(), 100); // ends the loop
   *
   * for await (const notice of client.live({ signal: leaving.signal })) {
   *   if (notice.op === "reset") console.log("read everything again");
   *   else if (notice.type === "articles") console.log(notice.op, notice.id, notice.fields);
   * }
   * ```
   */
  (options?: StreamOptions): EventStream<LiveNotice<TApi>>;
}
