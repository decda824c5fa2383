import type { RouterSpec } from "../define/model/router.js";
import type { Limits } from "../protocol/limits.js";

/** Where an API is served, for pages that show it. */
export interface Mount {
  /** The start of every link: the base URL, if any, and the mount point. */
  readonly url: string;
  readonly limits: Limits;
  /** The links that documents contain. */
  readonly links: "all" | "document";
  /** Whether plain JSON is served as well. */
  readonly plain: boolean;
  /** Whether live notices are served. */
  readonly live: boolean;
  /** The API as the caller sees it: without the fields that are hidden from them. An API that is not served here is returned unchanged. */
  readonly seenBy: (api: object) => object;
}

/**
 * Pages that an adapter serves by GET, in addition to the operations. The server does not import their code, so only
 * applications that use pages load it.
 */
export interface Pages {
  /** The paths of the pages below the mount point: `/openapi.json`. */
  readonly paths: readonly string[];
  /** The path of the API's description, to which the entry point links. */
  readonly document?: string;
  /** The path of the page that shows the description, to which the entry point links. */
  readonly docs?: string;
  /** Returns the response for a page. If it throws, the client gets a 500, and the error is logged. */
  answer(path: string, mount: Mount): Promise<Response>;
}

/** Throws if a resource or an action of the API would have the path of a page. */
export function requireFreePaths(paths: readonly string[], { resources, actions }: RouterSpec): void {
  const names = [...resources.keys(), ...actions.map(({ info }) => info.action)];
  const taken = names.find((name) => paths.includes(`/${name}`));
  if (taken === undefined) return;
  const use = "Rename it, or serve pages without this path: openapiPages(api, { docs: false }).";
  throw new TypeError(`The option pages serves "/${taken}", but the router has a "${taken}", too. ${use}`);
}
