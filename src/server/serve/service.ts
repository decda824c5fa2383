import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import { routerSpec, type RouterSpec } from "../../define/model/router.js";
import { readLimits } from "../../protocol/limits.js";
import { notFound, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import type { Channel } from "../live/channel.js";
import { CHANNELS, withLive } from "../live/live-operation.js";
import { within } from "../within.js";
import { CompiledApi } from "../compiled-api.js";
import { ServedApi, type Shared, type ServedOperation, noResponse, type Way, type Ways } from "./served-api.js";
import { ENTRY_POINT, entryPoint } from "../entry-point.js";
import { asPlain, respondWithError } from "../kernel/error-response.js";
import { allowedOrigins, requireOrigins } from "../kernel/cross-site.js";
import { isPromise, type MaybePromise } from "../../protocol/maybe-promise.js";
import { NO_FIELDS, RequestState, RequestLife } from "../kernel/request-state.js";
import type { ReceivedRequest, ServerRequest, ServerResponse } from "../http.js";
import { negotiateUnmatched } from "../kernel/negotiate.js";
import { OpenStreams } from "../kernel/open-streams.js";
import type { ServiceOptions } from "../options.js";
import { type Mount, type Pages, requireFreePaths } from "../pages.js";
import { type Match, RouteTable } from "../router.js";
import { type View, Views } from "../kernel/views.js";
import { operationName, isAction, type OperationSpec } from "../../define/model/operation.js";
import { timeoutError } from "../../protocol/errors/error-document.js";
import { bodyTimeout } from "../../protocol/errors/http-error.js";
import { report } from "../report.js";
import { OPERATIONS } from "../../wire/operations.js";
import { prefersPlain } from "../../protocol/negotiation/media-type.js";
import { alsoPlain } from "./also-plain.js";
import { rpc } from "./rpc.js";
import { action, batch, authorizeInBatch, changeInBatch, jsonApi, taggedRead, guardedWrite } from "./serve.js";
import { liveNotices } from "./serve-live.js";

/**
 * Serves an API at one mount point, without a framework. The router has already checked the definitions. They are compiled
 * at the first request.
 */
export class Service {
  readonly shared: Omit<Shared, "views">;
  /** The paths of the pages, which are served in addition to the operations. */
  readonly pagePaths: readonly string[];
  readonly #compile: () => ServedApi;
  #compiled: ServedApi | undefined;
  readonly #pages: Pages | undefined;
  readonly #mount: Omit<Mount, "seenBy">;
  readonly #declared: object;
  readonly #hidesFields: boolean;

  /**
   * @param mount The mount point's path, without a slash at its end: `/api`, or empty.
   * @param closing Aborted when the server closes, in place of closing its streams.
   */
  constructor(router: object, mount: string, options: ServiceOptions, closing?: AbortSignal) {
    const timeout = options.timeout ?? DEFAULT_TIMEOUT;
    requireLimit("timeout", timeout, LONGEST_TIMEOUT);
    requireOrigins(options.origins ?? []);
    const live = channelOf(options.live, router);
    const declared = routerSpec(router);
    const { router: spec, operation } = live === undefined ? { router: declared } : withLive(declared);
    const base = `${options.baseUrl?.replace(/\/+$/, "") ?? ""}${mount}`;
    const limits = readLimits(options.limits);
    const table = new RouteTable(spec);
    this.shared = {
      router: spec,
      table,
      limits,
      plain: options.plain === true,
      mount,
      timeout,
      streams: new OpenStreams(closing),
      errorTypes: options.errorTypes,
      allowedOrigins: allowedOrigins(options),
      live,
      liveOperation: operation,
      ways: WAYS,
    };
    this.#pages = options.pages;
    this.pagePaths = options.pages?.paths ?? [];
    this.#mount = {
      url: base,
      limits,
      links: options.links ?? "all",
      plain: options.plain === true,
      live: live !== undefined,
    };
    this.#declared = router;
    this.#hidesFields = [...spec.resources.values()].some(({ resource }) => resource.visible.size > 0);
    requireFreePaths(this.pagePaths, spec);
    const compile = (router: RouterSpec) => new CompiledApi(router, base, limits, options);
    this.#compile = () => new ServedApi({ ...this.shared, views: new Views(spec, table, compile) });
  }

  /** Serves a page. Never rejects. */
  async page(path: string, request: ServerRequest): Promise<ServerResponse | Response> {
    try {
      if (this.#pages === undefined) throw new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]);
      const seen = this.#hidesFields ? (await this.#viewOf(request)).router : this.#declared;
      const seenBy = (api: object) => (api === this.#declared ? seen : api);
      return await this.#pages.answer(path, { ...this.#mount, seenBy });
    } catch (error) {
      return this.fail(error, request);
    }
  }

  /**
   * Serves a request whose route is known. An error becomes an error document, so this throws or rejects only if `payloadOf` throws.
   *
   * @returns What `payloadOf` returned.
   */
  handle<TPayload>({ route, id }: Match, request: ReceivedRequest<TPayload>): MaybePromise<TPayload> {
    let operation: ServedOperation;
    try {
      this.#compiled ??= this.#compile();
      operation = this.#compiled.operation(route.operation);
    } catch (error) {
      return request.payloadOf(
        respondWithError(error, request, NO_FIELDS, route.operation.info, this.shared.errorTypes),
      );
    }
    return new Exchange(operation, request, id).run();
  }

  /** Responds to a request that no route matches: with the entry point, or with an error. */
  async handleUnmatched(request: ServerRequest): Promise<ServerResponse> {
    const state = new RequestState(request, "");
    const { path } = request;
    state.plainResponse = this.#prefersPlain(request);
    try {
      negotiateUnmatched(state);
      const { table } = await this.#viewOf(request);
      if (path === ENTRY_POINT) return entryPoint(request, this.#mount.url, table, this.#pages, state.plainResponse);
      table.match(request.method, path);
      throw new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]); // the route matches here, but not in the framework's router
    } catch (error) {
      return this.fail(error, request);
    }
  }

  /** Responds to an error outside of any operation. */
  fail(error: unknown, request: ServerRequest): ServerResponse {
    const response = respondWithError(error, request, NO_FIELDS, undefined, this.shared.errorTypes);
    return this.#prefersPlain(request) ? asPlain(response) : response;
  }

  #prefersPlain({ accept }: ServerRequest): boolean {
    return this.shared.plain && prefersPlain(accept);
  }

  /** The view for an error response. It hides what the caller may not see, so that errors do not reveal it. */
  async #viewOf(request: ServerRequest): Promise<View> {
    this.#compiled ??= this.#compile();
    const { views } = this.#compiled.shared;
    if (views.isOne) return views.least;
    try {
      const ctx = request.makeContext();
      return views.of(isPromise(ctx) ? await within("The context was not made", ctx, this.shared.timeout) : ctx);
    } catch {
      return views.least;
    }
  }
}

