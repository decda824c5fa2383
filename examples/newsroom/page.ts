import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codePage, codePolicy, isShown } from "./code-page.js";

/** A page as it is sent: index.html, and its assets by path. */
interface Page {
  readonly html: Body;
  readonly policy: string;
  readonly assets: ReadonlyMap<string, Body>;
}

/** The bytes of a file, also compressed: once, when the page is built. */
interface Body {
  readonly plain: Buffer;
  readonly brotli: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

// Each view has an address of its own, so that reloading and bookmarks work; web/router/route.ts tells them apart.
const VIEWS = ["/", "/articles/new", "/articles/:id(^\\d+$)", "/articles/:id(^\\d+$)/edit", "/two"];

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

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { html, policy } = await built();
    reply.headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
    reply.headers({ "content-security-policy": policy, "x-content-type-options": "nosniff" });
    return send(request, reply, html);
  };
  for (const view of VIEWS) server.get(view, sendPage);
  // An address of nothing: people get the page, which says so, and programs a short JSON.
  server.setNotFoundHandler((request, reply) => {
    reply.code(404);
    if (request.headers.accept?.includes("text/html")) return sendPage(request, reply);
    return reply.send({
      statusCode: 404,
      error: "Not Found",
      message: `${request.method} ${request.url} was not found.`,
    });
  });

  // The declarations that this server runs, as the page links to them.
  server.get<{ Params: { "*": string } }>("/code/*", async (request, reply) => {
    const name = request.params["*"];
    if (!isShown(name)) return reply.callNotFound();
    reply.headers({ "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" });
    reply.header("content-security-policy", codePolicy);
    return reply.send(codePage(name, await readFile(new URL(name, import.meta.url), "utf8")));
  });

  server.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const path = `assets/${request.params.name}`;
    const asset = (await built()).assets.get(path);
    if (asset === undefined) return reply.callNotFound();
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    // Their names change with what is in them.
    reply.headers({ "content-type": type, "cache-control": "public, max-age=31536000, immutable" });
    reply.header("x-content-type-options", "nosniff");
    return send(request, reply, asset);
  });
}

async function buildPage(): Promise<Page> {
  const { build } = await import("vite");
  const root = fileURLToPath(new URL("web", import.meta.url));
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production"; // in a test it is "test", and Vite would build for development
  const result = await build({ root, logLevel: "warn", build: { write: false } }).finally(() => {
    process.env.NODE_ENV = NODE_ENV;
  });
  if (!("output" in result)) throw new Error("Vite answered something other than one build.");

  const files = new Map<string, Body>();
  for (const file of result.output) {
    const plain = Buffer.from(file.type === "chunk" ? file.code : file.source);
    files.set(file.fileName, { plain, brotli: await promisify(brotliCompress)(plain) });
  }
  const html = files.get("index.html");
  if (!html) throw new Error("Vite made no index.html.");
  return { html, policy: contentSecurityPolicy(String(html.plain)), assets: files };
}

function send(request: FastifyRequest, reply: FastifyReply, { plain, brotli }: Body): FastifyReply {
  reply.header("vary", "accept-encoding");
  const isUnderstood = /\bbr\b(?!;q=0(?:\D|$))/.test(`${request.headers["accept-encoding"]}`);
  return isUnderstood ? reply.header("content-encoding", "br").send(brotli) : reply.send(plain);
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
    "frame-src 'self'", // the two windows of /two
    "frame-ancestors 'self'",
  ].join("; ");
}
