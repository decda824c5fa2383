import { LONGEST_TIMEOUT, requireLimit } from "../../define/model/limit.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import { routerSpec } from "../../define/model/router.js";
import type { RouterSpec } from "../../define/model/router.js";
import {
  errorResponse,
  headersOf,
  internalError,
  errorObjectsOf,
  type ErrorContext,
} from "../../protocol/errors/error-document.js";
import { type Limits, readLimits } from "../../protocol/limits.js";
import { NO_HEADERS, notFound, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/shown.js";
import { DOCUMENT_HEADERS, mergeVary } from "../../protocol/negotiation/response-headers.js";
import { CompiledApi } from "../compiled-api.js";
import { CompiledOperation, CompiledRpc, type Runner } from "./pipeline.js";
import { withDeadline } from "./deadline.js";
import { RequestState, NO_FIELDS } from "./request-state.js";
import type { ServerRequest, ServerResponse, Reporter } from "../http.js";
import { negotiate } from "./negotiate.js";
import { OpenStreams } from "./open-streams.js";
import type { ServiceOptions } from "../options.js";
import type { Mount, Pages } from "../pages.js";
import { compileReadId } from "./read-request.js";
import { isPromise } from "./maybe-promise.js";
import { report } from "../report.js";
import { type Match, type Route, RouteTable } from "../router.js";
import { type View, Views } from "../visibility/views.js";

/**
 * An API, ready to serve at one mount point: requests in, answers out, no framework. Definitions were checked when the
 * router was made; what a request needs of them is compiled when the first one asks.
 */
export class Service {
  readonly limits: Limits;
  readonly #timeout: number;
  readonly #table: RouteTable;
  readonly #compile: () => Views;
  #compiled: Views | undefined;
  readonly #runners = new Map<Route, Runner>();
  readonly #pages: Pages | undefined;
  readonly #mount: Mount;
  readonly #streams = new OpenStreams();

  /** @param mount The mount point's path, without a slash at its end: `/api`, or empty. */
  constructor(router: object, mount: string, options: ServiceOptions) {
    const spec = routerSpec(router);
    this.limits = readLimits(options.limits);
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    requireLimit("timeout", this.#timeout, LONGEST_TIMEOUT);
    this.#table = new RouteTable(spec.resources);
    this.#pages = options.pages;
    const base = `${options.baseUrl?.replace(/\/+$/, "") ?? ""}${mount}`;
    this.#mount = { url: base, limits: this.limits };
    const compile = (router: RouterSpec) => new CompiledApi(router, base, this.limits, options);
    this.#compile = () => new Views(spec, this.#table, compile);
  }

  get routes(): readonly Route[] {
    return this.#table.routes;
  }

  /** The paths of the pages that are served beside the routes. */
  get pagePaths(): readonly string[] {
    return this.#pages?.paths ?? [];
  }

  /** Answers for a page. Never rejects. */
  async page(path: string, reporter: Reporter): Promise<ServerResponse | Response> {
    try {
      if (this.#pages === undefined) throw new RequestError([notFound(`There is nothing at ${quoteShort(path)}.`)]);
      return await this.#pages.answer(path, this.#mount);
    } catch (error) {
      return this.#fail(error, reporter, NO_FIELDS, undefined);
    }
  }

  /** Finds the route of a request, if there is one. */
  find(method: string, path: string): Match | undefined {
    return this.#table.find(method, path);
  }

  /** Finds the route of a request. Throws a RequestError where there is none. */
  match(method: string, path: string): Match {
    return this.#table.match(method, path);
  }

  /**
   * Serves a request whose route is known. Never throws or rejects for what goes wrong: whatever does is an error
   * document. Where nothing has to be waited for, neither has the answer.
   *
   * @param deliver What becomes of the answer, in the same turn in which it is known: another promise for it costs more
   *   than most of what an answer is made of.
   * @param interrupt Takes what was delivered when the time is over; the promise gives undefined then, if anything.
   */
  handle<T>(
    { route, id }: Match,
    incoming: ServerRequest,
    deliver: (answer: ServerResponse | Response) => T,
    interrupt: (delivered: T) => void,
  ): T | Promise<T | undefined> {
    const state = new RequestState(incoming, id);
    const { info, options } = route.operation;
    const fail = (error: unknown) => deliver(this.#fail(error, incoming, state, info));
    let runner: Runner;
    let result: unknown;
    try {
      runner = this.#runner(route);
      result = runner.run(state);
    } catch (error) {
      return fail(error);
    }
    const finish = (given: unknown) => {
      if (given instanceof RequestError) return fail(given);
      let answer: ServerResponse | Response;
      try {
        answer = runner.finish(given, state);
      } catch (error) {
        return fail(error);
      }
      return deliver(answer);
    };
    if (!isPromise(result)) return finish(result);
    return withDeadline(result, options.timeout ?? this.#timeout, state, info, { finish, fail, interrupt });
  }

  /** Answers a request that no route serves. */
  async refuse(incoming: ServerRequest): Promise<ServerResponse> {
    const state = new RequestState(incoming, "");
    const { path } = incoming;
    try {
      await negotiate(state);
      const { table } = await this.#viewOf(incoming);
      table.match(incoming.method, path);
      throw new RequestError([notFound(`There is nothing at ${quoteShort(path)}.`)]); // a route, but the framework did not take it
    } catch (error) {
      return this.#fail(error, incoming, NO_FIELDS, undefined);
    }
  }

  /** An error that arose outside of any operation, as an error document. */
  fail(error: unknown, reporter: Reporter): ServerResponse {
    return this.#fail(error, reporter, NO_FIELDS, undefined);
  }

  /** Ends the streams that rpc handlers returned, so that the server can close. */
  close(): void {
    this.#streams.close();
  }

  get #views(): Views {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  /** What a caller sees who is not served: what they may not know of must not be told by what else is wrong. */
  async #viewOf(incoming: ServerRequest): Promise<View> {
    if (this.#views.isOne) return this.#views.least;
    try {
      return this.#views.of(await incoming.makeContext());
    } catch {
      return this.#views.least;
    }
  }

  #runner(route: Route): Runner {
    const known = this.#runners.get(route);
    if (known !== undefined) return known;
    const { operation } = route;
    const runner =
      operation.info.kind === "rpc"
        ? new CompiledRpc(operation, compileReadId(operation), this.limits.bodySize, this.#streams)
        : new CompiledOperation(operation, this.#views);
    this.#runners.set(route, runner);
    return runner;
  }

  #fail(
    error: unknown,
    reporter: Reporter,
    fields: ErrorContext,
    operation: OperationInfo | undefined,
  ): ServerResponse {
    const problems = errorObjectsOf(error, fields);
    const own = headersOf(error);
    const headers = own === NO_HEADERS ? DOCUMENT_HEADERS : withOwn(own);
    if (problems !== undefined) return errorResponse(problems, headers);
    const id = crypto.randomUUID();
    report(reporter, { error, id, operation });
    return errorResponse([internalError(id)], headers);
  }
}

const DEFAULT_TIMEOUT = 30_000;

/** The headers of an error document, with those that the error gives. */
function withOwn(own: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { ...DOCUMENT_HEADERS };
  for (const [given, value] of Object.entries(own)) {
    const name = given.toLowerCase();
    headers[name] = name === "vary" ? mergeVary(headers.vary ?? "", value) : value;
  }
  return headers;
}
