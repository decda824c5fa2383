import { connect } from "node:net";
import Fastify from "fastify";
import { json, offsetPage, respond, TooManyRequests, trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cpuClock } from "../support/cpu-clock.js";
import { expectDocument, expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

const t = trestle();
const notes = t.resource("notes", {
  id: z.string(),
  attributes: { text: z.string(), more: z.json().optional(), email: z.email().optional() },
  createFields: ["id", "text", "more", "email"],
});
const api = t.router({
  notes: notes.routes(
    notes.getOne({ errors: [TooManyRequests] }, ({ id }) => {
      if (id.startsWith("busy")) throw new TooManyRequests("Later.", { headers: { "retry-after": id.slice(4) } });
      return { id, text: "" };
    }),
    notes.getMany(
      {
        filter: { text__contains: z.string().optional(), at: z.date().optional(), ids: z.array(z.int()).optional() },
        sort: z.string(),
        page: offsetPage(),
        extra: { any: z.string().optional() },
      },
      ({ filter }) => respond([], { total: 100, meta: { filter } }),
    ),
    notes.createOne(({ input }) => input),
    notes.rpc("where", ({ request }) => json({ url: request.url })),
  ),
});

const body = (data: string) => ({ headers: { "content-type": MEDIA_TYPE }, text: `{"data":${data}}` });

describeServers("what is sent to do harm", (serve) => {
  describe("pollutes no prototype", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    afterEach(() => {
      expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
      for (const value of [{}, [], () => 0, ""]) expect(Reflect.get(Object(value), "polluted")).toBeUndefined();
    });

    const POLLUTING = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    test.each([
      POLLUTING,
      `{"type":"notes","id":"1","attributes":${POLLUTING}}`,
      `{"type":"notes","id":"1","attributes":{"text":${POLLUTING}}}`,
      `{"type":"notes","id":"1","relationships":${POLLUTING}}`,
      `{"type":"notes","id":"1","trestle:fields":${POLLUTING}}`,
      `{"type":"__proto__","id":"__proto__","attributes":{}}`,
      `{"type":"notes","id":"1","__proto__":{"attributes":{"text":"inherited"}}}`,
    ])("a body: %s", async (data) => {
      const { origin } = await serve(api);
      for (const type of [MEDIA_TYPE, `${MEDIA_TYPE}; ext="urn:trestle:fields"`]) {
        const answer = await sendRaw(origin, "POST /api/notes", { ...body(data), headers: { "content-type": type } });
        expectErrorDocument(answer);
        expect(answer.status).toBeLessThan(500);
      }
    });

    test("an attribute of any shape, which keeps it as it was sent", async () => {
      const { origin } = await serve(api);
      const answer = await sendRaw(
        origin,
        "POST /api/notes",
        body(`{"type":"notes","id":"__proto__","attributes":{"text":"","more":${POLLUTING}}}`),
      );
      expect(answer.status).toBe(201);
      expect(answer.text).toContain('"id":"__proto__"');
      expect(answer.text).not.toContain("inherited");
    });

    test.each([
      "__proto__[polluted]=1",
      "constructor[prototype][polluted]=1",
      "filter[__proto__][polluted]=1",
      "filter[__proto__]=1",
      "filter[constructor][prototype]=1",
      "page[__proto__]=1",
      "page[constructor]=1",
      "fields[__proto__]=polluted",
      "fields[notes]=__proto__,constructor",
      "include=__proto__,constructor.prototype",
      "any[__proto__]=1",
    ])("a query: %s", async (query) => {
      const { origin } = await serve(api);
      for (const sent of [query, encodeURIComponent(query).replaceAll("%3D", "=")])
        expectErrorDocument(await sendRaw(origin, `GET /api/notes?${sent}`), 400);
    });

    test("a free sort", async () => {
      const { origin } = await serve(api);
      expectDocument(await sendRaw(origin, "GET /api/notes?sort=__proto__,-constructor"));
    });
  });

  describe("breaks no header", () => {
    const CRLF = "%0d%0aset-cookie:%20a=b%0d%0a%0d%0a<script>";

    test("Location of what a client named", async () => {
      const { origin } = await serve(api);
      const id = "x\\r\\nset-cookie: a=b\\r\\n\\r\\n<script>";
      const answer = await sendRaw(
        origin,
        "POST /api/notes",
        body(`{"type":"notes","id":"${id}","attributes":{"text":""}}`),
      );
      expect(answer.status).toBe(201);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers.location).toBe("/api/notes/x%0D%0Aset-cookie%3A%20a%3Db%0D%0A%0D%0A%3Cscript%3E");
    });

    test("a header that a handler makes of what was sent: it is a 500, not two headers, and the server goes on", async () => {
      const { origin, logged } = await serve(api);
      const answer = await sendRaw(origin, `GET /api/notes/busy30${CRLF}`);
      expectErrorDocument(answer, 500);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.text).not.toContain("cookie");
      expect(logged).toHaveLength(1);
      const fine = await sendRaw(origin, "GET /api/notes/busy30");
      expect([fine.status, fine.headers["retry-after"]]).toEqual([429, "30"]);
    });

    test.each([`GET /api/notes${CRLF}`, `GET /api/notes?${CRLF}=1`, `GET /api/notes/1/${CRLF}`, `PUT /api/${CRLF}`])(
      "%s",
      async (line) => {
        const { origin } = await serve(api);
        const answer = await sendRaw(origin, line);
        expectErrorDocument(answer);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      },
    );
  });

  test("an id that no URL can hold, nor UTF-8", async () => {
    const { origin, logged } = await serve(api);
    const answer = await sendRaw(
      origin,
      "POST /api/notes",
      body('{"type":"notes","id":"\\ud800","attributes":{"text":""}}'),
    );
    expectErrorDocument(answer, 422);
    expect(logged).toEqual([]);
  });

  describe("is not in a link as it was sent", () => {
    test("the query", async () => {
      const { origin } = await serve(api);
      const sent = `any=<script>"'\`{}|^%0d%0a%00&filter[text][contains]=%22><img&sort=%3cb%3e`;
      const document = expectDocument(await sendRaw(origin, `GET /api/notes?${sent.replaceAll(" ", "%20")}`));
      expect(Object.keys(document.links)).toEqual(["self", "first", "next", "last"]);
      for (const link of Object.values<string>(document.links)) {
        expect(link).toMatch(/^\/api\/notes\?[A-Za-z0-9\-._~!*'(),=&%+]*$/);
        expect(new URL(link, origin).searchParams.get("any")).toBe("<script>\"'`{}|^\r\n\0");
      }
    });

    test("an id", async () => {
      const { origin } = await serve(api);
      for (const id of ["<script>", "..%2f..", "a%2Fb%3Fc%23d", "%5c%5cevil.example", "javascript:alert(1)"]) {
        const { links, data } = expectDocument(await sendRaw(origin, `GET /api/notes/${id}`));
        expect(links.self).toBe(`/api/notes/${encodeURIComponent(decodeURIComponent(id))}`);
        expect(data.links.self).toBe(links.self);
      }
    });

    const FOREIGN = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      "x-forwarded-prefix": "/evil",
      "x-original-url": "/evil",
      "x-rewrite-url": "/evil",
      forwarded: "host=evil.example;proto=gopher",
      "x-http-method-override": "DELETE",
    };

    test("a foreign Host, and what proxies say of one", async () => {
      const { origin } = await serve(api);
      for (const host of ["evil.example", "evil.example:80/path?", "a@evil.example"]) {
        const answer = await sendRaw(origin, "GET /api/notes", { headers: { ...FOREIGN, host } });
        if (answer.status === 400) continue; // Node's, of a Host that is none
        expect(answer.text).not.toMatch(/evil|gopher/);
        expect(expectDocument(answer).links.self).toBe("/api/notes");
      }
      const absolute = await absoluteTarget(origin);
      expect(absolute).not.toContain("evil");
    });

    test("nor with a base URL", async () => {
      const { origin } = await serve(api, { baseUrl: "https://api.example.com" });
      const answer = await sendRaw(origin, "GET /api/notes", { headers: { ...FOREIGN, host: "evil.example" } });
      expect(JSON.parse(answer.text).links.self).toBe("https://api.example.com/api/notes");
      const created = await sendRaw(origin, "POST /api/notes", {
        ...body('{"type":"notes","id":"1","attributes":{"text":""}}'),
        headers: { ...FOREIGN, host: "evil.example", "content-type": MEDIA_TYPE },
      });
      expect(created.headers.location).toBe("https://api.example.com/api/notes/1");
    });
  });

  describe("for caches", () => {
    test("Every response has Accept in Vary", async () => {
      const { origin } = await serve(api);
      const created = body('{"type":"notes","id":"1","attributes":{"text":""}}');
      for (const [line, status, sent] of [
        ["GET /api/notes", 200],
        ["HEAD /api/notes", 200],
        ["GET /api/notes/1", 200],
        ["POST /api/notes", 201, created],
        ["POST /api/notes", 400, body("x")],
        ["POST /api/notes", 415, { text: "x", headers: { "content-type": "text/plain" } }],
        ["GET /api/notes", 406, { headers: { accept: "text/html" } }],
        ["GET /api/nothing", 404],
        ["PUT /api/notes", 405],
        ["GET /api/notes/busy1", 429],
        ["GET /api/notes/busy%0a", 500],
      ] as const) {
        const answer = await sendRaw(origin, line, sent);
        expect([line, answer.status, answer.headers.vary]).toEqual([line, status, "Accept"]);
      }
    });

    test("an answer in the extension's form says so, and what one asked for is not another's", async () => {
      const { origin } = await serve(api);
      const accept = `${MEDIA_TYPE}; ext="urn:trestle:fields"`;
      const extended = await sendRaw(origin, "GET /api/notes?sort=a", { headers: { accept } });
      const plain = await sendRaw(origin, "GET /api/notes?sort=a");
      expect(extended.headers["content-type"]).toBe(accept);
      expect(plain.headers["content-type"]).toBe(MEDIA_TYPE);
      const one = expectDocument(await sendRaw(origin, "GET /api/notes?filter[text][contains]=a"));
      const other = expectDocument(await sendRaw(origin, "GET /api/notes?filter[text][contains]=b"));
      expect([one.meta.filter.text__contains, other.meta.filter.text__contains]).toEqual(["a", "b"]);
    });
  });
});

