import type { ContextFactory } from "../define/types/context.js";
import type { Router } from "../define/model/router.js";
import type { RoutesRecord } from "../define/types/routes.js";
import { UNDECODABLE_PATH } from "../protocol/errors/http-error.js";
import { type ErrorObject, notFound, RequestError } from "../protocol/errors/request-error.js";
import { quoteShort } from "../protocol/text/json-text.js";
import { HOST, TRANSFER_ENCODING } from "../wire/headers.js";
import { mountPath, pathBelow, canonicalPath, targetError } from "../server/request-target.js";
import { checkOptionNames } from "../define/model/names.js";
import {
  SERVICE_OPTIONS,
  type ContextOption,
  type WithoutOptions,
  type InternalError,
  type ServiceOptions,
} from "../server/options.js";
import { logToConsole } from "../server/report.js";
import { Service } from "../server/serve/service.js";
import { FetchServerRequest } from "./fetch-server-request.js";

export interface FetchHandlerOptions extends ServiceOptions {
  /** The mount point's path, such as `/api`. Default: the root. */
  readonly prefix?: string;
  /**
   * Called for every error of the server. It may be asynchronous, but is not awaited. If it fails, both errors are written
   * to the console. Default: `console.error`.
   */
  readonly onError?: (error: InternalError) => void;
  /**
   * Abort it when the server closes: the signals of all rpc streams are aborted, and a stream that has not ended a
   * second later is broken off. Other requests are still served. Default: none.
   */
  readonly signal?: AbortSignal;
}

/** The context. An interface without type arguments, because a message would print all of those of a request. */
interface FetchContext {
  readonly context: ContextFactory<Request>;
}

/** Serves a Fetch request. Never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves an API as one function from `Request` to `Response`: for Hono, Next, Bun, Deno and workers, and in-process as
 * the `fetch` of `createClient`.
 *
 * @param api The router.
 * @param options `prefix`, `context` (made by `t.context`), limits, `onError`.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { fetchHandler } from "trestle/fetch";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
 *
 * const handle = fetchHandler(api, { prefix: "/api" });
 * const response = await handle(new Request("http://localhost/api/notes/1"));
 * if (response.status !== 200) throw new Error("unreachable");
 * ```
 */
export function fetchHandler<TRoutes extends RoutesRecord, TNeedsContext extends boolean>(
  api: Router<TRoutes, TNeedsContext>,
  options:
    | (FetchHandlerOptions & ContextOption<FetchContext, TNeedsContext>)
    | (TNeedsContext extends true ? never : undefined),
): FetchHandler;
export function fetchHandler<TRoutes extends RoutesRecord, TNeedsContext extends boolean>(
  this: WithoutOptions<TNeedsContext>,
  api: Router<TRoutes, TNeedsContext>,
): FetchHandler;
export function fetchHandler(
  api: Router<RoutesRecord>,
  options: FetchHandlerOptions & Partial<FetchContext> = {},
): FetchHandler {
  checkOptionNames("fetchHandler", options, {
    ...SERVICE_OPTIONS,
    prefix: true,
    context: true,
    onError: true,
    signal: true,
  });
  const { prefix = "", context, onError = logToConsole, signal, ...rest } = options;
  const mount = mountPath(prefix);
  const service = new Service(api, mount, rest, signal);
  const { table, limits } = service.shared;
  const pages = new Set(service.pagePaths);

  return async (request) => {
    const [path, query] = splitUrl(request.url);
    const sent = pathBelow(path, mount);
    const below = sent && canonicalPath(sent);
    const { bodySize } = limits;
    const serverRequest = new FetchServerRequest(request, below ?? path, query, context, bodySize, onError);
    const refused = (error: ErrorObject) =>
      serverRequest.payloadOf(service.fail(new RequestError([error]), serverRequest));
    const invalid = targetError(request.url, serverRequest.header(HOST), serverRequest.header(TRANSFER_ENCODING));
    if (invalid !== undefined) return refused(invalid);
    if (below === undefined)
      return refused(notFound(`The path is outside the API, which is served below ${quoteShort(mount)}.`));
    if (pages.has(below) && (request.method === "GET" || request.method === "HEAD")) {
      return serverRequest.payloadOf(await service.page(below, serverRequest));
    }
    try {
      return await service.handle(table.match(request.method, below), serverRequest);
    } catch (error) {
      // Like frameworks, check the encoding of the path first.
      const isNegotiated = error instanceof RequestError && !error.errors.includes(UNDECODABLE_PATH);
      const response = isNegotiated ? await service.handleUnmatched(serverRequest) : service.fail(error, serverRequest);
      return serverRequest.payloadOf(response);
    }
  };
}

/** Splits the URL without `new URL`, which would normalise the path. */
function splitUrl(url: string): [path: string, query: string] {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const question = url.indexOf("?", start);
  return question === -1 ? [url.slice(start), ""] : [url.slice(start, question), url.slice(question + 1)];
}
