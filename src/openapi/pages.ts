import { routerSpec } from "../define/model/router.js";
import type { Mount, Pages } from "../server/pages.js";
import { DOCS_ASSETS, DOCS_PAGE, docsAsset, docsDirectory } from "./docs-page.js";
import { openapi } from "./openapi.js";
import type { OpenapiOptions } from "./options.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../wire/headers.js";
import { JSON_TEXT } from "../wire/media-types.js";

/** The options of `openapiPages`. */
export interface OpenapiPagesOptions extends OpenapiOptions {
  /**
   * Whether to also serve a documentation page: Swagger UI, from the package `swagger-ui-dist`, which you install. Default
   * true.
   */
  readonly docs?: boolean;
}

const DOCUMENT = "/openapi.json";

/**
 * Serves the description of an API: the document at `{mount}/openapi.json`, and at `{mount}/docs` a page to read it and to
 * try it out. The document is created at its first request, and cached. The page runs no inline script and loads nothing
 * from other origins.
 *
 * @param api The router.
 * @param options The options of `openapi`; the defaults of `servers`, `limits` and `links` are the adapter's. `docs: false` omits the page.
 * @returns The value for an adapter's option `pages`.
 * @throws {TypeError} If `swagger-ui-dist` is not installed, unless `docs` is false.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { fetchHandler } from "trestle/fetch";
 * import { openapiPages } from "trestle/openapi";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
 *
 * const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0" } });
 * const handle = fetchHandler(api, { prefix: "/api", pages });
 * const response = await handle(new Request("http://localhost/api/openapi.json"));
 * if (response.status !== 200) throw new Error("unreachable");
 * ```
 */
export function openapiPages(api: object, options: OpenapiPagesOptions): Pages {
  const { docs = true, ...rest } = options;
  routerSpec(api); // throws if `t.router` did not make it
  const directory = docs ? docsDirectory() : "";
  const documents = new Map<string, Promise<string>>();

  /** An error is cached too: the same API fails each time, and anyone may request the document. */
  function documentOf({ url, limits, links }: Mount): Promise<string> {
    const known = documents.get(url);
    if (known !== undefined) return known;
    const servers = [{ url: url === "" ? "/" : url }];
    const made = new Promise<string>((resolve) =>
      resolve(JSON.stringify(openapi(api, { servers, limits, links, ...rest }))),
    );
    documents.set(url, made);
    return made;
  }

  return {
    paths: [DOCUMENT, ...(docs ? [DOCS_PAGE, ...DOCS_ASSETS] : [])],
    async answer(path, mount) {
      if (path !== DOCUMENT) return docsAsset(path, directory, rest.servers ?? []);
      return new Response(await documentOf(mount), {
        headers: {
          [CONTENT_TYPE]: JSON_TEXT,
          [CACHE_CONTROL]: "no-cache",
          [CONTENT_TYPE_OPTIONS]: NOSNIFF,
        },
      });
    },
  };
}