/** `GET http://evil.example/… HTTP/1.1`, as it is sent to a proxy. */
function absoluteTarget(origin: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("GET http://evil.example/api/notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text.replace(/"detail":"[^"]*"/, "")));
  });
}

test("an app that trusts its proxy gives them to its rpc handlers alone", async () => {
  const app = Fastify({ ...serverOptions, trustProxy: true });
  await app.register(fastifyPlugin(api), { prefix: "/api" });
  onTestFinished(() => app.close());
  const headers = { "x-forwarded-host": "proxy.example", "x-forwarded-proto": "https" };
  const list = await app.inject({ url: "/api/notes", headers });
  expect(list.body).not.toContain("proxy.example");
  const rpc = await app.inject({ method: "POST", url: "/api/notes/1/where", headers });
  expect(rpc.json().url).toBe("https://proxy.example/api/notes/1/where");
});

describe("takes no time to refuse", () => {
  const handle = fetchHandler(api, { limits: { queryLength: 200_000, sortKeys: 200_000 } });
  const LONG = 50_000;
  const many = (text: string) => text.repeat(Math.floor(LONG / text.length));

  async function inTime(url: string, init?: RequestInit): Promise<void> {
    const spent = cpuClock();
    const response = await handle(new Request(`http://localhost${url}`, init));
    await response.text();
    expect(response.status).toBeLessThan(500);
    expect(spent()).toBeLessThan(400);
  }

  const HEADERS = [
    many(","),
    many(";"),
    many(" "),
    `a/b${many(" ")}x`,
    `a/b;${many(" ")}x`,
    `${MEDIA_TYPE};${many(' ext="')}`,
    `${MEDIA_TYPE}; ext="${many(" a")}`,
    `${MEDIA_TYPE}; ext="${many("\\")}`,
    `${MEDIA_TYPE};${many(" a=b;")}`,
    `${MEDIA_TYPE};q=0.${many("9")}x`,
    many("*/*,"),
    many(`${MEDIA_TYPE};q=0,`),
    many("a/"),
    many('"'),
  ];
  test.each(HEADERS.map((header) => [header.slice(0, 40), header]))("Accept: %s…", (_, accept) =>
    inTime("/notes", { headers: { accept } }),
  );
  test.each(HEADERS.map((header) => [header.slice(0, 40), header]))("Content-Type: %s…", (_, type) =>
    inTime("/notes", { method: "POST", headers: { "content-type": type }, body: "{}" }),
  );

  test.each([
    many("["),
    many("filter["),
    many("a&"),
    `filter[at]=${many("2")}`,
    `filter[at]=2026-01-01T00:00:00.${many("0")}Zx`,
    `filter[ids]=${many("1,")}`,
    `filter[ids]=${many("\\,")}x`,
    `filter[ids]=${many("9")}`,
    `page[limit]=${many("1")}`,
    `page[offset]=${many("0")}1`,
    `sort=${many("-")}`,
    `sort=${many("a,")}`,
    `include=${many("a.")}`,
    `include=${many("a,")}`,
    `fields[notes]=${many("a,")}`,
    many("%41"),
    many("+"),
    `${many("x")}=1`,
  ])("a query %#", (query) => inTime(`/notes?${query}`));

  test.each([many("/"), `/notes/${many("a")}`, `/notes/1/${many("a/")}`, many("/notes")])("a path %#", (path) =>
    inTime(path),
  );

  test.each([
    `{"type":"notes","id":"1","attributes":{"text":"","email":"${many("a.")}@${many("a.")}"}}`,
    `{"type":"notes","id":"1","attributes":{"text":"","email":"${many("a")}"}}`,
    `{"type":"notes","id":"1","attributes":{"text":"","more":${many("[").slice(0, 190)}${many("]").slice(0, 190)}}}`,
    `{"type":"notes","id":"1","attributes":{"${many("a")}":1}}`,
    many("["),
    many('{"a":'),
  ])("a body %#", (data) => inTime("/notes", { method: "POST", ...toInit(data) }));

  function toInit(data: string): RequestInit {
    return { headers: { "content-type": MEDIA_TYPE }, body: `{"data":${data}}` };
  }
});
