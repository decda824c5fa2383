import { json, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: { name: z.string() }, createFields: ["name"] });
const calls: string[] = [];
const api = t.router({
  things: things
    .routes(
      things.createOne(({ input }) => ({ id: 1, ...input })),
      things.rpc("ping", async () => json(calls.push("ping"))),
      things.rpc("look", { method: "GET" }, async () => json(calls.push("look"))),
    )
    .actions({
      close: things.command(() => void calls.push("close")),
      rename: things.command({ input: z.object({ name: z.string() }) }, () => void calls.push("rename")),
      upload: things.collection.command({ input: z.object({ file: z.file() }) }, () => void calls.push("upload")),
      count: things.collection.query({ output: z.int() }, () => calls.push("count")),
    }),
});

const PART = '--a\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--a--\r\n';

describeEveryAdapter("requests of other sites", (server) => {
  const options = { origins: ["https://app.example.com"], baseUrl: "https://api.example.com/v1" };
  const serve = async () => {
    const { origin } = await server.serve(api, options);
    const host = new URL(origin).host;
    const send = async (line: string, headers: Record<string, string>, text?: string) => {
      calls.length = 0;
      const answer = await sendRaw(origin, line, { headers, text });
      const code = answer.status < 400 ? undefined : JSON.parse(answer.text).errors[0].code;
      return [answer.status, code, calls.length];
    };
    return { send, host };
  };
  const refused = [403, "cross_site", 0];

  test.each([
    ["POST /api/things/1/close", {}, undefined],
    ["POST /api/things/1/ping", { "content-type": "text/plain" }, "x"],
    ["POST /api/things/1/rename", { "content-type": "application/json" }, '{"name":"x"}'],
    ["POST /api/things/1/rename", {}, '{"name":"x"}'],
    ["POST /api/things/1/rename", { "content-type": "application/x-www-form-urlencoded" }, "name=x"],
    ["POST /api/things/1/rename", { "content-type": "multipart/form-data; boundary=a" }, PART],
    ["POST /api/things/upload", { "content-type": "application/json" }, "{}"],
    ["POST /api/things/upload", { "content-type": "multipart/form-data; boundary=a" }, "--a--"],
  ])("%s with %j is refused before its handler", async (line, headers, text) => {
    const { send } = await serve();
    const cross = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await send(line, { ...headers, ...cross }, text)).toEqual(refused);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ["another program", {}, true],
    ["the same origin", { "sec-fetch-site": "same-origin", origin: "https://other.example" }, true],
    ["the user", { "sec-fetch-site": "none" }, true],
    ["the origin of baseUrl", { origin: "https://api.example.com" }, true],
    ["a listed origin", { origin: "https://app.example.com", "sec-fetch-site": "same-site" }, true],
    ["the host", { origin: "http://HOST" }, true],
    ["the host behind TLS", { origin: "https://HOST", "sec-fetch-site": "cross-site" }, true],
    ["another site", { origin: "https://evil.example" }, false],
    ["a subdomain", { origin: "https://x.app.example.com", "sec-fetch-site": "same-site" }, false],
    ["another port", { origin: "https://app.example.com:8443" }, false],
    ["a sandbox", { origin: "null", "sec-fetch-site": "cross-site" }, false],
    ["a page without an origin", { "sec-fetch-site": "cross-site" }, false],
    ["a token", { origin: "https://evil.example", authorization: "Bearer x" }, true],
    ["a password that the browser keeps", { origin: "https://evil.example", authorization: "basic x" }, false],
  ])("from %s: %j", async (_, headers, passes) => {
    const { send, host } = await serve();
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("HOST", host)]),
    );
    expect(await send("POST /api/things/1/close", sent)).toEqual(passes ? [204, undefined, 1] : refused);
  });

  /** All that a browser sends to another site without asking it first (Fetch, "CORS-safelisted request-header"). */
  test.each<Record<string, string>>([
    {},
    { "content-type": "text/plain" },
    { "content-type": "text/plain;charset=UTF-8" },
    { "content-type": "text/plain; application/json" },
    { "content-type": 'text/plain; a="application/json"' },
    { "content-type": "application/x-www-form-urlencoded; type=application/json" },
    { "content-type": "multipart/form-data; boundary=application/json" },
  ])("a JSON:API body of a simple request is refused: %j", async (headers) => {
    const { send } = await serve();
    const body = '{"data":{"type":"things","attributes":{"name":"x"}}}';
    const cross: Record<string, string> = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (const more of [{}, cross])
      expect(await send("POST /api/things", { ...headers, ...more }, body)).toEqual([415, "unsupported_media_type", 0]);
  });

  test("reads and JSON:API bodies are not checked", async () => {
    const { send } = await serve();
    const origin = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await send("GET /api/things/1/look", origin)).toEqual([200, undefined, 1]);
    expect(await send("GET /api/things/count", origin)).toEqual([200, undefined, 1]);
    const body = '{"data":{"type":"things","attributes":{"name":"x"}}}';
    for (const type of ["application/vnd.api+json", "application/json"])
      expect(await send("POST /api/things", { ...origin, "content-type": type }, body)).toEqual([201, undefined, 0]);
  });

  test("an origin that could never match is refused at the start", async () => {
    await expect(server.serve(api, { origins: ["https://app.example.com/"] })).rejects.toThrow(
      'origins: "https://app.example.com/" is not an origin. Write its scheme and host only: "https://app.example.com".',
    );
  });
});
