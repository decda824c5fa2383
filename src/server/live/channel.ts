import type { OperationSpec } from "../../define/model/operation.js";
import { routerSpec } from "../../define/model/router.js";
import type { DeclaredChannel, HubNotice, NoticeOf, LiveHub } from "../../define/types/live.js";
import type { RoutesRecord } from "../../define/types/routes.js";
import { httpError } from "../../protocol/errors/http-error.js";
import { RequestError } from "../../protocol/errors/request-error.js";
import { CLIENT_MARK, RETRY_AFTER } from "../../wire/headers.js";
import type { Notice } from "../../wire/live.js";
import type { RequestState } from "../kernel/request-state.js";
import { wrongResult } from "../wrong-result.js";
import type { Connection, ConnectionLimits } from "./connection.js";
import { Feed, type Start } from "./feed.js";
import { type AdmittedCaller, Listener, audienceNames } from "./listener.js";
import { CHANNELS } from "./live-operation.js";
import { compileNotices, requireKnown, requireShape } from "./notices.js";
import { Publishing } from "./publishing.js";
import { LateError, within } from "../within.js";
import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import { checkOptionNames } from "../../define/model/names.js";

/** Seconds after which a client that got a 503 may try again. */
const RETRY_SECONDS = "5";

/** The longest mark of a client that is compared. */
const MAX_MARK = 100;

/** The defaults of a connection: milliseconds, and events that wait for a slow client. */
const [RENEW_AFTER, HEARTBEAT, MAX_QUEUED] = [5 * 60_000, 15_000, 1000];

/** The defaults of how many connections a server has, and each caller. */
const [MAX_CONNECTIONS, MAX_PER_CALLER] = [10_000, 100];

/** The value of a {@link LiveChannel}. */
export class Channel {
  readonly router: object;
  readonly #options: DeclaredChannel;
  readonly #limits: ConnectionLimits;
  readonly #feed: Feed;
  /** How many connections each caller has. */
  readonly #taken = new Map<string, number>();
  readonly #publishing = new Publishing((error) => void this.#report(error));

  constructor(router: object, options: DeclaredChannel) {
    routerSpec(router); // throws if `t.router` did not make it
    checkChannelOptions(options);
    const { renewAfter = RENEW_AFTER, heartbeat = HEARTBEAT, maxQueued = MAX_QUEUED } = options;
    this.#limits = { renewAfter, heartbeat, maxQueued };
    CHANNELS.add(this);
    this.router = router;
    this.#options = options;
    this.#feed = new Feed(options.hub, (error) => void this.#report(error));
  }

