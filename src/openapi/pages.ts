import { routerSpec } from "../define/model/router.js";
import type { Mount, Pages } from "../server/pages.js";
import { madeOnce } from "../schema/made-once.js";
import { openapi } from "./openapi.js";
import type { OpenapiOptions } from "./document/options.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../wire/headers.js";
import { HTML, JAVASCRIPT, JSON_TEXT } from "../wire/media-types.js";

/** The options of `openapiPages`. */
export interface OpenapiPagesOptions extends OpenapiOptions {
  /**
   * Whether there is a page at `{mount}/docs` that shows the API. With `tryIt`, the page links to a page of your own that sends requests:
   * `{ tryIt: "/api/docs/try" }`. Default: true.
   */
  readonly docs?: boolean | { readonly tryIt: string };
}

const DOCUMENT = "/openapi.json";
const DOCS_PAGE = "/docs";
const SCRIPT = "/docs/filter.js"; // relative to the page, as in page/index-page.ts

/**
 * Serves the description of an API: the document at `{mount}/openapi.json`, and at `{mount}/docs` a page to read it. Both show a caller only the fields that they may see. They are made at the first request, and cached. The page
 * works without scripts, runs no inline script, and loads nothing from other origins.
 *
 * @param api The router.
 * @param options The options of `openapi`; the defaults of `servers`, `limits`, `links` and `plain` are the adapter's. `docs` says whether there is a page, and what it links to.
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
  const { tryIt } = Object(docs) as { readonly tryIt?: unknown };
  if (typeof docs !== "boolean" && typeof tryIt !== "string") {
    const received = JSON.stringify(docs);
    throw new TypeError(`openapiPages: docs is ${received}. Write true, false or { tryIt: "/api/docs/try" }.`);
  }
  const views = new WeakMap<object, Map<string, Promise<string>>>();

  /** The text of a page as some callers see it, made once. An error is kept too: the same API fails each time, and anyone may ask. */
  function textOf(path: string, mount: Mount): Promise<string> {
    const seen = mount.seenBy(api);
    const texts = madeOnce(views, seen, () => new Map<string, Promise<string>>());
    return madeOnce(texts, `${path} ${mount.url}`, () => (path === DOCUMENT ? documentOf(seen, mount) : pageOf(mount)));
  }

  async function documentOf(seen: object, { url, limits, links, plain, live }: Mount): Promise<string> {
    const { servers = [{ url: url === "" ? "/" : url }] } = rest;
    return JSON.stringify(openapi(seen, { limits, links, plain, live, ...rest, servers }));
  }

  async function pageOf(mount: Mount): Promise<string> {
    const [document, { indexPage }] = await Promise.all([textOf(DOCUMENT, mount), import("./page/index-page.js")]);
    return indexPage(JSON.parse(document), typeof tryIt === "string" ? tryIt : undefined);
  }

  return {
    document: DOCUMENT,
    ...(docs !== false && { docs: DOCS_PAGE }),
    paths: docs !== false ? [DOCUMENT, DOCS_PAGE, `${DOCS_PAGE}/`, SCRIPT] : [DOCUMENT],
    async answer(path, mount) {
      if (path === DOCUMENT) return respond(await textOf(path, mount), JSON_TEXT);
      if (path.endsWith("/")) return new Response(null, { status: 308, headers: { location: "../docs" } }); // the page's links are relative
      if (path === SCRIPT) return respond((await import("./page/filter-script.js")).FILTER_SCRIPT, JAVASCRIPT);
      const { contentSecurityPolicy } = await import("./page/style.js");
      const headers = { "content-security-policy": await contentSecurityPolicy() };
      return respond(await textOf(path, mount), HTML, headers);
    },
  };
}

function respond(text: string, type: string, headers?: Readonly<Record<string, string>>): Response {
  const standard = { [CONTENT_TYPE]: type, [CACHE_CONTROL]: "no-cache", [CONTENT_TYPE_OPTIONS]: NOSNIFF };
  return new Response(text, { headers: { ...standard, ...headers } });
}
