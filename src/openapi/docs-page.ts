import type { OpenapiServer } from "./document/document.js";
import { fileModule } from "./file-module.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF } from "../wire/headers.js";
import { CSS, HTML, JAVASCRIPT } from "../wire/media-types.js";

/** The path of the page below the mount point. It refers to its assets by relative paths below it. */
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
 * Finds the folder with the page's files.
 *
 * @throws {TypeError} If the folder is missing.
 */
export function docsDirectory(): string {
  // Imported by a name at run time, so that bundlers for runtimes without files ignore it.
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

/** Returns the page or one of its files. Its requests may go to `servers` and to its own origin. */
export async function docsAsset(path: string, directory: string, servers: readonly OpenapiServer[]): Promise<Response> {
  if (path === DOCS_PAGE) {
    return respond(PAGE, HTML, {
      "content-security-policy": contentSecurityPolicy(servers),
      [CACHE_CONTROL]: "no-cache",
    });
  }
  if (path === SCRIPT) return respond(START, JAVASCRIPT, CACHED);
  const type = FILES.get(path);
  if (type === undefined) throw new TypeError(`openapiPages: ${path} is not a page.`);
  const file = await fileModule("openapiPages").readFile(`${directory}${path.replace("/docs/", "")}`);
  return respond(new Uint8Array(file), type, CACHED);
}

const CACHED = { [CACHE_CONTROL]: "public, max-age=3600" };

function respond(body: BodyInit, type: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { [CONTENT_TYPE]: type, [CONTENT_TYPE_OPTIONS]: NOSNIFF, ...headers } });
}

/** No inline scripts and no other origins. Swagger UI's style sheet contains images as data URLs. */
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
