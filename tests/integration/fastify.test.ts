import { gzipSync } from "node:zlib";
import compress from "@fastify/compress";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { trestle, Unauthorized } from "trestle";
import { type FastifyPluginOptions, fastifyPlugin, serverOptions } from "trestle/fastify";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { expectDocument, expectErrorDocument, type Json } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

const options = { context: t.context(() => ({ store: new Store(), user: undefined })) };

describe("the Fastify plugin", () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  /** Listens, and gives what sends requests. */
  async function listen() {
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    return (line: string, sent?: Parameters<typeof sendRaw>[2]) => sendRaw(origin, line, sent);
  }

  function make(serverOptions_: FastifyServerOptions = serverOptions): FastifyInstance {
    app = Fastify(serverOptions_) as FastifyInstance;
    return app;
  }

  describe("leaves the host app as it was", () => {
    test("its own JSON parser, routes, errors and not-found answers", async () => {
      make();
      app.setErrorHandler((error: Error, _request, reply) => reply.code(500).send({ host: error.message }));
      app.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: "nothing here" }));
      app.post("/echo", async (request) => ({ got: request.body }));
      app.get("/fail", async () => {
        throw new Error("host's own");
      });
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      app.post("/later", async (request) => ({ got: request.body }));
      const send = await listen();

      const json = { headers: { "content-type": "application/json" }, text: '{"a":1}' };
      for (const path of ["/echo", "/later"]) {
        const answer = await send(`POST ${path}`, json);
        expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { got: { a: 1 } }]);
        expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
        const malformed = await send(`POST ${path}`, { ...json, text: "{" });
        expect(JSON.parse(malformed.text)).toHaveProperty("host");
        const unknown = await send(`POST ${path}`, { text: "{}", headers: { "content-type": MEDIA_TYPE } });
        expect(JSON.parse(unknown.text)).toEqual({ host: expect.stringContaining("Unsupported Media Type") });
      }
      expect(JSON.parse((await send("GET /fail")).text)).toEqual({ host: "host's own" });
      for (const path of ["/", "/nope", "/apix", "/articles"]) {
        expect(JSON.parse((await send(`GET ${path}`)).text)).toEqual({ host: "nothing here" });
      }
      expectErrorDocument(await send("GET /api/nope"), 404);
      expectErrorDocument(await send("GET /api/faults/error"), 500);
      expectDocument(await send("GET /api/articles"));
      expectErrorDocument(await send("POST /api/articles", json), 400); // Trestle reads it, and not the host's parser
    });

    test("its decorators, hooks of siblings and reply headers do not meet the API's", async () => {
      make();
      await app.register(async (sibling) => {
        sibling.addHook("onRequest", async (_request, reply) => {
          reply.header("x-sibling", "yes");
        });
        sibling.get("/sibling", async () => ({}));
      });
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      const send = await listen();
      expect((await send("GET /sibling")).headers["x-sibling"]).toBe("yes");
      expect((await send("GET /api/articles")).headers).not.toHaveProperty("x-sibling");
    });
  });

  describe("mounting", () => {
    test("several APIs under different prefixes, each with its own paths, links and 404s", async () => {
      const other = trestle();
      const notes = other.resource("notes", { id: z.int(), attributes: { text: z.string() } });
      const second = other.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
      make();
      await app.register(fastifyPlugin(api, options), { prefix: "/v1/api" });
      await app.register(fastifyPlugin(second), { prefix: "/v2" });
      await app.register(fastifyPlugin(second, { baseUrl: "https://example.com/" }), { prefix: "/v3/" });
      const send = await listen();
      expect(expectDocument(await send("GET /v1/api/articles/1")).data.links.self).toBe("/v1/api/articles/1");
      expect(expectDocument(await send("GET /v2/notes/7")).data.links.self).toBe("/v2/notes/7");
      const absolute = JSON.parse((await send("GET /v3/notes/7?fields[notes]=text")).text);
      expect(absolute.data.links.self).toBe("https://example.com/v3/notes/7");
      expect(absolute.links.self).toBe("https://example.com/v3/notes/7?fields%5Bnotes%5D=text");
      expectErrorDocument(await send("GET /v2/articles/1"), 404);
      expectErrorDocument(await send("GET /v1/api/notes/1"), 404);
      expect((await send("GET /v1/notes/1")).headers["content-type"]).toContain("application/json"); // the app's own
    });

    test("at the root", async () => {
      make();
      await app.register(fastifyPlugin(api, options));
      const send = await listen();
      const document = expectDocument(await send("GET /articles?page[limit]=1"));
      expect(document.data[0].links.self).toBe("/articles/1");
      expect(document.links.next).toBe("/articles?page%5Boffset%5D=1&page%5Blimit%5D=1");
      expectErrorDocument(await send("GET /nope"), 404);
      expect(JSON.parse((await send("GET /")).text).meta.links).toMatchObject({ articles: "/articles" });
      expectErrorDocument(await send("PUT /articles"), 405);
    });

    test("at the root with notFound: false, the app keeps its own not-found handler", async () => {
      make();
      app.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: "nothing here" }));
      await app.register(fastifyPlugin(api, { ...options, notFound: false }));
      const send = await listen();
      expect(JSON.parse((await send("GET /nope")).text)).toEqual({ host: "nothing here" });
      expectDocument(await send("GET /articles"));
      expectErrorDocument(await send("GET /articles/99"), 404);
    });

    test("inside a plugin with a prefix of its own", async () => {
      make();
      await app.register(
        async (scope) => {
          await scope.register(fastifyPlugin(api, options), { prefix: "/api" });
        },
        { prefix: "/outer" },
      );
      const send = await listen();
      expect(expectDocument(await send("GET /outer/api/articles/1")).links.self).toBe("/outer/api/articles/1");
      expectErrorDocument(await send("GET /outer/api/nope"), 404);
    });

    test("limits are configurable", async () => {
      make();
      const limits: FastifyPluginOptions["limits"] = { bodySize: 100, queryLength: 30, includes: 1, includeDepth: 1 };
      await app.register(fastifyPlugin(api, { ...options, limits }), { prefix: "/api" });
      const send = await listen();
      const body = { headers: { "content-type": MEDIA_TYPE }, text: `{"data":${" ".repeat(100)}{}}` };
      expectErrorDocument(await send("POST /api/articles", body), 413);
      expectErrorDocument(await send(`GET /api/articles?custom_thing=${"a".repeat(18)}`), 400);
      expectErrorDocument(await send("GET /api/articles/1?include=a,b"), 400);
      const [error] = expectErrorDocument(await send("GET /api/articles/1?include=author.articles"), 400);
      expect(error.source).toBeDefined();
    });
  });

  describe("hooks of the app", () => {
    test("onRequest that throws is a JSON:API error, with its status; other hooks run as for any route", async () => {
      make();
      const seen: string[] = [];
      app.addHook("onRequest", async (request, reply) => {
        seen.push(`onRequest ${request.routeOptions.url}`);
        const who = request.headers.authorization;
        if (who === "status") throw Object.assign(new Error("Log in."), { statusCode: 401 });
        if (who === "code") {
          reply.code(403);
          throw new Error("Not you.");
        }
        if (who === "busy") throw Object.assign(new Error("hunter2"), { statusCode: 503 });
        if (who === "ours") throw new Unauthorized("Who are you?", { headers: { "www-authenticate": "Basic" } });
        if (who === "broken") throw new Error("hunter2");
        if (who === "answer") return reply.code(402).send("pay");
        return undefined;
      });
      app.addHook("preHandler", async () => void seen.push("preHandler"));
      app.addHook("onSend", async (_request, reply, payload) => {
        seen.push("onSend");
        reply.header("x-length", `${(payload as Buffer | undefined)?.length}`);
        return payload;
      });
      app.addHook("onResponse", async () => void seen.push("onResponse"));
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      const send = await listen();
      const as = (authorization: string) => send("GET /api/articles/1", { headers: { authorization } });

      const answer = await as("ann");
      expectDocument(answer);
      expect(answer.headers["x-length"]).toBe(`${Buffer.byteLength(answer.text)}`);
      await new Promise((resolve) => setImmediate(resolve));
      expect(seen).toEqual(["onRequest /api/articles/:id", "preHandler", "onSend", "onResponse"]);

      expect(expectErrorDocument(await as("status"), 401)[0]).toMatchObject({
        code: "unauthorized",
        detail: "Log in.",
      });
      expect(expectErrorDocument(await as("code"), 403)[0]).toMatchObject({ code: "forbidden", detail: "Not you." });
      const ours = await as("ours");
      expect(expectErrorDocument(ours, 401)[0].detail).toBe("Who are you?");
      expect(ours.headers["www-authenticate"]).toBe("Basic");
      const busy = await as("busy");
      expect(expectErrorDocument(busy, 503)[0].code).toBe("service_unavailable");
      expect(busy.text).not.toContain("hunter2");
      const broken = await as("broken");
      expectErrorDocument(broken, 500);
      expect(broken.text).not.toContain("hunter2");
      expect(await as("answer")).toMatchObject({ status: 402, text: "pay" });
    });

    test("onSend may replace the payload, and a hook that fails is a JSON:API error", async () => {
      make();
      app.addHook("preSerialization", async () => {
        throw new Error("never: the payload is not an object");
      });
      app.addHook("preHandler", async (request) => {
        if (request.query && "fail" in (request.query as object))
          throw Object.assign(new Error("No."), { statusCode: 418 });
      });
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      const send = await listen();
      expectDocument(await send("GET /api/articles/1"));
      expect(expectErrorDocument(await send("GET /api/articles/1?fail"), 418)[0].detail).toBe("No.");
    });

    test.each(["preParsing", "preValidation", "preHandler"] as const)(
      "%s guards every request, with any Content-Type",
      async (hook) => {
        make();
        app.addHook(hook, async (request: { headers: { authorization?: string } }) => {
          if (request.headers.authorization === undefined)
            throw Object.assign(new Error("Log in."), { statusCode: 401 });
        });
        const store = new Store();
        const context = t.context(() => ({ store, user: undefined }));
        await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
        const send = await listen();
        for (const type of [undefined, "nonsense", "a/b, c/d", "application/json", MEDIA_TYPE]) {
          for (const line of ["DELETE /api/articles/1", "PUT /api/articles/2/publish", "POST /api/articles/2/count"]) {
            expectErrorDocument(await send(line, { headers: { "content-type": type } }), 401);
            expectErrorDocument(await send(line, { headers: { "content-type": type }, text: "x" }), 401);
          }
        }
        expect([store.articles.has(1), store.articles.get(2)?.published, store.calls]).toEqual([true, false, []]);
        const headers = { authorization: "ann", "content-type": "nonsense" };
        expect(JSON.parse((await send("POST /api/articles/2/count", { headers, text: "x" })).text).type).toBe(
          "nonsense",
        );
        expect((await send("DELETE /api/articles/1", { headers })).status).toBe(204);
      },
    );

    test("a host that rejects by timeout of its own gets a JSON:API error", async () => {
      make();
      app.addHook("preParsing", async () => {
        throw Object.assign(new Error("Too slow."), { statusCode: 408 });
      });
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      const send = await listen();
      expect(expectErrorDocument(await send("GET /api/articles/1"), 408)[0].code).toBe("request_timeout");
    });
  });

  describe("with an asynchronous onSend hook", () => {
    // One answer below the length at which texts are encoded early, one above.
    const PATHS = ["/api/articles/1", "/api/articles", "/api/articles/99"];

    async function listenWith(change: (payload: string) => string) {
      make();
      const seen: unknown[] = [];
      app.addHook("onSend", async (_request, reply, payload) => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(payload);
        reply.header("x-hook", "ran");
        return typeof payload === "string" || Buffer.isBuffer(payload) ? change(`${payload}`) : payload;
      });
      await app.register(fastifyPlugin(api, options), { prefix: "/api" });
      return { send: await listen(), seen };
    }

    test("a header that it sets is sent, and the document as it was", async () => {
      const { send, seen } = await listenWith((payload) => payload);
      for (const path of PATHS) {
        const answer = await send(`GET ${path}`);
        expect([answer.headers["x-hook"], answer.headers["content-type"]]).toEqual(["ran", MEDIA_TYPE]);
        expect(answer.headers["content-length"]).toBe(`${Buffer.byteLength(answer.text)}`);
        expect(`${seen.at(-1)}`).toBe(answer.text);
        if (answer.status === 200) expectDocument(answer);
        else expectErrorDocument(answer, 404);
      }
      expect(seen.map((payload) => typeof payload)).toEqual(["string", "object", "string"]);
    });

    test("a payload that it makes is sent instead, with its own length", async () => {
      const { send } = await listenWith((payload) => JSON.stringify({ ...JSON.parse(payload), meta: { hook: "é" } }));
      for (const path of PATHS) {
        const answer = await send(`GET ${path}`);
        expect((JSON.parse(answer.text) as Json).meta).toEqual({ hook: "é" });
        expect(answer.headers["content-length"]).toBe(`${Buffer.byteLength(answer.text)}`);
        expect(answer.headers["content-type"]).toBe(MEDIA_TYPE);
        const head = await send(`HEAD ${path}`);
        expect([head.text, head.headers["content-length"]]).toEqual(["", answer.headers["content-length"]]);
      }
    });

    test("an answer without a body has none", async () => {
      const { send, seen } = await listenWith(() => "never");
      const answer = await send("DELETE /api/articles/1");
      expect([answer.status, answer.text, answer.headers["x-hook"], seen]).toEqual([204, "", "ran", [undefined]]);
    });

    test("one that fails is answered by a JSON:API error", async () => {
      const { send } = await listenWith((payload) => {
        if (payload.includes('"errors"')) return payload;
        throw new Error("SECRET");
      });
      for (const path of PATHS.slice(0, 2)) expectErrorDocument(await send(`GET ${path}`), 500);
    });
  });

  test("@fastify/compress compresses documents, errors and rpc answers", async () => {
    make();
    await app.register(compress, { threshold: 0, customTypes: /json$/, encodings: ["gzip"] });
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const headers = { "accept-encoding": "gzip" };
    const list = await fetch(`${origin}/api/articles`, { headers });
    expect(list.headers.get("content-encoding")).toBe("gzip");
    expect(list.headers.get("content-type")).toBe(MEDIA_TYPE);
    expect(list.headers.get("vary")).toMatch(/accept/i);
    expect(list.headers.get("vary")).toMatch(/accept-encoding/i);
    const document: Json = await list.json();
    expect(document.data).toHaveLength(20);
    const missing = await fetch(`${origin}/api/articles/99`, { headers });
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, MEDIA_TYPE]);
    expect(((await missing.json()) as Json).errors).toHaveLength(1);

    // Short and long, it is the document that would be sent without.
    for (const [path, isLong] of [
      ["/api/articles/1", false],
      ["/api/articles", true],
    ] as const) {
      const plain = await fetch(`${origin}${path}`, { headers: { "accept-encoding": "identity" } });
      const zipped = await fetch(`${origin}${path}`, { headers });
      const text = await plain.text();
      expect([plain.headers.get("content-encoding"), text.length > 4096]).toEqual([null, isLong]);
      expect([zipped.headers.get("content-encoding"), await zipped.text()]).toEqual(["gzip", text]);

      const head = await fetch(`${origin}${path}`, { method: "HEAD", headers });
      expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, MEDIA_TYPE, ""]);
    }
  });

  test("@fastify/compress decompresses bodies, within the limit", async () => {
    make();
    await app.register(compress);
    const t = trestle();
    const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
    const api = t.router({ notes: notes.routes(notes.createOne(({ input }) => ({ id: 1, text: input.text }))) });
    await app.register(fastifyPlugin(api, { limits: { bodySize: 10_000 } }), { prefix: "/api" });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const create = (body: Uint8Array<ArrayBuffer>) =>
      fetch(`${origin}/api/notes`, {
        method: "POST",
        headers: { "content-type": MEDIA_TYPE, "content-encoding": "gzip" },
        body,
      });
    const zipped = (text: string) =>
      new Uint8Array(gzipSync(JSON.stringify({ data: { type: "notes", attributes: { text } } })));

    const created = await create(zipped("Größe"));
    expect([created.status, ((await created.json()) as Json).data.attributes.text]).toEqual([201, "Größe"]);
    expect((await create(zipped("x".repeat(20_000)))).status).toBe(413);
    expect((await create(zipped("Größe").subarray(0, 30))).status).toBe(400);
    expect((await create(new Uint8Array([1, 2, 3, 4]))).status).toBeGreaterThanOrEqual(400);
    expect((await create(zipped("x"))).status).toBe(201);
  });

  test("HEAD is served with GET", async () => {
    make();
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const send = await listen();
    const answer = await send("HEAD /api/articles");
    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([200, "", MEDIA_TYPE]);
    expect(Number(answer.headers["content-length"])).toBeGreaterThan(1000);
  });

  test("operations at one URL share a route of Fastify's", async () => {
    const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
    const row = () => ({ id: 1, text: "a" });
    const routes = notes.routes(
      notes.getMany(() => [row()]),
      notes.createOne(row),
      notes.getOne(row),
      notes.deleteOne(() => undefined),
      notes.rpc("copy", { bodySize: 100 }, () => new Response("copied")),
    );
    make();
    const added: unknown[] = [];
    app.addHook("onRoute", ({ method, url, bodyLimit }) => void added.push([method, url, bodyLimit]));
    await app.register(fastifyPlugin(t.router({ notes: routes }), options), { prefix: "/api" });
    expect(added).toEqual([
      [["GET", "HEAD", "POST"], "/api/notes", 1_048_576],
      [["GET", "HEAD", "DELETE"], "/api/notes/:id", 1_048_576],
      [["POST"], "/api/notes/:id/copy", 100],
    ]);
    expect(app.hasRoute({ method: "DELETE", url: "/api/notes/:id" })).toBe(true);
    const send = await listen();
    expectDocument(await send("GET /api/notes"));
    expect((await send("DELETE /api/notes/1")).status).toBe(204);
    const headers = { "content-type": MEDIA_TYPE };
    const text = JSON.stringify({ data: { type: "notes", attributes: { text: "x".repeat(100) } } });
    expectDocument(await send("POST /api/notes", { headers, text }));
    expectErrorDocument(await send("POST /api/notes/1/copy", { headers, text }), 413);
    const [refused] = expectErrorDocument(await send("PATCH /api/notes/1", { headers, text: "{}" }), 403);
    expect(refused.code).toBe("update_not_allowed");
  });

  describe("with one route for all operations", () => {
    const notes = t.resource("notes", { id: z.string(), attributes: { text: z.string() }, createFields: ["text"] });
    const row = (id: string) => ({ id, text: "a" });
    const notesApi = t.router({
      notes: notes.routes(
        notes.getMany(() => [row("1")]),
        notes.createOne(() => row("1")),
        notes.getOne(({ id }) => row(id)),
        notes.rpc("copy", { bodySize: 100 }, () => new Response("copied")),
      ),
    });
    const register = (more?: FastifyPluginOptions) =>
      app.register(fastifyPlugin(notesApi, { ...options, routes: "one", ...more }), { prefix: "/api" });

    test("only what has a body limit of its own has a route of its own", async () => {
      make();
      const added: unknown[] = [];
      app.addHook("onRoute", ({ method, url, bodyLimit }) => void added.push([method, url, bodyLimit]));
      await register({ limits: { bodySize: 300 } });
      expect(added).toEqual([
        [["POST"], "/api/notes/:id/copy", 100],
        [["HEAD", "GET", "POST"], "/api/*", 300],
      ]);
      const send = await listen();
      expectDocument(await send("GET /api/notes"));
      const headers = { "content-type": MEDIA_TYPE };
      const text = (length: number) =>
        JSON.stringify({ data: { type: "notes", attributes: { text: "x".repeat(length) } } });
      expectDocument(await send("POST /api/notes", { headers, text: text(100) }));
      expectErrorDocument(await send("POST /api/notes", { headers, text: text(300) }), 413);
      expectErrorDocument(await send("POST /api/notes/1/copy", { headers, text: text(100) }), 413);
    });

    test("ids arrive as they were sent", async () => {
      make();
      await register();
      const send = await listen();
      const idOf = async (path: string) => expectDocument(await send(`GET /api/notes/${path}`)).data.id;
      expect(await idOf("a%2Fb%20c")).toBe("a/b c");
      expect(await idOf("*")).toBe("*");
      for (const path of ["/notes/", "/notes//", "/notes/1/", "//notes"]) {
        expectErrorDocument(await send(`GET /api${path}`), 404);
      }
      expectErrorDocument(await send("GET /api/notes/%ff"), 400);
    });

    test("the app's own routes come first, and its own not-found answer, where it is to answer", async () => {
      make();
      app.get("/api/health", () => "well");
      app.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: "nothing here" }));
      await register({ notFound: false });
      const send = await listen();
      expect((await send("GET /api/health")).text).toBe("well");
      for (const line of ["GET /api/nope", "PUT /api/notes", "DELETE /api/notes/1"]) {
        expect(JSON.parse((await send(line)).text)).toEqual({ host: "nothing here" });
      }
      expectDocument(await send("GET /api/notes/1"));
    });

    test("hooks run for it", async () => {
      make();
      const seen: unknown[] = [];
      app.addHook("preHandler", async ({ routeOptions, url }) => void seen.push([routeOptions.url, url]));
      await register();
      const send = await listen();
      await send("GET /api/notes/1");
      expect(seen).toEqual([["/api/*", "/api/notes/1"]]);
    });
  });

  test("an app that does not expose HEAD routes works too", async () => {
    make({ ...serverOptions, exposeHeadRoutes: false });
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const send = await listen();
    expectDocument(await send("GET /api/articles"));
    expect((await send("HEAD /api/articles")).status).toBe(200);
    expect((await send("HEAD /api/articles/1/publish")).status).toBe(405);
  });

  test("app.close in the middle of a request lets it finish", async () => {
    make();
    const store = new Store();
    const context = t.context(() => ({ store, user: undefined }));
    await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
    const send = await listen();
    const answer = send("GET /api/faults/slow/user", { headers: { connection: "close" } });
    while (!store.trace.includes("slow begins")) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = app.close();
    expect((await answer).status).toBe(200);
    await closed;
    expect(store.trace).toContain("slow ends");
  });

  test("works without serverOptions, too", async () => {
    make({});
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const send = await listen();
    expectDocument(await send("GET /api/articles"));
    expectErrorDocument(await send("GET /api/nope"), 404);
    expect((await send(`GET /api/tags/${"x".repeat(101)}`)).status).toBeLessThan(500); // Fastify's own maximum is 100
  });

  test("a header that cannot be written is a 500, also behind an asynchronous hook", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const notes = trestle().resource("notes", { id: z.int32(), attributes: { text: z.string() } });
    const routes = notes.routes(notes.getOne(({ id }) => ({ id, text: "One" })));
    make();
    app.addHook("preHandler", async (_request, reply) => void reply.header("x-name", "\u2713"));
    await app.register(fastifyPlugin(trestle().router({ notes: routes })));
    const { statusCode } = await app.inject({ url: "/notes/1" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", note);
    expect([statusCode, unhandled]).toEqual([500, []]);
  });

  test("serves requests that are injected", async () => {
    make();
    await app.register(fastifyPlugin(api, options), { prefix: "/api" });
    const { statusCode, headers, payload } = await app.inject({ url: "/api/articles/1" });
    expectDocument({ status: statusCode, headers: headers as never, text: payload });
    const created = await app.inject({
      method: "POST",
      url: "/api/tags",
      headers: { "content-type": MEDIA_TYPE },
      payload: JSON.stringify({ data: { type: "tags", id: "x", attributes: { label: "X" } } }),
    });
    expect(created.statusCode).toBe(201);
  });
});
