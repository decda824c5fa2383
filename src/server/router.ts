import { methodOf, type OperationSpec } from "../define/model/operation.js";
import type { HttpMethod } from "../define/types/operation-info.js";
import type { RoutesSpec } from "../define/model/router.js";
import { urlPattern } from "../define/model/url-path.js";
import { httpError, UNDECODABLE_PATH } from "../protocol/errors/http-error.js";
import { type ErrorObject, errorObject, notFound, RequestError } from "../protocol/errors/request-error.js";
import { quoteShort } from "../protocol/text/shown.js";
import { ALLOW } from "../wire/headers.js";

/** Where one operation is served. */
export interface Route {
  readonly method: HttpMethod;
  /** Segments below the mount point; `:id` stands for the resource's id. */
  readonly segments: readonly string[];
  readonly operation: OperationSpec;
}

/** A route that a request leads to, with the id in its path. */
export interface Match {
  readonly route: Route;
  readonly id: string;
}

type Methods = Map<string, Route>;

/** No method that is registered is longer; over HTTP/2, a client can make up any. */
const LONGEST_METHOD = 20;

const UPDATES: ReadonlySet<string> = new Set(["POST", "PATCH", "DELETE"]);

/** Every route of an API, and what is said of a request that none serves. */
export class RouteTable {
  readonly routes: readonly Route[];
  readonly #resources: ReadonlyMap<string, RoutesSpec>;
  /** By the segments behind the type, `:id` as it is: `users`, `users/:id`, `users/:id/articles`. */
  readonly #byPath = new Map<string, Methods>();

  constructor(resources: ReadonlyMap<string, RoutesSpec>) {
    this.#resources = resources;
    this.routes = [...resources.values()].flatMap(({ operations }) => operations.map(routeOf));
    for (const route of this.routes) {
      const path = route.segments.join("/");
      const methods = this.#byPath.get(path) ?? new Map<string, Route>();
      this.#byPath.set(path, methods.set(route.method, route));
    }
  }

  /**
   * The route of a request.
   *
   * @param path Below the mount point, as it came: percent-encoded, with its leading slash.
   * @throws {RequestError} 404 where nothing is served, 405 with `Allow` where other methods are, 403 for an update of a
   *   resource or of a declared relationship that is not supported (JSON:API 1.1, "Updating Resources").
   */
  match(method: string, path: string): Match {
    const match = this.find(method, path);
    if (match !== undefined) return match;
    const segments = decodePath(path);
    throw this.#refusal(method, path, segments, this.#methodsAt(segments));
  }

  /** As `match`, but undefined where no operation is served. @throws {RequestError} Where the path cannot be decoded. */
  find(method: string, path: string): Match | undefined {
    const segments = decodePath(path);
    const route = this.#methodsAt(segments)?.get(method === "HEAD" ? "GET" : method);
    const id = segments[1] ?? "";
    if (route !== undefined && id.length > MAX_ID_LENGTH) throw new RequestError([ID_TOO_LONG]);
    return route && { route, id };
  }

  #methodsAt(segments: readonly string[]): Methods | undefined {
    const [type = "", id, ...rest] = segments;
    // An encoded slash is part of a segment: it must not be read as one between two.
    if (id === "" || type.includes("/") || rest.some((name) => name.includes("/"))) return undefined;
    return this.#byPath.get(id === undefined ? type : [type, ":id", ...rest].join("/"));
  }

  #refusal(method: string, path: string, segments: readonly string[], methods: Methods | undefined): RequestError {
    const [type = "", , first, name = ""] = segments;
    if (
      first === "relationship" &&
      segments.length === 4 &&
      UPDATES.has(method) &&
      this.#resources.get(type)?.resource.relationships.has(name)
    ) {
      return new RequestError([relationshipUpdate(method, `${type}.${name}`)]);
    }
    if (methods === undefined) return new RequestError([notFound(`There is nothing at ${quoteShort(path)}.`)]);
    const allowed = [...methods.keys()].flatMap((allow) => (allow === "GET" ? ["GET", "HEAD"] : [allow]));
    const problem =
      method === "PATCH" && segments.length === 2 ? updateNotAllowed(type) : methodNotAllowed(method, path, allowed);
    return new RequestError([problem], { [ALLOW]: allowed.join(", ") });
  }
}

/** Fastify's router refuses a longer id: here, too, so that every adapter gives the same response. */
export const MAX_ID_LENGTH = 500;

export const ID_TOO_LONG: ErrorObject = httpError(404, "There is nothing with an id as long as this.");

function routeOf(operation: OperationSpec): Route {
  return { method: methodOf(operation), segments: urlPattern(operation).segments, operation };
}

function decodePath(path: string): string[] {
  try {
    return path.replace(/^\//, "").split("/").map(decodeURIComponent);
  } catch {
    throw new RequestError([UNDECODABLE_PATH]);
  }
}

function methodNotAllowed(method: string, path: string, allowed: readonly string[]): ErrorObject {
  const shown = method.length > LONGEST_METHOD ? quoteShort(method, LONGEST_METHOD) : method;
  const detail = `${shown} is not served at ${quoteShort(path)}. ${allowed.join(", ")} ${allowed.length === 1 ? "is" : "are"}.`;
  return errorObject("method_not_allowed", detail);
}

function updateNotAllowed(type: string): ErrorObject {
  const detail = `Resources of type "${type}" cannot be edited.`;
  return errorObject("update_not_allowed", detail);
}

function relationshipUpdate(method: string, name: string): ErrorObject {
  const detail = `The relationship "${name}" does not support ${method}.`;
  return errorObject("relationship_update_not_allowed", detail);
}