  async publish(notices: NoticeOf<RoutesRecord> | readonly NoticeOf<RoutesRecord>[]): Promise<void> {
    const { resources } = routerSpec(this.router);
    const list = (Array.isArray(notices) ? notices : [notices]) as readonly NoticeOf<RoutesRecord>[]; // for TypeScript, a readonly list is not an `any[]`
    const stored = list.map((entry): HubNotice => {
      requireShape(entry);
      const { audience, id, ...rest } = entry;
      const notice: Notice = { ...rest, ...(id !== undefined && { id: `${id}` }) };
      requireKnown(notice, resources.get(notice.type)?.resource);
      return { notice, audience: this.#publishedTo(audience) };
    });
    await this.#options.hub.publish(stored.filter(isHeard));
  }

  /** Compiles the step that notes what a handler changed. Undefined for an operation that only reads. */
  noting(operation: OperationSpec): ((state: RequestState) => void) | undefined {
    const noticesOf = compileNotices(operation);
    if (noticesOf === undefined) return undefined;
    return (state) => {
      try {
        const notices = noticesOf(state.args ?? NO_ARGS, state.result).map((notice) => this.#stored(notice, state));
        const heard = notices.filter(isHeard);
        if (heard.length > 0) state.changes = { notices: heard, isRecorded: false };
      } catch (error) {
        void this.#report(error); // the write is done
      }
    };
  }

  /** Makes one list of the changes of a batch. Its operations have no headers of their own. */
  gather(batch: RequestState, operations: readonly RequestState[]): void {
    const mark = markOf(batch.request);
    const notices = operations.flatMap(({ changes }) =>
      (changes?.notices ?? []).map((notice) => ({ ...notice, from: mark })),
    );
    if (notices.length > 0) batch.changes = { notices, isRecorded: false };
  }

  /** Stores the notices of a write in its transaction, if the hub can. */
  async record({ changes, ctx }: RequestState): Promise<undefined> {
    const { record } = this.#options.hub;
    if (changes === undefined || record === undefined) return;
    await record(ctx as never, changes.notices); // the hub's own type of context, which `liveChannel` does not know
    changes.isRecorded = true;
  }

  /** Publishes the notices of a write that is done. Never throws, and does not keep the response waiting. */
  announce({ changes }: RequestState): void {
    if (changes === undefined) return;
    const { hub } = this.#options;
    const { notices, isRecorded } = changes;
    this.#publishing.start(async () => (isRecorded ? hub.wake?.() : hub.publish(notices)));
  }

  async settled(): Promise<void> {
    await this.#publishing.settled();
    await this.#feed.settled();
  }

  /** Begins to read the hub, so that the first connection can get what happened before it. */
  begin(): Promise<void> {
    return this.#feed.begin();
  }

  /**
   * Opens a connection.
   *
   * @param renew Makes the caller anew. Rejects if they may not listen any more.
   * @throws {RequestError} 429 with `Retry-After` if the caller has too many, and 503 if the server has, or if the hub fails.
   */
  async connect(
    { request }: RequestState,
    caller: AdmittedCaller,
    start: Start,
    renew: () => Promise<AdmittedCaller>,
  ): Promise<Connection> {
    const { maxConnections = MAX_CONNECTIONS } = this.#options;
    if (this.#feed.places >= maxConnections) throw refusal(503, "Too many clients listen to this server.");
    const mark = markOf(request);
    const listenerOf = (caller: AdmittedCaller) => new Listener(this.#options, caller, mark);
    const listener = listenerOf(caller);
    const leave = this.#placeOf(caller); // the last step before the feed, which gives it back
    const renewed = async () => listenerOf(await this.#inTime(renew()));
    try {
      return await this.#feed.connect(listener, start, this.#limits, renewed, leave);
    } catch (error) {
      void this.#report(error);
      throw refusal(503, "The server cannot read live notices now.");
    }
  }

  /** Takes a place for a caller who has a name. Returns a function that gives it back, which must be called once. */
  #placeOf({ ctx }: AdmittedCaller): (() => void) | undefined {
    const { caller, maxPerCaller = MAX_PER_CALLER } = this.#options;
    const name = caller?.(ctx) ?? null;
    if (name === null) return undefined;
    if (typeof name !== "string") throw wrongResult("liveChannel: caller", "a string or null", name);
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= maxPerCaller) throw refusal(429, "You have too many open connections to live notices.");
    this.#taken.set(name, taken + 1);
    return () => {
      const left = (this.#taken.get(name) ?? 0) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    };
  }

  /** Ends a stream whose context does not come. It would be quiet, and hear nothing, so the client connects again. */
  async #inTime(renewed: Promise<AdmittedCaller>): Promise<AdmittedCaller> {
    try {
      return await within("The context of a connection was not made again", renewed);
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      void this.#report(error);
      throw refusal(503, "The server cannot make the context of this connection again now.");
    }
  }

  #stored(notice: Notice, { ctx, request }: RequestState): HubNotice {
    const { audience } = this.#options;
    const { type, id } = notice;
    return {
      notice,
      audience: audience && audienceNames(audience({ ctx, type, id }), "audience"),
      from: markOf(request),
    };
  }

  #publishedTo(audience: readonly string[] | undefined): readonly string[] | undefined {
    if ((audience === undefined) === (this.#options.audience === undefined)) return audience;
    throw new TypeError(
      audience === undefined
        ? 'live.publish: a notice needs an audience, because the channel has audiences. Add audience: ["…"].'
        : "live.publish: this channel has no audiences. Remove audience, or pass audience and listens to liveChannel.",
    );
  }

  async #report(error: unknown): Promise<void> {
    const { onError = logError } = this.#options;
    try {
      await onError(error); // a user's function may be asynchronous
    } catch (cause) {
      logError(error);
      console.error("liveChannel: onError itself failed:", cause);
    }
  }
}

const NO_ARGS = { ctx: {}, signal: new AbortController().signal };

function logError(error: unknown): void {
  console.error("Live notices failed:", error);
}

/** An empty audience is nobody. */
function isHeard({ audience }: HubNotice): boolean {
  return audience === undefined || audience.length > 0;
}

function markOf(request: RequestState["request"]): string | undefined {
  const mark = request.header(CLIENT_MARK);
  return mark === undefined || mark === "" || mark.length > MAX_MARK ? undefined : mark;
}

function refusal(status: 429 | 503, detail: string): RequestError {
  return new RequestError([httpError(status, detail)], { [RETRY_AFTER]: RETRY_SECONDS });
}

const WHERE = "liveChannel";

const KNOWN: Readonly<Record<keyof DeclaredChannel, true>> = {
  hub: true,
  audience: true,
  listens: true,
  hears: true,
  renewAfter: true,
  heartbeat: true,
  maxConnections: true,
  caller: true,
  maxPerCaller: true,
  maxQueued: true,
  onError: true,
};

/** The functions that every hub has. */
const OF_HUB = ["secret", "publish", "subscribe", "since"] as const satisfies readonly (keyof LiveHub)[];

/**
 * Refuses options that cannot work when the server starts, and not at the first write.
 *
 * @throws {TypeError}
 */
function checkChannelOptions(options: DeclaredChannel): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${WHERE} needs options with a hub. Write liveChannel(api, { hub: memoryHub() }).`);
  }
  checkOptionNames(WHERE, options, KNOWN);
  const { hub, renewAfter, heartbeat, maxConnections, maxPerCaller, maxQueued } = options;
  if (!OF_HUB.every((name) => typeof Object(hub)[name] === "function")) {
    const received = hub === null ? "null" : typeof hub;
    throw new TypeError(`${WHERE}: hub must be a hub, such as memoryHub() or postgresHub(pool); received ${received}.`);
  }
  for (const name of ["audience", "listens", "hears", "caller", "onError"] as const) {
    const given: unknown = options[name];
    if (given !== undefined && typeof given !== "function") {
      throw new TypeError(`${WHERE}: ${name} must be a function; received ${given === null ? "null" : typeof given}.`);
    }
  }
  if ((options.audience === undefined) !== (options.listens === undefined)) {
    throw new TypeError(`${WHERE}: audience and listens belong together. Pass both, or neither.`);
  }
  if (maxPerCaller !== undefined && options.caller === undefined) {
    throw new TypeError(
      `${WHERE}: maxPerCaller needs caller, which says whose connection it is. Add caller: (ctx) => ctx.user.`,
    );
  }
  for (const [name, time] of Object.entries({ renewAfter, heartbeat })) {
    if (time !== undefined) requireLimit(`${WHERE}: ${name}`, time, LONGEST_TIMEOUT);
  }
  for (const [name, count] of Object.entries({ maxConnections, maxPerCaller, maxQueued })) {
    if (count !== undefined) requireLimit(`${WHERE}: ${name}`, count);
  }
}
