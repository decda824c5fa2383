import { madeOnce } from "../schema/made-once.js";
import { methodOf, type OperationSpec } from "../define/model/operation.js";
import type { HttpMethod } from "../define/types/operation-info.js";
import { operationsOf, type RouterSpec, type RoutesSpec } from "../define/model/router.js";
import { urlPattern } from "../define/model/url-path.js";
import { httpError, UNDECODABLE_PATH } from "../protocol/errors/http-error.js";
import { type ErrorObject, errorObject, notFound, RequestError } from "../protocol/errors/request-error.js";
import { quoteShort } from "../protocol/text/json-text.js";
import { MAX_ID_LENGTH } from "../schema/formats.js";
import { ALLOW } from "../wire/headers.js";

export interface Route {
  readonly method: HttpMethod;
  /** Segments below the mount point; `:id` stands for the resource's id. */
  readonly segments: readonly string[];
  readonly operation: OperationSpec;
}

/** The route that matches a request, with the id in its path. */
export interface Match {
  readonly route: Route;
  readonly id: string;
}

type Methods = Map<string, Route>;

/** The length of the longest registered method. Over HTTP/2, a client can send any word. */
const MAX_METHOD_LENGTH = 20;

const UPDATES: ReadonlySet<string> = new Set(["POST", "PATCH", "DELETE"]);

/** Every route of an API, and the errors for requests that no route matches. */
export class RouteTable {
  readonly routes: readonly Route[];
  readonly #resources: ReadonlyMap<string, RoutesSpec>;
  /** By path, with `:id` for the id: `users`, `users/:id`, `users/:id/articles`. */
  readonly #byPath = new Map<string, Methods>();

  /** The actions of collections, whose name is where other paths have an id. */
  readonly #actions = new Map<string, Methods>();

  constructor(router: RouterSpec) {
    this.#resources = router.resources;
    this.routes = [...operationsOf(router), ...(router.atomic ? [router.atomic.operation] : [])].map(routeOf);
    for (const route of this.routes) {
      const path = route.segments.join("/");
      const routes = route.operation.info.place === "collection" ? this.#actions : this.#byPath;
      madeOnce(routes, path, () => new Map<string, Route>()).set(route.method, route);
    }
  }

  /**
   * The route of a request.
   *
   * @param path The path below the mount point, percent-encoded, with its leading slash.
   * @throws {RequestError} 404 for an unknown path, 405 with `Allow` for another method, 403 for an update of a resource or a
   *   relationship that does not support it (JSON:API 1.1, "Updating Resources").
   */
  match(method: string, path: string): Match {
    const segments = decodePath(path);
    const match = this.findAt(method, segments);
    if (match !== undefined) return match;
    const methods = [...(this.#methodsAt(segments) ?? []), ...(this.#actionsAt(segments) ?? [])];
    throw this.#error(method, path, segments, methods.length === 0 ? undefined : new Map(methods));
  }

  /** Like `match`, but returns undefined if no route matches. @throws {RequestError} If the path cannot be decoded. */
  find(method: string, path: string): Match | undefined {
    return this.findAt(method, decodePath(path));
  }

  /** Like `find`, for the decoded segments of a path. */
  findAt(method: string, segments: readonly string[]): Match | undefined {
    const name = method === "HEAD" ? "GET" : method;
    const action = this.#actionsAt(segments)?.get(name);
    if (action !== undefined) return { route: action, id: "" };
    const route = this.#methodsAt(segments)?.get(name);
    const id = segments[1] ?? "";
    if (route !== undefined && id.length > MAX_ID_LENGTH) throw new RequestError([ID_TOO_LONG]);
    return route && { route, id };
  }

  #actionsAt(segments: readonly string[]): Methods | undefined {
    if (this.#actions.size === 0 || segments.some(hasSlash)) return undefined;
    return this.#actions.get(segments.join("/"));
  }

  #methodsAt(segments: readonly string[]): Methods | undefined {
    const [type = "", id, ...rest] = segments;
    if (id === "" || hasSlash(type) || rest.some(hasSlash)) return undefined;
    return this.#byPath.get(id === undefined ? type : [type, ":id", ...rest].join("/"));
  }

  #error(method: string, path: string, segments: readonly string[], methods: Methods | undefined): RequestError {
    const [type = "", , first, name = ""] = segments;
    if (
      first === "relationship" &&
      segments.length === 4 &&
      UPDATES.has(method) &&
      this.#resources.get(type)?.resource.relationships.has(name)
    ) {
      const detail = `The relationship "${type}.${name}" does not support ${method}.`;
      return new RequestError([errorObject("relationship_update_not_allowed", detail)]);
    }
    if (methods === undefined) return new RequestError([notFound(`No route matches ${quoteShort(path)}.`)]);
    const allowed = [...methods.keys()].flatMap((allow) => (allow === "GET" ? ["GET", "HEAD"] : [allow]));
    const error =
      method === "PATCH" && segments.length === 2
        ? errorObject("update_not_allowed", `Resources of type "${type}" cannot be edited.`)
        : methodNotAllowed(method, path, allowed);
    return new RequestError([error], { [ALLOW]: allowed.join(", ") });
  }
}

export { MAX_ID_LENGTH };

export const ID_TOO_LONG: ErrorObject = httpError(404, "No resource has an id as long as this.");

function routeOf(operation: OperationSpec): Route {
  return { method: methodOf(operation), segments: urlPattern(operation).segments, operation };
}

/** An encoded slash is part of a segment, and must not separate two segments. */
function hasSlash(segment: string): boolean {
  return segment.includes("/");
}

/** @throws {RequestError} If the path cannot be decoded. */
export function decodePath(path: string): string[] {
  try {
    return path.replace(/^\//, "").split("/").map(decodeURIComponent);
  } catch {
    throw new RequestError([UNDECODABLE_PATH]);
  }
}

/** The error for a method that a path does not allow. */
export function methodNotAllowed(method: string, path: string, allowed: readonly string[]): ErrorObject {
  const shown = method.length > MAX_METHOD_LENGTH ? quoteShort(method, MAX_METHOD_LENGTH) : method;
  const detail = `${shown} is not served at ${quoteShort(path)}. ${allowed.join(", ")} ${allowed.length === 1 ? "is" : "are"}.`;
  return errorObject("method_not_allowed", detail);
}
