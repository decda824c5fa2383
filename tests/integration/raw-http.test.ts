import { once } from "node:events";
import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectErrorDocument } from "../support/documents.js";
import { type RawAnswer, sendRaw } from "../support/http.js";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

describe("what arises before any plugin, with serverOptions", () => {
  let app: FastifyInstance;
  let origin: string;

  beforeAll(async () => {
    const http = { connectionsCheckingInterval: 50, headersTimeout: 200 };
    app = Fastify({ ...serverOptions, http, requestTimeout: 200 }) as FastifyInstance;
    const context = t.context(() => ({ store: new Store(), user: undefined }));
    await app.register(fastifyPlugin(api, { context }), { prefix: "/api" });
    origin = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => app.close());

  /** Writes bytes to a socket of its own, and reads until the server closes it. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.setEncoding("utf8");
    let text = "";
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.write(bytes);
    await once(socket, "close");
    return text;
  }

  /** The last answer in what a server wrote. */
  function lastAnswer(text: string): RawAnswer {
    const start = text.lastIndexOf("HTTP/1.1 ");
    const [head = "", body = ""] = text.slice(start).split("\r\n\r\n");
    const [line = "", ...lines] = head.split("\r\n");
    const headers = Object.fromEntries(
      lines.map((header) => header.split(": ")).map(([name = "", value]) => [name.toLowerCase(), value]),
    );
    return { status: Number(line.split(" ")[1]), headers, text: body };
  }

  test.each([
    ["no HTTP at all", "nonsense\r\n\r\n", 400],
    ["an unknown method", "NOPE /api/articles HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["an unknown version", "GET /api/articles HTTP/9.9\r\nHost: x\r\n\r\n", 400],
    ["a header without a colon", "GET /api/articles HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400],
    ["a negative length", "POST /api/articles HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400],
    ["two lengths", "POST /api/articles HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "a bad chunk",
      "POST /api/articles HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
    ],
    ["a space in the path", "GET /api/arti cles HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["headers without end", `GET /api/articles HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["headers that never come", "GET /api/articles HTTP/1.1\r\nHost:", 408],
  ])("%s is a JSON:API error", async (_, bytes, status) => {
    expectErrorDocument(lastAnswer(await exchange(bytes)), status);
  });

  test("a missing Host is a 400 in every form", async () => {
    expect(await exchange("GET /api/articles HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });

  test("a strange Host, also with an rpc, which needs a URL", async () => {
    for (const [host, status] of [
      ["a b", 400],
      ["[", 200],
      ["x:99999", 200],
      ["é", 200],
    ]) {
      const answer = await exchange(
        `PUT /api/articles/1/publish HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      expect([host, lastAnswer(answer).status]).toEqual([host, status]);
    }
  });

  test("an absolute request target is read as a proxy's, or as nothing: never a 5xx", async () => {
    for (const target of ["http://example.com/api/articles/1", "//example.com/api/articles/1", "*", "api/articles"]) {
      const answer = lastAnswer(await exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
      expect([target, answer.status < 500]).toEqual([target, true]);
      if (answer.status >= 400 && answer.headers["content-type"]?.includes("vnd")) expectErrorDocument(answer);
    }
  });

  test.each(["/api/articles/%ff", "/api/%", "/%zz"])("bad percent-encoding is a 400: %s", async (path) => {
    expectErrorDocument(await sendRaw(origin, `GET ${path}`), 400);
  });

  test("an id that is too long is a 404", async () => {
    expectErrorDocument(await sendRaw(origin, `GET /api/tags/${"x".repeat(501)}`), 404);
  });

  test("a body that ends too soon gets no response, and the server does not crash", async () => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      "POST /api/articles HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\nContent-Length: 100\r\n\r\n{",
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await once(socket, "close");
    expect((await sendRaw(origin, "GET /api/articles/1")).status).toBe(200);
  });
});
