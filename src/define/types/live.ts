import type { Notice, NoticeOp } from "../../wire/live.js";
import type { RoutesRecord } from "./routes.js";

/** A notice as a hub keeps it. */
export interface HubNotice {
  readonly notice: Notice;
  /** Who may hear it. Undefined if the channel has no audiences. It is never sent. */
  readonly audience?: readonly string[] | undefined;
  /** The mark of the client that wrote. It is never sent. */
  readonly from?: string | undefined;
}

/** Notices that were published, in their order. */
export interface HubBatch {
  readonly notices: readonly HubNotice[];
  /** A text from which `since` reads what was published after these notices. */
  readonly position: string;
}

/** Receives what a hub reads. */
export interface HubListener {
  readonly hear: (batch: HubBatch) => void;
  /** Notices are missing. The hub continues from the position. */
  readonly reset: (position: string) => void;
  /** The hub failed, and tries again. */
  readonly fail: (error: unknown) => void;
}

/** A subscription that has begun. */
export interface HubSubscription {
  /** Everything that is published after it is heard. */
  readonly position: string;
  readonly close: () => Promise<void>;
}

/**
 * Carries notices between processes: `memoryHub()` for one process, `postgresHub(…)` of `trestle/postgres`, `redisHub(…)` of
 * `trestle/redis`, or one of your own. A notice may be delivered more than once, but must not be lost without a `reset`.
 *
 * @example
 * ```ts
 * import { memoryHub, type LiveHub } from "trestle/live";
 *
 * // Counts what is published.
 * const inner = memoryHub();
 * let count = 0;
 * export const hub: LiveHub = {
 *   ...inner,
 *   publish(notices) {
 *     count += notices.length;
 *     return inner.publish(notices);
 *   },
 * };
 * ```
 */
export interface LiveHub<in TContext = object> {
  /** A random text that all processes share. Positions are encrypted with it. */
  readonly secret: () => Promise<string>;
  /** Publishes notices. Called after the commit, and not awaited by the response. */
  readonly publish: (notices: readonly HubNotice[]) => Promise<void>;
  /** Stores notices in the transaction of the context, so that they are published exactly if it commits. */
  readonly record?: ((ctx: TContext, notices: readonly HubNotice[]) => Promise<void>) | undefined;
  /** Called after the commit of a transaction with recorded notices. */
  readonly wake?: (() => Promise<void>) | undefined;
  readonly subscribe: (listener: HubListener) => Promise<HubSubscription>;
  /**
   * Reads what was published after a position, in pages of about 1000 notices, the oldest first. A page is undefined if some of it is gone. The
   * reader stops when it has enough.
   */
  readonly since: (position: string) => AsyncIterable<readonly HubNotice[] | undefined>;
}

/** What `audience` gets. */
export interface AudienceArgs<TContext> {
  /** The context of the request that wrote. */
  readonly ctx: TContext;
  readonly type: string;
  /** Undefined if the change is not of one resource. */
  readonly id: string | undefined;
}

/** What `hears` gets. */
export interface HearsArgs<TContext> {
  /** The context of the listener. */
  readonly ctx: TContext;
  /** The notice as it would be sent. */
  readonly notice: Notice;
}

/** Who hears what. Without an audience, listeners of an app whose context has members hear types and operations only. */
export type AudienceOptions<TContext> =
  | {
      /**
       * Who may hear of a change: names of your own, such as a tenant or a project. It runs at the write, for each notice. The names are
       * stored with the notice and never sent. An empty list: nobody hears of it.
       */
      readonly audience: (args: AudienceArgs<TContext>) => readonly string[];
      /** What a listener hears: a notice is sent if its audience and this list have a name in common. */
      readonly listens: (ctx: TContext) => readonly string[];
    }
  | { readonly audience?: undefined; readonly listens?: undefined };

/** The options of `liveChannel` apart from audiences. */
export interface ChannelOptions<TContext> {
  readonly hub: LiveHub<never>;
  /** Whether a listener gets a notice that its audience and `visible` allow. Default: yes. */
  readonly hears?: (args: HearsArgs<TContext>) => boolean;
  /** Milliseconds after which a connection's context is made again, so that a user who lost rights stops listening. Default: 5 minutes. */
  readonly renewAfter?: number;
  /** Milliseconds between comments on a quiet connection. Default: 15 s, because proxies close idle connections after 30 to 60 s. */
  readonly heartbeat?: number;
  /** The largest number of open connections in this process. Others get a 503 with `Retry-After`. Default: 10 000. */
  readonly maxConnections?: number;
  /** Who listens: a stable id, or null for an anonymous caller, who has no limit of their own. Default: callers are not distinguished. */
  readonly caller?: (ctx: TContext) => string | null;
  /** The largest number of open connections of one `caller` in this process. Others get a 429 with `Retry-After`. Default: 100. */
  readonly maxPerCaller?: number;
  /** The largest number of notices that wait for one listener. With more, they get a `reset`. Default: 1000. */
  readonly maxQueued?: number;
  /** Called if the hub or `audience` fails. A write never fails because of that. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** {@link ChannelOptions} without their types. */
export interface DeclaredChannel extends ChannelOptions<object> {
  readonly audience?: ((args: AudienceArgs<object>) => unknown) | undefined;
  readonly listens?: ((ctx: object) => unknown) | undefined;
}

/** A notice about one of the API's types. */
type NoticeAbout<TName extends string, TDefinition> = {
  readonly type: TName;
  readonly id?: string | number | bigint | undefined;
  readonly op: NoticeOp;
  /** The attributes that changed. */
  readonly fields?: readonly (keyof MemberOf<TDefinition, "attributes"> & string)[];
  /** The relationships that changed. */
  readonly relationships?: readonly (keyof MemberOf<TDefinition, "relationships"> & string)[];
  /** Who may hear it. Required if the channel has an `audience`. */
  readonly audience?: readonly string[];
};

type MemberOf<T, K extends string> = T extends { readonly [P in K]: infer TMember } ? TMember : never;

/** What `live.publish` takes. */
export type NoticeOf<TRoutes extends RoutesRecord> = {
  [N in keyof TRoutes & string]: NoticeAbout<N, TRoutes[N]["~definition"]>;
}[keyof TRoutes & string];

/** A {@link LiveChannel} of any API. */
export interface AnyLiveChannel {
  readonly [madeByLiveChannel]: true;
}

declare const madeByLiveChannel: unique symbol;

/** The live notices of an API: the value for an adapter's option `live`. */
export interface LiveChannel<TRoutes extends RoutesRecord> extends AnyLiveChannel {
  /**
   * Publishes changes that no request made: of a job, a webhook or another program. Rejects if the hub fails.
   *
   * @throws {TypeError} If a notice has a type, field or relationship that the API does not have, or lacks its audience.
   */
  publish(notices: NoticeOf<TRoutes> | readonly NoticeOf<TRoutes>[]): Promise<void>;
  /**
   * Resolves when the changes of finished requests are published, and the hub is no longer read if all streams have ended. Await it before you
   * close the database of the hub, also if there was no stream. `app.close()` of Fastify waits for it.
   */
  settled(): Promise<void>;
}
