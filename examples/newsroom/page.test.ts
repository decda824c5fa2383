import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Newsroom, startNewsroom } from "./testing/newsroom.js";

// What the server does with the page. What the page does is for a real browser: web/checks.

let newsroom: Newsroom;
let html: Response;
let text: string;

beforeAll(async () => {
  newsroom = await startNewsroom();
  html = await fetch(new URL("/", newsroom.url));
  text = await html.text();
});

afterAll(() => newsroom.stop());

test("each view has an address, at which the server sends the page; browsers do not cache it", async () => {
  expect(html.status).toBe(200);
  expect(html.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html.headers.get("cache-control")).toBe("no-cache");
  for (const path of ["/articles/new", "/articles/1", "/articles/1/edit", "/two", "/?page[offset]=20"]) {
    expect(await (await fetch(new URL(path, newsroom.url))).text()).toBe(text);
  }
});

test("the API's page links to a page that sends requests, which may load nothing from other servers", async () => {
  expect(await (await fetch(`${newsroom.url}/docs`)).text()).toContain('<a href="/api/docs/try">');
  const reader = await fetch(`${newsroom.url}/docs/try`);
  expect(reader.status).toBe(200);
  expect(await reader.text()).toContain('"url": "/api/openapi.json"');
  expect(reader.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect((await fetch(`${newsroom.url}/docs/try/js/scalar.js`)).status).toBe(200);
});

test("an address of nothing is a 404: the page for people, JSON for programs", async () => {
  for (const path of ["/nothing", "/articles/nonsense"]) {
    const page = await fetch(new URL(path, newsroom.url), { headers: { accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([404, text]);
  }
  const json = await fetch(new URL("/nothing", newsroom.url));
  expect([json.status, (await json.json()).statusCode]).toEqual([404, 404]);
});

test("its assets are served under names that change with what is in them", async () => {
  const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect([...new Set(assets.map((path) => path.split(".").at(-1)))].sort()).toEqual(["css", "js", "svg"]);
  for (const path of assets) {
    const asset = await fetch(new URL(path, newsroom.url));
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(asset.headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect((await fetch(new URL("/assets/other.js", newsroom.url))).status).toBe(404);
});

test("what a browser needs to paint is compressed, and at most 102 kB", async () => {
  const sizeOf = async (path: string) => {
    const response = await fetch(new URL(path, newsroom.url), { headers: { "accept-encoding": "br" } });
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual(["br", "accept-encoding"]);
    return Number(response.headers.get("content-length"));
  };
  const assets = [...text.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
  const sizes = await Promise.all(["/", ...assets].map(sizeOf));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(102_000);
  const plain = await fetch(new URL("/", newsroom.url), { headers: { "accept-encoding": "gzip, br;q=0" } });
  expect(plain.headers.get("content-encoding")).toBe(null);
});

test("the page links to the declarations that the server runs, and to no other file", async () => {
  const code = await fetch(new URL("/code/articles.ts", newsroom.url));
  expect(code.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const shown = await code.text();
  expect(shown).toContain('<a href="/">Back to the newsroom</a>');
  const [, lines = ""] = /<pre[^>]*>(.*)<\/pre>/s.exec(shown) ?? [];
  const declaration = await readFile(new URL("articles.ts", import.meta.url), "utf8");
  expect(
    lines
      .replace(/<[^>]+>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&"),
  ).toBe(declaration);
  expect(shown).toContain('<span class="string"><a href="/code/data.ts">"./data.js"</a></span>;');
  const style = /<style>(.*?)<\/style>/s.exec(shown)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(code.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  for (const path of ["/code/server.ts", "/code/data.json", "/code/..%2farticles.ts"]) {
    expect((await fetch(new URL(path, newsroom.url))).status).toBe(404);
  }
});

test("each declaration leads to those that it imports, and its comments have at most 100 columns", async () => {
  const seen = new Set(["/code/articles.ts", "/code/api.ts"]);
  for (const path of seen) {
    const response = await fetch(new URL(path, newsroom.url));
    expect([path, response.status]).toEqual([path, 200]);
    const shown = await response.text();
    for (const [, link = ""] of shown.matchAll(/href="(\/code\/[^"]+)"/g)) seen.add(link);
    const declaration = await readFile(new URL(path.slice("/code/".length), import.meta.url), "utf8");
    const comments = declaration.split("\n").filter((line) => /^ *(\/\/|\/?\*)/.test(line));
    expect(comments.filter((line) => line.length > 100)).toEqual([]);
  }
  const names = [...seen].map((path) => path.slice("/code/".length));
  expect(names.sort()).toEqual([
    "api.ts",
    "articles.ts",
    "categories.ts",
    "data.ts",
    "db/schema.ts",
    "text.ts",
    "trestle.ts",
    "users.ts",
  ]);
});

test("the policy lets no script run but its own", () => {
  const policy = html.headers.get("content-security-policy") ?? "";
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  expect(scripts).toHaveLength(1);
  const hash = createHash("sha256").update(scripts.join()).digest("base64");
  expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self';`);
});

test("the API next to it is not affected", async () => {
  const missing = await fetch(`${newsroom.url}/nothing`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get("content-type")).toBe("application/vnd.api+json");
});
