import { routerSpec } from "../define/model/router.js";
import type { Mount, Pages } from "../server/pages.js";
import type { OpenapiDocument } from "./document/document.js";
import { DOCS_ASSETS, DOCS_PAGE, docsAsset, docsDirectory } from "./docs-page.js";
import { openapi } from "./openapi.js";
import type { OpenapiOptions } from "./options.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../wire/headers.js";
import { JSON_TEXT } from "../wire/media-types.js";

/** The options of `openapiPages`. */
export interface OpenapiPagesOptions extends OpenapiOptions {
  /**
   * The page at `{mount}/docs` that shows the API. `true`, the default: Trestle's own page. `"swagger-ui"`: Swagger UI, from
   * the package `swagger-ui-dist`, which you install. `false`: no page.
   */
  readonly docs?: boolean | "swagger-ui";
}

const DOCUMENT = "/openapi.json";
const SCRIPT = `${DOCS_PAGE}/try.js`;

/**
 * Serves the description of an API: the document at `{mount}/openapi.json`, and at `{mount}/docs` a page to read it and to
 * try it out. Both show a caller only the fields that they may see. They are made at the first request, and cached. The page
 * works without scripts, runs no inline script, and loads nothing from other origins.
 *
 * @param api The router.
 * @param options The options of `openapi`; the defaults of `servers`, `limits` and `links` are the adapter's. `docs` chooses the page.
 * @returns The value for an adapter's option `pages`.
 * @throws {TypeError} If `docs` is `"swagger-ui"` and `swagger-ui-dist` is not installed.
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
  if (![true, false, "swagger-ui"].includes(docs))
    throw new TypeError(`openapiPages: docs is ${JSON.stringify(docs)}. Write true, false or "swagger-ui".`);
  const directory = docs === "swagger-ui" ? docsDirectory() : "";
  const views = new WeakMap<object, Map<string, View>>();

  /** An error is cached too: the same API fails each time, and anyone may request the document. */
  function viewOf({ url, limits, links, live, seenBy }: Mount): View {
    const seen = seenBy(api);
    const known = views.get(seen) ?? new Map<string, View>();
    views.set(seen, known);
    const view =
      known.get(url) ??
      new View(() => {
        const servers = [{ url: url === "" ? "/" : url }];
        return openapi(seen, { servers, limits, links, live, ...rest });
      });
    known.set(url, view);
    return view;
  }

  const page = docs === true ? [DOCS_PAGE, SCRIPT] : docs === "swagger-ui" ? [DOCS_PAGE, ...DOCS_ASSETS] : [];
  return {
    document: DOCUMENT,
    ...(docs && { docs: DOCS_PAGE }),
    paths: [DOCUMENT, ...page],
    async answer(path, mount) {
      if (path === DOCUMENT) return jsonResponse(await viewOf(mount).json());
      if (docs === "swagger-ui") return docsAsset(path, directory, rest.servers ?? []);
      const { pageResponse, scriptResponse } = await import("./page/page-response.js");
      return path === SCRIPT ? scriptResponse() : pageResponse(await viewOf(mount).page(), rest.servers ?? []);
    },
  };
}

/** The description of an API as some callers see it, in the forms that were requested. */
class View {
  readonly #describe: () => OpenapiDocument;
  #document: Promise<OpenapiDocument> | undefined;
  #json: Promise<string> | undefined;
  #page: Promise<string> | undefined;

  constructor(describe: () => OpenapiDocument) {
    this.#describe = describe;
  }

  json(): Promise<string> {
    this.#json ??= this.#made().then((document) => JSON.stringify(document));
    return this.#json;
  }

  page(): Promise<string> {
    this.#page ??= Promise.all([this.#made(), import("./page/api-page.js")]).then(([document, { apiPage }]) =>
      apiPage(document),
    );
    return this.#page;
  }

  #made(): Promise<OpenapiDocument> {
    this.#document ??= new Promise((resolve) => resolve(this.#describe()));
    return this.#document;
  }
}

function jsonResponse(text: string): Response {
  return new Response(text, {
    headers: {
      [CONTENT_TYPE]: JSON_TEXT,
      [CACHE_CONTROL]: "no-cache",
      [CONTENT_TYPE_OPTIONS]: NOSNIFF,
    },
  });
}
