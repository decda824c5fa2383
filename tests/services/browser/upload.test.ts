import { resolve } from "node:path";
import { build } from "esbuild";
import Fastify, { type FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { uploadApi } from "../../actions/upload-api.js";
import { tls } from "../../support/tls.js";
import type { Given, Seen } from "./upload-page.js";

// Chromium over HTTP/1.1 and HTTP/2, because it sends a stream only over HTTP/2.

const PAGE = `<!doctype html><title>Upload</title><script type="module" src="/client.js"></script>`;

let browser: Browser;
const apps: FastifyInstance[] = [];
const origins = new Map<string, string>();
beforeAll(async () => {
  browser = await launchChromium();
  const { outputFiles } = await build({
    entryPoints: ["tests/services/browser/upload-page.ts"],
    alias: { "trestle/client": resolve("src/client/index.ts") },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const script = outputFiles[0]?.text ?? "";
  const servers = { "HTTP/1.1": serverOptions, "HTTP/2": { ...serverOptions, http2: true, https: tls } as object };
  for (const [name, options] of Object.entries(servers)) {
    const app: FastifyInstance = Fastify({ ...options, logger: false });
    apps.push(app);
    app.get("/", (_, reply) => reply.type("text/html").send(PAGE));
    app.get("/client.js", (_, reply) => reply.type("text/javascript").send(script));
    app.post("/moved/upload", { onRequest: async (_, reply) => reply.redirect("/api/upload", 307) }, async () => "");
    await app.register(fastifyPlugin(uploadApi), { prefix: "/api" });
    origins.set(name, await app.listen({ port: 0, host: "127.0.0.1" }));
  }
});
afterAll(async () => {
  await browser?.close();
  for (const app of apps) await app.close();
});

/** Uploads a file in a page of a server. */
async function uploadIn(name: string, given: Given): Promise<Seen> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.goto(`${origins.get(name)}/`);
    return await page.evaluate((own) => globalThis.upload(own), given);
  } finally {
    await context.close();
  }
}

test.each(["HTTP/1.1", "HTTP/2"])("a page sees the progress of an upload over %s", async (name) => {
  const { data, seen } = await uploadIn(name, { url: "/api", size: 6_000_000 });
  expect(data).toMatchObject({ name: 'a "b".bin', size: 6_000_000 });
  const counts = seen.map(({ sent }) => sent);
  expect(counts).toEqual([...counts].sort((one, other) => one - other));
  expect(seen.at(-1)?.sent).toBe(seen[0]?.total);
  expect(seen[0]?.total).toBeGreaterThan(6_000_000);
});

test("a page can abort the upload, and gets its errors", async () => {
  const aborted = await uploadIn("HTTP/1.1", { url: "/api", size: 6_000_000, ends: "abort" });
  expect(aborted).toMatchObject({ code: "aborted" });
  const refused = await uploadIn("HTTP/1.1", { url: "/api", size: 8_100_000 });
  expect(refused).toMatchObject({ status: 422, fields: ["file"] });
});

test("a page with a fetch of its own gets one report, after the upload", async () => {
  const { data, seen } = await uploadIn("HTTP/1.1", { url: "/api", size: 10_000, ends: "own fetch" });
  expect(data).toMatchObject({ size: 10_000 });
  expect(seen).toEqual([{ sent: seen[0]?.total, total: seen[0]?.total }]);
});

test("a redirect is an error", async () => {
  expect(await uploadIn("HTTP/1.1", { url: "/moved", size: 10 })).toMatchObject({ code: "network" });
});
