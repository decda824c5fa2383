import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Router } from "../define/model/router.js";
import type { ContextFactory } from "../define/types/context.js";
import type { RoutesRecord } from "../define/types/routes.js";
import { isClientError } from "../protocol/errors/error-document.js";
import { httpError } from "../protocol/errors/http-error.js";
import { RequestError } from "../protocol/errors/request-error.js";
import { mountPath } from "../server/request-target.js";
import { checkOptionNames } from "../define/model/names.js";
import { SERVICE_OPTIONS, type ContextOption, type WithoutOptions, type ServiceOptions } from "../server/options.js";
import { isPromise } from "../protocol/maybe-promise.js";
import type { Match } from "../server/router.js";
import { Service } from "../server/serve/service.js";
import { addContentTypeParsers, showUnparsable } from "./content-type.js";
import { Connections } from "./connections.js";
import { closeIdleLater, whenAccepted } from "./drain.js";
import { FastifyServerRequest, type Mounted, pathBelowMount, removeResponseHeaders } from "./fastify-server-request.js";
import { decodedPrefix, pathOfPrefix } from "./prefix.js";
import { routeConfig, bodyLimitOf, sharedRoutes } from "./shared-routes.js";
import { TempFolder } from "./temp-files.js";
import { replaceUnknownMethod, restoreMethod } from "./unknown-method.js";

export interface FastifyPluginOptions extends ServiceOptions {
  /**
   * Whether unknown paths below the mount point get a JSON:API error document. Default true. Without a prefix, these are all
   * unknown paths of the app: set false to keep the app's own not-found handler.
   */
  readonly notFound?: boolean;
  /**
   * `"each"`, the default: every operation is on a route of its own, which hooks, tracing and Fastify's other plugins
   * know by its URL. `"one"`: one route `/*` serves all operations, and Trestle finds the operation in its own table. Hooks then see `/*` in
   * `request.routeOptions`. An operation with a `bodySize` keeps its own route. An API of hundreds of operations starts in about half the
   * time, which helps functions that are started often.
   */
  readonly routes?: "each" | "one";
  /**
   * Milliseconds for which `app.close()` leaves idle connections open, so that a proxy rarely loses a request. Make it longer than the
   * `keepalive_timeout` of the proxy's upstream. New connections are refused within 0.1 s. It has no effect over HTTP/2. Default: 0.
   */
  readonly drain?: number;
}

/** The context. An interface without type arguments, because a message would print all of those of a request. */
interface FastifyContext {
  readonly context: ContextFactory<FastifyRequest>;
}

/**
 * Serves an API as a Fastify 5 plugin: each operation on a real route, so that hooks, compression and tracing work as for
 * any other. Its content-type parser and its error handling are its own; nothing of them reaches the rest of the app.
 *
 * @param api The router.
 * @param options `context` (made by `t.context`), limits, `baseUrl`.
 * @returns A plugin, to be registered with Fastify's own `prefix`.
 *
 * @example
 * ```ts
 * import Fastify from "fastify";
 * import { trestle } from "trestle";
 * import { fastifyPlugin, serverOptions } from "trestle/fastify";
 * import { z } from "zod";
 *
 * const t = trestle<{ user: string | undefined }>();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.getOne(({ id, ctx }) => ({ id, text: `Hello ${ctx.user}` }))) });
 *
 * const app = Fastify(serverOptions);
 * const context = t.context((request: { headers: { authorization?: string } }) => ({ user: request.headers.authorization }));
 * await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
 *
 * const response = await app.inject({ url: "/api/notes/1", headers: { authorization: "Ann" } });
 * if (response.statusCode !== 200) throw new Error("unreachable");
 * ```
 */
