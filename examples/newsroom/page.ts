import { createHash } from "node:crypto";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

/** A page as it is sent: index.html, and its assets by path. */
interface Page {
  readonly html: string;
  readonly policy: string;
  readonly assets: ReadonlyMap<string, string | Uint8Array>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

// Each view has an address of its own, so that reloading and bookmarks work; web/router/route.ts tells them apart.
const VIEWS = ["/", "/articles/new", "/articles/:id", "/articles/:id/edit"];

/**
 * Serves the back office at the root. Vite builds it in memory when somebody first asks for it: no files that could
 * be stale, and a server that only answers its API never loads Vite.
 */
export async function backOffice(server: FastifyInstance): Promise<void> {
  let page: Promise<Page> | undefined;
  const built = () => {
    page ??= buildPage().catch((error: unknown) => {
      page = undefined; // the next request tries again, perhaps of a mended source
      throw error;
    });
    return page;
  };

  for (const view of VIEWS) {
    server.get(view, async (_request, reply) => {
      const { html, policy } = await built();
      reply.headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
      return reply.headers({ "content-security-policy": policy, "x-content-type-options": "nosniff" }).send(html);
    });
  }

  server.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const path = `assets/${request.params.name}`;
    const asset = (await built()).assets.get(path);
    if (asset === undefined) return reply.callNotFound();
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    // Their names change with what is in them.
    reply.headers({ "content-type": type, "cache-control": "public, max-age=31536000, immutable" });
    return reply.header("x-content-type-options", "nosniff").send(asset);
  });
}

async function buildPage(): Promise<Page> {
  const { build } = await import("vite");
  const root = fileURLToPath(new URL("web", import.meta.url));
  const result = await build({ root, logLevel: "warn", build: { write: false } });
  if (!("output" in result)) throw new Error("Vite answered something other than one build.");

  const files = new Map(
    result.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source] as const),
  );
  const html = String(files.get("index.html"));
  return { html, policy: contentSecurityPolicy(html), assets: files };
}

/** Nothing from elsewhere, and of inline scripts only those that the page itself holds. */
function contentSecurityPolicy(html: string): string {
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(" ")}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
