import type { OpenapiServer } from "./document.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS } from "../wire/headers.js";
import { CSS, HTML, JAVASCRIPT } from "../wire/media-types.js";

/** Where the page is, below the mount point. Its assets stand below it, and it refers to all by relative paths. */
export const DOCS_PAGE = "/docs";

const SCRIPT = "/docs/start.js";
const FILES: ReadonlyMap<string, string> = new Map([
  ["/docs/swagger-ui.css", CSS],
  ["/docs/swagger-ui-bundle.js", JAVASCRIPT],
]);

export const DOCS_ASSETS: readonly string[] = [SCRIPT, ...FILES.keys()];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API documentation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `"use strict";
SwaggerUIBundle({ url: "openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });
`;

/**
 * The folder that the page's files are in.
 *
 * @throws {TypeError} When there is none, or a resource's paths would be the page's.
 */
export function docsDirectory(resources: ReadonlyMap<string, unknown>): string {
  if (resources.has("docs")) {
    throw new TypeError('openapiPages: a resource is called "docs", where the page would be. Give docs: false.');
  }
  // By name at run time: a bundler for a runtime without files neither finds nor misses it.
  const modules = globalThis.process?.getBuiltinModule?.("node:module");
  if (modules === undefined) {
    throw new TypeError(
      "openapiPages: the page's files are read by Node, and this is another runtime. Give docs: false.",
    );
  }
  try {
    return modules
      .createRequire(import.meta.url)
      .resolve("swagger-ui-dist/package.json")
      .replace(/package\.json$/, "");
  } catch (cause) {
    throw new TypeError(
      "openapiPages: the documentation page needs the package swagger-ui-dist. Run `npm install swagger-ui-dist`, or give docs: false.",
      { cause },
    );
  }
}

/** Answers for the page or a file of it. `servers` are where its requests may go, besides where it comes from. */
export async function docsAsset(path: string, directory: string, servers: readonly OpenapiServer[]): Promise<Response> {
  if (path === DOCS_PAGE) {
    return respond(PAGE, HTML, {
      "content-security-policy": contentSecurityPolicy(servers),
      [CACHE_CONTROL]: "no-cache",
    });
  }
  if (path === SCRIPT) return respond(START, JAVASCRIPT, CACHED);
  const type = FILES.get(path);
  if (type === undefined) throw new TypeError(`openapiPages: there is no page ${path}.`);
  const { readFile } = await import("node:fs/promises");
  return respond(new Uint8Array(await readFile(`${directory}${path.replace("/docs/", "")}`)), type, CACHED);
}

const CACHED = { [CACHE_CONTROL]: "public, max-age=3600" };

function respond(body: BodyInit, type: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { [CONTENT_TYPE]: type, [CONTENT_TYPE_OPTIONS]: "nosniff", ...headers } });
}

/** Nothing inline, nothing from elsewhere; Swagger UI's own style sheet holds images as data. */
function contentSecurityPolicy(servers: readonly OpenapiServer[]): string {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? new URL(url).origin : []));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
