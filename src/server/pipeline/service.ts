import type { OperationSpec } from "../../define/model/operation.js";
import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import { isAction } from "../../define/model/action.js";
import { routerSpec } from "../../define/model/router.js";
import type { AtomicSpec, RouterSpec } from "../../define/model/router.js";
import { type Limits, readLimits } from "../../protocol/limits.js";
import { notFound, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/shown.js";
import type { Channel } from "../live/channel.js";
import { isKnownChannel } from "../live/known-channels.js";
import { withLive } from "../live/live-operation.js";
import { within } from "../live/within.js";
import { CompiledApi } from "../compiled-api.js";
import type { BatchedOperation } from "../atomic/run-batch.js";
import type { Batches } from "../atomic/serve-batch.js";
import { actionSteps, rpcSteps } from "./action-steps.js";
import { batchedOperation, batchSteps } from "./batch-steps.js";
import { jsonApiSteps } from "./json-api-steps.js";
import { liveSteps } from "./live-steps.js";
import { Pipeline } from "./pipeline.js";
import type { Writes } from "./write-steps.js";
import { ENTRY_POINT, entryPoint } from "../entry-point.js";
import { respondWithError } from "./error-response.js";
import { requireOrigins, type TrustedOrigins } from "./cross-site.js";
import { isPromise, type MaybePromise } from "./maybe-promise.js";
import { RequestState, type RequestStep, NO_FIELDS } from "./request-state.js";
import type { ServerRequest, ServerResponse, Reporter } from "../http.js";
import { negotiateUnmatched } from "./negotiate.js";
import { OpenStreams } from "./open-streams.js";
import type { ServiceOptions } from "../options.js";
import { type Mount, type Pages, requireFreePaths } from "../pages.js";
import { type Match, type Route, RouteTable } from "../router.js";
import { type View, Views } from "../visibility/views.js";

/**
 * Serves an API at one mount point, without a framework. The router has already checked the definitions. They are compiled
 * at the first request.
 */
export class Service {
  readonly limits: Limits;
  readonly #timeout: number;
  readonly #table: RouteTable;
  readonly #compile: () => Views;
  readonly #router: RouterSpec;
  readonly #getOne: (type: string) => OperationSpec | undefined;
  #compiled: Views | undefined;
  readonly #pipelines = new Map<Route, Pipeline>();
  readonly #pages: Pages | undefined;
  readonly #mount: Omit<Mount, "seenBy">;
  readonly #declared: object;
  readonly #hidesFields: boolean;
  readonly #mountPath: string;
  readonly #live: Channel | undefined;
  readonly #liveOperation: OperationSpec | undefined;
  readonly #streams: OpenStreams;
  readonly #trusted: TrustedOrigins;

  /**
   * @param mount The mount point's path, without a slash at its end: `/api`, or empty.
   * @param closing Aborted when the server closes, in place of a call of {@link close}.
   */
  constructor(router: object, mount: string, options: ServiceOptions, closing?: AbortSignal) {
    this.#streams = new OpenStreams(closing);
    this.#live = channelOf(options.live, router);
    const declared = routerSpec(router);
    const { router: spec, operation } = this.#live === undefined ? { router: declared } : withLive(declared);
    this.#liveOperation = operation;
    this.limits = readLimits(options.limits);
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    requireLimit("timeout", this.#timeout, LONGEST_TIMEOUT);
    this.#trusted = { baseUrl: options.baseUrl, origins: options.origins };
    requireOrigins(options.origins ?? []);
    this.#declared = router;
    this.#hidesFields = [...spec.resources.values()].some(({ resource }) => resource.visible.size > 0);
    this.#table = new RouteTable(spec);
    this.#router = spec;
    this.#getOne = (type) => spec.resources.get(type)?.operations.find(({ info }) => info.kind === "getOne");
    this.#pages = options.pages;
    requireFreePaths(this.pagePaths, spec);
    this.#mountPath = mount;
    const base = `${options.baseUrl?.replace(/\/+$/, "") ?? ""}${mount}`;
    this.#mount = { url: base, limits: this.limits, links: options.links ?? "all", live: this.#live !== undefined };
    const compile = (router: RouterSpec) => new CompiledApi(router, base, this.limits, options);
    this.#compile = () => new Views(spec, this.#table, compile);
  }

  get routes(): readonly Route[] {
    return this.#table.routes;
  }

  /** The paths of the pages, which are served in addition to the operations. */
  get pagePaths(): readonly string[] {
    return this.#pages?.paths ?? [];
  }

  /** Serves a page. Never rejects. */
  async page(path: string, request: ServerRequest): Promise<ServerResponse | Response> {
    try {
      if (this.#pages === undefined) throw new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]);
      const seen = this.#hidesFields ? (await this.#viewOf(request)).router : this.#declared;
      const seenBy = (api: object) => (api === this.#declared ? seen : api);
      return await this.#pages.answer(path, { ...this.#mount, seenBy });
    } catch (error) {
      return respondWithError(error, request, NO_FIELDS, undefined);
    }
  }

  /** Finds the route of a request, if there is one. */
  find(method: string, path: string): Match | undefined {
    return this.#table.find(method, path);
  }

  /** Finds the route of a request. Throws a RequestError if no route matches. */
  match(method: string, path: string): Match {
    return this.#table.match(method, path);
  }

  /**
   * Serves a request whose route is known. An error becomes an error document, so this throws or rejects only if `send` throws.
   *
   * @param send Called with the response in the turn in which it is known.
   * @returns What `send` returned.
   */
  handle<T>(
    { route, id }: Match,
    request: ServerRequest,
    send: (response: ServerResponse | Response) => T,
  ): MaybePromise<T> {
    let pipeline: Pipeline;
    try {
      pipeline = this.#pipeline(route);
    } catch (error) {
      return send(respondWithError(error, request, NO_FIELDS, route.operation.info));
    }
    return pipeline.handle(request, id, send);
  }

  /** Responds to a request that no route matches: with the entry point, or with an error. */
  async handleUnmatched(request: ServerRequest): Promise<ServerResponse> {
    const state = new RequestState(request, "");
    const { path } = request;
    try {
      negotiateUnmatched(state);
      const { table } = await this.#viewOf(request);
      if (path === ENTRY_POINT) return entryPoint(request, this.#mount.url, table, this.#pages);
      table.match(request.method, path);
      throw new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]); // the route matches here, but not in the framework's router
    } catch (error) {
      return respondWithError(error, request, NO_FIELDS, undefined);
    }
  }

  /** Responds to an error outside of any operation. */
  fail(error: unknown, reporter: Reporter): ServerResponse {
    return respondWithError(error, reporter, NO_FIELDS, undefined);
  }

  /** Begins what needs no request. Called when the server listens. */
  async begin(): Promise<void> {
    await this.#live?.begin();
  }

  /** Ends the streams, so that the server can close. */
  close(): void {
    this.#streams.close();
  }

  /** Resolves when a server that has closed does not use the hub of its live notices any more. */
  async settled(): Promise<void> {
    await this.#live?.settled();
  }

  get #views(): Views {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  /** The view for an error response. It hides what the caller may not see, so that errors do not reveal it. */
  async #viewOf(request: ServerRequest): Promise<View> {
    if (this.#views.isOne) return this.#views.least;
    try {
      const ctx = request.makeContext();
      return this.#views.of(isPromise(ctx) ? await within("The context was not made", ctx, this.#timeout) : ctx);
    } catch {
      return this.#views.least;
    }
  }

  #pipeline(route: Route): Pipeline {
    const known = this.#pipelines.get(route);
    if (known !== undefined) return known;
    const { operation } = route;
    const pipeline = new Pipeline(operation, this.#steps(operation), this.#timeoutOf(operation), this.#live);
    this.#pipelines.set(route, pipeline);
    return pipeline;
  }

  #timeoutOf({ options }: OperationSpec): number {
    return options.timeout ?? this.#timeout;
  }

  #steps(operation: OperationSpec): readonly RequestStep[] {
    const { atomic } = this.#router;
    const writes = this.#writes(operation);
    if (operation === atomic?.operation) return batchSteps(operation, this.#views, writes, this.#batches(atomic));
    if (this.#live !== undefined && operation === this.#liveOperation)
      return liveSteps(operation, this.#views, this.#streams, this.#live);
    if (operation.info.kind === "rpc")
      return rpcSteps(operation, this.limits.bodySize, this.#streams, this.#trusted, this.#live);
    if (isAction(operation.info)) return actionSteps(operation, this.#views, this.#streams, this.#trusted, writes);
    return jsonApiSteps(operation, this.#views, writes);
  }

  #writes(operation: OperationSpec): Writes {
    return {
      transaction: this.#router.transaction,
      idempotency: this.#router.idempotency,
      mount: this.#mountPath,
      getOne: this.#getOne,
      timeout: this.#timeoutOf(operation),
      bodySize: operation.options.bodySize ?? this.limits.bodySize,
      live: this.#live,
    };
  }

  #batches({ max }: AtomicSpec): Batches {
    const known = new Map<OperationSpec, BatchedOperation>();
    const operationOf = (operation: OperationSpec) => {
      const batched = known.get(operation) ?? batchedOperation(operation, this.#views, this.#writes(operation));
      known.set(operation, batched);
      return batched;
    };
    return { max, limits: this.limits, mount: this.#mountPath, table: this.#table, operationOf };
  }
}

const DEFAULT_TIMEOUT = 30_000;

function channelOf(live: object | undefined, router: object): Channel | undefined {
  if (live === undefined) return undefined;
  if (!isKnownChannel(live)) throw new TypeError("The option live must be a channel from liveChannel(…).");
  const channel = live as Channel; // only these are known
  if (channel.router !== router)
    throw new TypeError("The option live is the channel of another API. Pass liveChannel the same router.");
  return channel;
}
