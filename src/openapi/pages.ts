import { routerSpec } from "../define/model/router.js";
import type { Mount, Pages } from "../server/pages.js";
import type { OpenapiDocument } from "./document/document.js";
import { openapi } from "./openapi.js";
import type { OpenapiOptions } from "./options.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../wire/headers.js";
import { HTML, JAVASCRIPT, JSON_TEXT } from "../wire/media-types.js";

/** The options of `openapiPages`. */
export interface OpenapiPagesOptions extends OpenapiOptions {
  /** Whether there is a page at `{mount}/docs` that shows the API. Default: true. */
  readonly docs?: boolean;
}

const DOCUMENT = "/openapi.json";
const DOCS_PAGE = "/docs";
const SCRIPT = "/docs/filter.js"; // relative to the page, as in page/index-page.ts

/**
 * Serves the description of an API: the document at `{mount}/openapi.json`, and at `{mount}/docs` a page to read it. Both show a caller only the fields that they may see. They are made at the first request, and cached. The page
 * works without scripts, runs no inline script, and loads nothing from other origins.
 *
 * @param api The router.
 * @param options The options of `openapi`; the defaults of `servers`, `limits` and `links` are the adapter's. `docs: false` leaves out the page.
 * @returns The value for an adapter's option `pages`.
 * @throws {TypeError} If `t.router` did not make `api`.
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
  if (typeof docs !== "boolean")
    throw new TypeError(`openapiPages: docs is ${JSON.stringify(docs)}. Write true or false.`);
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

  return {
    document: DOCUMENT,
    ...(docs && { docs: DOCS_PAGE }),
    paths: docs ? [DOCUMENT, DOCS_PAGE, SCRIPT] : [DOCUMENT],
    async answer(path, mount) {
      if (path === DOCUMENT) return respond(await viewOf(mount).json(), JSON_TEXT);
      if (path === SCRIPT) return respond((await import("./page/filter-script.js")).FILTER_SCRIPT, JAVASCRIPT);
      const { contentSecurityPolicy } = await import("./page/style.js");
      const headers = { "content-security-policy": await contentSecurityPolicy() };
      return respond(await viewOf(mount).page(), HTML, headers);
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
    this.#page ??= Promise.all([this.#made(), import("./page/index-page.js")]).then(([document, { indexPage }]) =>
      indexPage(document),
    );
    return this.#page;
  }

  #made(): Promise<OpenapiDocument> {
    this.#document ??= new Promise((resolve) => resolve(this.#describe()));
    return this.#document;
  }
}

function respond(text: string, type: string, headers?: Readonly<Record<string, string>>): Response {
  const own = { [CONTENT_TYPE]: type, [CACHE_CONTROL]: "no-cache", [CONTENT_TYPE_OPTIONS]: NOSNIFF };
  return new Response(text, { headers: { ...own, ...headers } });
}
