import type { OperationSpec } from "../../define/model/operation.js";
import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import { isAction } from "../../define/model/action.js";
import { routerSpec } from "../../define/model/router.js";
import type { RouterSpec } from "../../define/model/router.js";
import { type Limits, readLimits } from "../../protocol/limits.js";
import { notFound, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/shown.js";
import { CompiledApi } from "../compiled-api.js";
import { actionSteps, jsonApiSteps, Pipeline, rpcSteps, type Writes } from "./pipeline.js";
import { respondWithError } from "./error-response.js";
import { requireOrigins, type TrustedOrigins } from "./cross-site.js";
import type { MaybePromise } from "./maybe-promise.js";
import { RequestState, NO_FIELDS } from "./request-state.js";
import type { ServerRequest, ServerResponse, Reporter } from "../http.js";
import { negotiate } from "./negotiate.js";
import { OpenStreams } from "./open-streams.js";
import type { ServiceOptions } from "../options.js";
import type { Mount, Pages } from "../pages.js";
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
  readonly #mount: Mount;
  readonly #mountPath: string;
  readonly #streams = new OpenStreams();
  readonly #trusted: TrustedOrigins;

  /** @param mount The mount point's path, without a slash at its end: `/api`, or empty. */
  constructor(router: object, mount: string, options: ServiceOptions) {
    const spec = routerSpec(router);
    this.limits = readLimits(options.limits);
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    requireLimit("timeout", this.#timeout, LONGEST_TIMEOUT);
    this.#trusted = { baseUrl: options.baseUrl, origins: options.origins };
    requireOrigins(options.origins ?? []);
    this.#table = new RouteTable(spec);
    this.#router = spec;
    this.#getOne = (type) => spec.resources.get(type)?.operations.find(({ info }) => info.kind === "getOne");
    this.#pages = options.pages;
    this.#mountPath = mount;
    const base = `${options.baseUrl?.replace(/\/+$/, "") ?? ""}${mount}`;
    this.#mount = { url: base, limits: this.limits, links: options.links ?? "all" };
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
  async page(path: string, reporter: Reporter): Promise<ServerResponse | Response> {
    try {
      if (this.#pages === undefined) throw new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]);
      return await this.#pages.answer(path, this.#mount);
    } catch (error) {
      return respondWithError(error, reporter, NO_FIELDS, undefined);
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

  /** Serves a request whose route is known. Never throws or rejects: an error becomes an error document. */
  handle({ route, id }: Match, request: ServerRequest): MaybePromise<ServerResponse | Response> {
    let pipeline: Pipeline;
    try {
      pipeline = this.#pipeline(route);
    } catch (error) {
      return respondWithError(error, request, NO_FIELDS, route.operation.info);
    }
    return pipeline.handle(request, id);
  }

  /** Responds to a request that no route matches. */
  async handleUnmatched(request: ServerRequest): Promise<ServerResponse> {
    const state = new RequestState(request, "");
    const { path } = request;
    try {
      await negotiate(state);
      const { table } = await this.#viewOf(request);
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

  /** Ends the streams that rpc handlers returned, so that the server can close. */
  close(): void {
    this.#streams.close();
  }

  get #views(): Views {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  /** The view for an error response. It hides what the caller may not see, so that errors do not reveal it. */
  async #viewOf(request: ServerRequest): Promise<View> {
    if (this.#views.isOne) return this.#views.least;
    try {
      return this.#views.of(await request.makeContext());
    } catch {
      return this.#views.least;
    }
  }

  #pipeline(route: Route): Pipeline {
    const known = this.#pipelines.get(route);
    if (known !== undefined) return known;
    const { operation } = route;
    const timeout = operation.options.timeout ?? this.#timeout;
    const writes: Writes = {
      transaction: this.#router.transaction,
      idempotency: this.#router.idempotency,
      mount: this.#mountPath,
      getOne: this.#getOne,
      timeout,
      bodySize: operation.options.bodySize ?? this.limits.bodySize,
    };
    const steps =
      operation.info.kind === "rpc"
        ? rpcSteps(operation, this.limits.bodySize, this.#streams, this.#trusted)
        : isAction(operation.info)
          ? actionSteps(operation, this.#views, this.#streams, this.#trusted, writes)
          : jsonApiSteps(operation, this.#views, writes);
    const pipeline = new Pipeline(operation, steps, timeout);
    this.#pipelines.set(route, pipeline);
    return pipeline;
  }
}

const DEFAULT_TIMEOUT = 30_000;