export function fastifyPlugin<TRoutes extends RoutesRecord, TNeedsContext extends boolean>(
  api: Router<TRoutes, TNeedsContext>,
  options:
    | (FastifyPluginOptions & ContextOption<FastifyContext, TNeedsContext>)
    | (TNeedsContext extends true ? never : undefined),
): FastifyPluginAsync;
export function fastifyPlugin<TRoutes extends RoutesRecord, TNeedsContext extends boolean>(
  this: WithoutOptions<TNeedsContext>,
  api: Router<TRoutes, TNeedsContext>,
): FastifyPluginAsync;
export function fastifyPlugin(
  api: Router<RoutesRecord>,
  options: FastifyPluginOptions & Partial<FastifyContext> = {},
): FastifyPluginAsync {
  checkOptionNames("fastifyPlugin", options, {
    ...SERVICE_OPTIONS,
    context: true,
    notFound: true,
    routes: true,
    drain: true,
  });
  const { context, notFound = true, routes: routeMode = "each", drain = 0, ...rest } = options;

  const plugin: FastifyPluginAsync = async (app) => {
    const mount = mountPath(pathOfPrefix(app.prefix));
    const service = new Service(api, mount, rest);
    const { limits, table } = service.shared;
    const { http2 = false, https = false } = app.initialConfig;
    const connections = Connections.of(app.server, https !== false, http2);
    const folder = new TempFolder();
    const mounted: Mounted = { mount, context, folder, connections };
    if (http2) {
      app.server.off("request", replaceUnknownMethod).prependListener("request", replaceUnknownMethod); // once for all APIs
      app.addHook("onRequest", ({ raw }, _reply, done) => {
        restoreMethod(raw);
        done();
      });
    }
    addContentTypeParsers(app, limits.bodySize);

    addLifecycle(app, service, mounted, drain);

    const handle = (match: Match, request: FastifyServerRequest, reply: FastifyReply) => {
      const sent = request.targetError ? refusedTarget(request) : service.handle(match, request);
      // Fastify sends what the promise resolves to, so asynchronous hooks and tracing see the whole request.
      if (isPromise(sent)) return sent;
      reply.send(sent); // and not returned: a head that cannot be written would then be an unhandled rejection behind an async hook
      return undefined;
    };
    const fail = (error: unknown, request: FastifyServerRequest) => request.payloadOf(service.fail(error, request));
    const refusedTarget = (request: FastifyServerRequest) => {
      const error = request.targetError;
      return error && fail(new RequestError([error]), request);
    };
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      showUnparsable(request.raw);
      const serverRequest = new FastifyServerRequest(request, reply, mounted);
      return refusedTarget(serverRequest) ?? serverRequest.payloadOf(await service.handleUnmatched(serverRequest));
    };

    const { routes } = table;
    const ownRoutes =
      routeMode === "each" ? routes : routes.filter(({ operation }) => operation.options.bodySize !== undefined);
    for (const { url, bodyLimit, methods } of sharedRoutes(ownRoutes, limits)) {
      app.route<{ Params: { id?: string } }>({
        method: [...methods.keys()],
        url,
        bodyLimit,
        exposeHeadRoute: false, // independent of the app's default
        config: routeConfig(({ method }) => methods.get(method)),
        handler: (request, reply) => {
          const { id } = request.params;
          const route = methods.get(request.method);
          // Fastify's routes also match an empty id, which is not valid.
          if (id === "" || route === undefined) return refuse(request, reply);
          return handle({ route, id: id ?? "" }, new FastifyServerRequest(request, reply, mounted), reply);
        },
      });
    }

    if (routeMode === "one") {
      app.route({
        method: [...new Set(["HEAD", ...routes.map(({ method }) => method)])],
        url: "/*",
        bodyLimit: bodyLimitOf(limits.bodySize),
        exposeHeadRoute: false,
        config: routeConfig((request) => table.find(request.method, pathBelowMount(request, mount))?.route),
        handler: (request, reply) => {
          const serverRequest = new FastifyServerRequest(request, reply, mounted);
          const match = table.find(request.method, serverRequest.path);
          if (match !== undefined) return handle(match, serverRequest, reply);
          return notFound ? refuse(request, reply) : reply.callNotFound();
        },
      });
    }

    const { initialConfig: config } = app;
    const isLoose = [config, Object(config).routerOptions].some((each) => each?.ignoreTrailingSlash); // then one route takes both
    for (const path of service.pagePaths.filter((each) => !(isLoose && each.endsWith("/")))) {
      app.route({
        method: ["GET", "HEAD"],
        url: path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const serverRequest = new FastifyServerRequest(request, reply, mounted);
          return refusedTarget(serverRequest) ?? serverRequest.payloadOf(await service.page(path, serverRequest));
        },
      });
    }

    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const clientError = clientErrorOf(error, error?.statusCode ?? reply.statusCode);
      removeResponseHeaders(reply);
      reply.send(fail(clientError, new FastifyServerRequest(request, reply, mounted)));
    });
    if (notFound) app.setNotFoundHandler(refuse);
  };
  return withDecodedPrefix(plugin);
}

/** Begins to read live notices when the app listens, and ends what is open when it closes. */
function addLifecycle(app: FastifyInstance, { shared }: Service, mounted: Mounted, drain: number): void {
  const { streams, live } = shared;
  app.addHook("onListen", async () => live?.begin());
  app.addHook("preClose", (done) => {
    mounted.connections.close();
    if (drain > 0 && !app.initialConfig.http2) closeIdleLater(app.server, drain);
    streams.close();
    whenAccepted(app.server, done);
  });
  app.addHook("onClose", () => mounted.folder.emptied());
  app.addHook("onClose", async () => live?.settled());
}

/** Registers a plugin under its prefix as Fastify's router compares it, so that an encoded prefix matches too. */
function withDecodedPrefix(plugin: FastifyPluginAsync): FastifyPluginAsync {
  const register: FastifyPluginAsync<{ readonly prefix?: string }> = async (app, options) => {
    await app.register(plugin, { ...options, prefix: decodedPrefix(options.prefix ?? "") });
  };
  // Fastify passes the prefix to such a plugin, but does not apply it.
  return Object.assign(register, { [Symbol.for("skip-override")]: true });
}

/**
 * Converts an error of Fastify or of a hook, if it has a 4xx status, or a 503 for a busy server.
 *
 * @param status The error's status, or the one that the hook set with `reply.code`.
 */
function clientErrorOf(error: FastifyError, status: number): unknown {
  if (isClientError(error)) return error;
  if (status === 503) return new RequestError([httpError(status, "The server is too busy. Try again later.")]);
  return status >= 400 && status < 500 ? new RequestError([httpError(status, error.message)]) : error;
}