const DEFAULT_TIMEOUT = 30_000;

function channelOf(live: object | undefined, router: object): Channel | undefined {
  if (live === undefined) return undefined;
  if (!CHANNELS.has(live)) throw new TypeError("The option live must be a channel from liveChannel(…).");
  const channel = live as Channel; // only these are known
  if (channel.router !== router)
    throw new TypeError("The option live is the channel of another API. Pass liveChannel the same router.");
  return channel;
}

/**
 * One request while it is served. It gets one response: that of its operation, or that of the timeout, if that is over first: 408 while
 * the server waits for the body, else 503. What the operation comes to later is discarded and logged.
 */
export class Exchange<TPayload> extends RequestLife {
  readonly #operation: ServedOperation;
  readonly #state: RequestState;
  readonly #request: ReceivedRequest<TPayload>;
  #resolve: (payload: TPayload) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #lateId = "";

  constructor(operation: ServedOperation, request: ReceivedRequest<TPayload>, id: string) {
    super(request);
    this.#operation = operation;
    this.#state = new RequestState(request, id, this);
    this.#request = request;
  }

  /** Serves the request. Returns its payload, as a promise if anything waits. Throws or rejects only if `payloadOf` throws. */
  run(): MaybePromise<TPayload> {
    const operation = this.#operation;
    operation.deadlines.add(this);
    let serving: MaybePromise<void>;
    try {
      serving = operation.serve(operation, this.#state);
    } catch (error) {
      return this.#request.payloadOf(this.#failed(error));
    }
    if (!isPromise(serving)) return this.#request.payloadOf(this.#served());
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      void this.#finish(serving);
    });
  }

  async #finish(serving: PromiseLike<void>): Promise<void> {
    let response: ServerResponse | Response;
    try {
      await serving;
      if (this.isExpired) return this.#servedLate();
      response = this.#served();
    } catch (error) {
      if (this.isExpired) return this.#failedLate(error);
      response = this.#failed(error);
    }
    this.#respond(response);
  }

  override expire(): void {
    super.expire();
    const { deadlines, spec } = this.#operation;
    const { timeout } = deadlines;
    const error = new Error(`${this.#name} did not respond within ${timeout} ms (its option "timeout").`);
    this.abort(error);
    if (this.isReading) return void this.#respond(this.#failed(new RequestError([bodyTimeout(timeout)])));
    this.#lateId = crypto.randomUUID();
    report(this.#state.request, { error, id: this.#lateId, operation: spec.info });
    this.#respond(this.#failed(new RequestError([timeoutError(this.#lateId, timeout)])));
  }

  #served(): ServerResponse | Response {
    const { api, spec, deadlines } = this.#operation;
    const state = this.#state;
    const { response, refusal } = state;
    if (refusal !== undefined || response === undefined) return this.#failed(refusal ?? noResponse(spec));
    deadlines.remove(this);
    api.shared.live?.announce(state);
    state.response = undefined; // a stream keeps its state, and its response takes 1 kB
    return response;
  }

  #failed(error: unknown): ServerResponse | Response {
    const { api, spec, deadlines } = this.#operation;
    const state = this.#state;
    deadlines.remove(this);
    this.#announceFailed();
    if (state.write?.isCommitted && state.response !== undefined) {
      // The write is done, so a middleware that fails later must not make it look undone.
      report(state.request, { error, id: crypto.randomUUID(), operation: spec.info });
      return state.response;
    }
    if (state.response && "bodyUsed" in state.response) state.response.body?.cancel().catch(ignore); // a middleware failed behind it
    const response = respondWithError(error, state.request, state, spec.info, api.shared.errorTypes);
    return state.plainResponse ? asPlain(response) : response;
  }

  #servedLate(): void {
    const state = this.#state;
    if (state.refusal === undefined) this.#operation.api.shared.live?.announce(state); // the client has learnt nothing of the write, but it is done
    if (state.result instanceof Response) state.result.body?.cancel().catch(ignore);
    this.#reportLate(new Error(`${this.#name} finished after its timeout; its result was discarded.`));
  }

  #failedLate(cause: unknown): void {
    this.#announceFailed();
    this.#reportLate(new Error(`${this.#name} failed after its timeout.`, { cause }));
  }

  #reportLate(error: Error): void {
    if (this.#lateId === "") return; // a 408, whose client is slow
    report(this.#state.request, { error, id: this.#lateId, operation: this.#operation.spec.info });
  }

  /** Announces a write that may be committed, although its request failed. If it is not, clients only read again. */
  #announceFailed(): void {
    const { write } = this.#state;
    if (write?.isCommitted || write?.mayBeCommitted) this.#operation.api.shared.live?.announce(this.#state);
  }

  /** Rejects if the framework does not accept the response. */
  #respond(response: ServerResponse | Response): void {
    try {
      this.#resolve(this.#request.payloadOf(response));
    } catch (error) {
      this.#reject(error);
    }
  }

  get #name(): string {
    return operationName(this.#operation.spec.info);
  }
}

function ignore(): void {}

/** What serves the requests of each kind of operation. */
const WAYS: Ways = {
  of(spec, shared) {
    if (spec === shared.router.atomic?.operation) return batch; // never in plain JSON
    const way = wayOf(spec, shared);
    return shared.plain ? alsoPlain(way) : way;
  },
  authorizeInBatch,
  changeInBatch,
};

function wayOf(spec: OperationSpec, { limits, live, liveOperation }: Shared): Way {
  const { info, resource, options } = spec;
  if (live !== undefined && spec === liveOperation) return liveNotices(live);
  if (info.kind === "rpc") return rpc(spec, limits);
  if (isAction(info)) return action(spec, limits);
  if (resource.version !== undefined && info.kind === "getOne") return taggedRead;
  const isVersioned = resource.version !== undefined && OPERATIONS[info.kind].method !== "GET";
  return options.idempotent || isVersioned ? guardedWrite : jsonApi;
}
