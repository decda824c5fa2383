import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fencesOf } from "../../docs/fences.js";
import { programOf } from "../../docs/program.js";
import { writeWorkspace } from "../../docs/workspace.js";
import { freePort } from "../../support/free-port.js";
import { runNginx } from "../../support/nginx.js";
import { tls } from "../../support/tls.js";

// The server and the configuration of docs/deployment.md, as a reader copies them. Only ports and paths are of this machine.

const document = "docs/deployment.md";
const guide = readFileSync(document, "utf8");
const configuration = /```nginx\n(.*?)```/s.exec(guide)?.[1] ?? "";

const stops: (() => Promise<unknown>)[] = [];
let plain: number;
let secure: number;

beforeAll(async () => {
  const { folder } = writeWorkspace("nginx-guide", [programOf(document, fencesOf(guide))]);
  const { makeApp } = await import(join(folder, "docs-deployment-md/app.ts"));
  const app = await makeApp();
  stops.push(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  plain = await freePort();
  secure = await freePort();

  let shown = configuration;
  for (const [theirs, ours] of [
    ["127.0.0.1:3000", new URL(url).host],
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ssl;", `listen 127.0.0.1:${secure} ssl;`],
    ["/etc/letsencrypt/live/example.com/fullchain.pem", "FOLDER/cert.pem"],
    ["/etc/letsencrypt/live/example.com/privkey.pem", "FOLDER/key.pem"],
    ["root /srv/web;", "root FOLDER;"],
  ] as const) {
    expect(shown).toContain(theirs);
    shown = shown.replace(theirs, ours);
  }
  const files = { "cert.pem": tls.cert, "key.pem": tls.key, "index.html": "<h1>The page</h1>" };
  const nginx = await runNginx(shown, files);
  stops.push(() => nginx.stop());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly chunks: AsyncIterable<Buffer>;
}

function send(
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  const { method = "GET", headers, body } = init;
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port: secure,
      path,
      method,
      ca: tls.cert,
      servername: "localhost",
      agent: false as const,
    };
    request({ ...options, headers: { host: "example.com", ...headers } }, (response) =>
      resolve({ status: response.statusCode, headers: response.headers, chunks: response }),
    )
      .on("error", reject)
      .end(body);
  });
}
async function textOf({ chunks }: Answer): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

test("requests reach the API, and other paths the files", async () => {
  const note = await send("/api/notes/1");
  expect([note.status, note.headers["content-type"]]).toEqual([200, "application/vnd.api+json"]);
  expect(JSON.parse(await textOf(note)).links.self).toBe("/api/notes/1");
  expect(await textOf(await send("/some/path"))).toBe("<h1>The page</h1>");
  const long = await send(`/api/notes/1?x=${"y".repeat(9000)}`);
  expect(JSON.parse(await textOf(long)).errors[0].code).toBe("query_too_long");
});

test("a page on another port may send commands", async () => {
  const body = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--b--\r\n');
  const headers = { "content-type": "multipart/form-data; boundary=b", "content-length": `${body.length}` };
  const from = async (origin: string) =>
    (
      await send("/api/notes/1/attach", {
        method: "POST",
        headers: { ...headers, host: "example.com:8443", origin },
        body,
      })
    ).status;
  expect(await from("https://example.com:8443")).toBe(200);
  expect(await from("https://evil.example:8443")).toBe(403);
});

test("the check of the platform reaches the server", async () => {
  expect(await textOf(await send("/health"))).toBe('{"ok":true}');
});

test("responses are compressed", async () => {
  const { headers, chunks } = await send("/api/notes/1", { headers: { "accept-encoding": "gzip" } });
  expect(headers["content-encoding"]).toBe("gzip");
  for await (const _ of chunks); // read to its end
});

test("HTTP leads to HTTPS", async () => {
  const response = await fetch(`http://127.0.0.1:${plain}/api/notes/1?a=b`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([301, "https://127.0.0.1/api/notes/1?a=b"]);
});

test("nginx passes on each event of a stream when it comes", async () => {
  const { status, chunks } = await send("/api/ticks");
  expect(status).toBe(200);
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    if (text.includes("data:")) break;
  }
  // A buffer of nginx has room for a hundred events of this stream, which does not end.
  expect(text).toContain("data: 1\n");
  expect(text).not.toContain("data: 20\n");
});

test("a file of 20 MB arrives at the command that takes it, and nowhere else", async () => {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(20_000_000)], "a.bin"));
  const sent = new Request("http://localhost", { method: "POST", body: form });
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  const body = Buffer.from(await sent.arrayBuffer());
  const post = { method: "POST", headers: { ...headers, "content-length": `${body.length}` }, body };
  const attached = await send("/api/notes/1/attach", post);
  expect(attached.status).toBe(200);
  expect(JSON.parse(await textOf(attached))).toEqual({ size: 20_000_000 });
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.alloc(2_000_000) };
  const refused = await send("/api/notes/1", json).catch((error: NodeJS.ErrnoException) => error);
  if (refused instanceof Error)
    expect(refused.code).toMatch(/EPIPE|ECONNRESET/); // nginx closes before it has read all
  else expect([refused.status, refused.headers["content-type"]]).toEqual([413, "text/html"]);
});
