import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { json, respond, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { everyServer } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { PATIENCE } from "../support/patience.js";
import { describeServers } from "../support/serve.js";

const TEXT = `${"a".repeat(50_000)}HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsmuggle`;

/** A server whose responses are forwarded. */
async function startUpstream(): Promise<string> {
  const bodies: Readonly<Record<string, readonly [coding: string | undefined, body: Buffer]>> = {
    "/plain": [undefined, Buffer.from(TEXT)],
    "/gzip": ["gzip", gzipSync(TEXT)],
    "/two": ["gzip, br", brotliCompressSync(gzipSync(TEXT))],
    "/unusual": ["unusual", Buffer.from("packed in an unusual way")],
  };
  const server = createServer((request, response) => {
    const [coding, body] = bodies[request.url ?? ""] ?? [undefined, Buffer.from("")];
    response.setHeader("Connection", "close, X-Hop");
    response.setHeader("X-Hop", "1");
    response.setHeader("X-End", "2");
    response.setHeader("Keep-Alive", "timeout=1");
    response.setHeader("Content-Length", body.length);
    if (coding !== undefined) response.setHeader("Content-Encoding", coding);
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that sends its chunks one by one. A number is milliseconds to wait. */
function streamOf(...chunks: readonly unknown[]): { readonly body: ReadableStream; readonly cancelled: () => boolean } {
  let isCancelled = false;
  const left = [...chunks];
  const body = new ReadableStream(
    {
      async pull(controller) {
        if (left[0] === "wait")
          await new Promise((resolve) => setTimeout(resolve, Number(left.splice(0, 1).length) * 30));
        if (left.length === 0) controller.close();
        else controller.enqueue(left.shift());
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, cancelled: () => isCancelled };
}

type Answer = () => Response | Promise<Response>;

function apiOf(answer: Answer) {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  return t.router({
    notes: notes.routes(
      notes.getOne(({ id }) => ({ id })),
      notes.rpc("given", { method: "GET" }, () => answer()),
      notes.rpc("affecting", { method: "GET", affects: ["notes"] }, () => answer()),
    ),
  });
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads responses as a client or a proxy does: each ends where its head says. Undefined at the end if a response is not complete. */
function responsesIn(all: string): readonly (Received | undefined)[] {
  const received: (Received | undefined)[] = [];
  let rest = all;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) return [...received, undefined];
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(":")).toLowerCase(),
        header.slice(header.indexOf(":") + 2),
      ]),
    );
    rest = rest.slice(end + 4);
    let body = "";
    if (headers["transfer-encoding"] === "chunked") {
      for (;;) {
        const size = Number.parseInt(rest, 16);
        const start = rest.indexOf("\r\n") + 2;
        if (Number.isNaN(size) || rest.length < start + size + 2) return [...received, undefined];
        body += rest.slice(start, start + size);
        rest = rest.slice(start + size + 2);
        if (size === 0) break;
      }
    } else {
      const length = Number(headers["content-length"] ?? 0);
      if (rest.length < length) return [...received, undefined];
      body = rest.slice(0, length);
      rest = rest.slice(length);
    }
    received.push({ status: Number(line.split(" ")[1]), headers, body });
  }
  return received;
}

/** Writes on a connection of its own, and reads until `isEnough` or the end. */
async function exchange(origin: string, request: string | Buffer, isEnough: (all: string) => boolean): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  let all = "";
  let isOver = false;
  socket.on("data", (chunk: string) => {
    all += chunk;
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isOver = true;
  });
  socket.write(request);
  await vi.waitFor(() => expect(isOver || isEnough(all)).toBe(true), PATIENCE);
  await new Promise((resolve) => setTimeout(resolve, 50)); // for what should not come
  return all;
}

const get = (action: string) => `GET /api/notes/1${action} HTTP/1.1\r\nHost: x\r\n\r\n`;
const DOCUMENT = `"links":{"self":"/api/notes/1"}`;

/** Sends two requests on one connection. The second is for a document that every client knows. */
async function pipelined(origin: string, action = "/given"): Promise<readonly (Received | undefined)[]> {
  const all = await exchange(origin, get(action) + get(""), (text) => text.includes(DOCUMENT));
  return responsesIn(all);
}

describeServers("an rpc that forwards a response", (serve) => {
  test.each([
    ["a plain one", "/plain", "/given"],
    ["a packed one", "/gzip", "/given"],
    ["one that is packed twice", "/two", "/given"],
    ["a packed one of an operation that affects others", "/gzip", "/affecting"],
  ])("%s: the next response of the connection is the server's own", async (_what, path, action) => {
    const upstream = await startUpstream();
    const { origin } = await serve(apiOf(() => fetch(upstream + path)));
    const [first, second, ...more] = await pipelined(origin, action);
    expect(first?.body).toBe(TEXT);
    expect(first?.headers).toMatchObject({ "x-end": "2" });
    expect(Object.keys(first?.headers ?? {})).not.toEqual(expect.arrayContaining(["content-encoding"]));
    expect(first?.headers["x-hop"]).toBeUndefined();
    expect(first?.headers.connection).not.toBe("close, X-Hop");
    expect(first?.headers["keep-alive"]).not.toBe("timeout=1");
    expect(first?.headers["content-length"]).toBe(path === "/plain" ? `${TEXT.length}` : undefined);
    expect(second?.body).toContain(DOCUMENT);
    expect(more).toEqual([]);
  });

  test("a coding that no fetch decodes is kept, because the body is as it came", async () => {
    const upstream = await startUpstream();
    const { origin } = await serve(apiOf(() => fetch(`${upstream}/unusual`)));
    const [first, second] = await pipelined(origin);
    expect([first?.body, first?.headers["content-encoding"]]).toEqual(["packed in an unusual way", "unusual"]);
    expect(second?.body).toContain(DOCUMENT);
  });

  test("a HEAD has no length of a packed body", async () => {
    const upstream = await startUpstream();
    const { origin } = await serve(apiOf(() => fetch(`${upstream}/gzip`)));
    const all = await exchange(origin, get("/given").replace("GET", "HEAD") + get(""), (text) =>
      text.includes(DOCUMENT),
    );
    const [head = ""] = all.split("\r\n\r\n", 1);
    expect(head).toMatch(/^HTTP\/1.1 200/);
    expect(head).not.toMatch(/content-encoding|content-length: [1-9]/i);
    expect(responsesIn(all.slice(head.length + 4))).toHaveLength(1);
  });
});

describeServers("the Content-Length of an rpc's response", (serve) => {
  test("is sent if it is true, also for a stream, and for a HEAD", async () => {
    const answer = () => new Response(streamOf(bytes("ab"), "c").body, { headers: { "content-length": "3" } });
    const { origin } = await serve(apiOf(answer));
    const [first, second] = await pipelined(origin);
    expect([first?.body, first?.headers["content-length"]]).toEqual(["abc", "3"]);
    expect(second?.body).toContain(DOCUMENT);
    const head = await fetch(`${origin}/api/notes/1/given`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("3");
  });

  test.each([
    ["smaller", "5", [bytes("a".repeat(5)), "wait", bytes("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsmuggle")]],
    ["smaller, in one chunk", "5", [bytes("aaaaaHTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsmuggle")]],
    ["smaller, after a pause", "5", ["wait", bytes("aaaaaHTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nsmuggle")]],
    ["larger", "50", [bytes("aaaaa")]],
    ["larger, after a pause", "50", ["wait", bytes("aaaaa")]],
  ] as const)(
    "if it is %s than the body, no byte of one response is read as another",
    async (_what, length, chunks) => {
      const { origin } = await serve(
        apiOf(() => new Response(streamOf(...chunks).body, { headers: { "content-length": length } })),
      );
      const all = await exchange(origin, get("/given") + get(""), (text) => text.includes(DOCUMENT));
      expect(all).not.toContain("smuggle");
      const [first, ...more] = responsesIn(all);
      // The response ends where its head says, and the connection is closed; if nothing of it was sent, it is an error.
      if (first === undefined || first.status === 200) expect([first?.body ?? "aaaaa", more]).toEqual(["aaaaa", []]);
      else expect([first.status, more.map((one) => one?.body)]).toEqual([500, [expect.stringContaining(DOCUMENT)]]);
    },
  );

  test.each([
    ["no body", () => new Response(null, { headers: { "content-length": "9" } })],
    ["no content", () => new Response(null, { status: 204, headers: { "content-length": "9" } })],
    ["a text", () => new Response("abc", { headers: { "content-length": "nine" } })],
    [
      "two lengths",
      () =>
        new Response("abc", {
          headers: [
            ["content-length", "1"],
            ["content-length", "3"],
          ],
        }),
    ],
    [
      "a transfer coding",
      () => new Response("abc", { headers: { "transfer-encoding": "gzip", connection: "upgrade" } }),
    ],
  ] as const)("is not sent with %s if it does not fit", async (_what, answer) => {
    const { origin } = await serve(apiOf(answer));
    const [first, second, ...more] = await pipelined(origin);
    expect(first?.status).toBe(answer().status);
    expect(first?.body).toBe(await answer().text());
    expect(second?.body).toContain(DOCUMENT);
    expect(more).toEqual([]);
  });

  test("of JSON is checked, too", async () => {
    const { origin } = await serve(apiOf(() => json({ a: 1 }, { headers: { "content-length": "2" } })));
    const [first, second] = await pipelined(origin);
    expect(first?.status).not.toBe(200);
    if (first !== undefined) expect(second?.body).toContain(DOCUMENT);
  });
});

describeServers("a chunk of an rpc's stream", (serve, adapter) => {
  test("may be text, as may that of a request", async () => {
    const { origin } = await serve(apiOf(() => new Response(streamOf("grö", "wait", "ße").body)));
    expect(await (await fetch(`${origin}/api/notes/1/given`)).text()).toBe("größe");
  });

  test.each([
    ["an object", {}],
    ["a number", 5],
    ["a list", [1, 2]],
    ["null", null],
    ["undefined", undefined],
    ["a buffer without a view", new ArrayBuffer(3)],
  ])("that is %s cuts the response, ends the stream, and the server stays", async (_what, chunk) => {
    for (const before of [[bytes("first"), "wait"], ["wait"], []]) {
      const { body, cancelled } = streamOf(...before, chunk, "never");
      const { origin } = await serve(apiOf(() => new Response(body)));
      const all = await exchange(origin, get("/given") + get(""), (text) => text.includes(DOCUMENT));
      expect(all).not.toContain("never");
      const [first, ...more] = responsesIn(all);
      if (first === undefined) expect(more).toEqual([]);
      else expect([adapter, first.status, more.length]).toEqual(["Fastify", 500, 1]);
      expect(cancelled()).toBe(true);
      expect((await fetch(`${origin}/api/notes/1`)).status).toBe(200);
    }
  });
});

const OF_RESPONSE = {
  "cache-control": "max-age=99",
  "content-encoding": "gzip",
  "content-length": "10",
  "content-type": "text/csv",
  etag: '"1"',
  location: "/there",
  "set-cookie": "own=1",
  vary: "Cookie",
  "x-hook": "replaced",
};

/** Fetch has sent the head by then. */
describe.each(everyServer.filter(({ isFastify }) => isFastify))(
  "a response that fails before its head is sent: $name",
  (server) => {
    const hooks = (app: FastifyInstance) => {
      app.addHook("onRequest", async (_request, reply) => {
        reply.header("x-hook", "1").header("set-cookie", "a=1").header("set-cookie", "b=1");
      });
      app.addHook("onSend", async (request, reply) => {
        if (request.method === "POST" && reply.statusCode === 201) throw new Error("Not sent.");
      });
    };
    const t = trestle();
    const notes = t.resource("notes", { id: z.int(), attributes: {} });
    const api = t.router({
      notes: notes.routes(
        notes.createOne(() => respond({ id: 1 }, { headers: { "cache-control": "max-age=99", "x-hook": "replaced" } })),
        notes.getOne(() => {
          throw new Error("Without a response.");
        }),
        notes.rpc("chunk", { method: "GET" }, () => new Response(streamOf({}).body, { headers: OF_RESPONSE })),
        notes.rpc("pull", { method: "GET" }, () => {
          const pull = () => {
            throw new Error("Nothing comes.");
          };
          return new Response(new ReadableStream({ pull }), { headers: OF_RESPONSE });
        }),
      ),
    });

    test.each(["GET /api/notes/1/chunk", "GET /api/notes/1/pull", "POST /api/notes"])(
      "%s is a 500 with the headers of any other one, and those of hooks",
      async (line) => {
        const { origin, logged } = await server.serve(api, { before: hooks });
        const sending = { headers: { "content-type": MEDIA_TYPE }, text: '{"data":{"type":"notes"}}' };
        const failed = await sendRaw(origin, line, line.startsWith("POST") ? sending : {});
        if (line.startsWith("POST")) expect(logged).toMatchObject([{ message: "Not sent." }]);
        const other = await sendRaw(origin, "GET /api/notes/1");
        const { date: _, ...headers } = failed.headers;
        const { date: __, ...expected } = other.headers;
        expect([failed.status, headers]).toEqual([500, expected]);
        expect(headers).toMatchObject({ "x-hook": "1", "set-cookie": ["a=1", "b=1"], vary: "Accept" });
        expect(JSON.parse(failed.text)).toMatchObject({ errors: [{ status: "500" }] });
      },
    );
  },
);

describeServers("a HEAD of an rpc", (serve) => {
  test("for a 204 has no Content-Length, which HTTP/2 would refuse", async () => {
    const { origin } = await serve(
      apiOf(() => new Response(null, { status: 204, headers: { "content-length": "5" } })),
    );
    const { status, headers } = await fetch(`${origin}/api/notes/1/given`, { method: "HEAD" });
    expect([status, headers.get("content-length")]).toEqual([204, null]);
  });
});

describeServers("a Response that was read before", (serve) => {
  test.each(["GET", "HEAD"])("is a 500 to %s, and the log says what to return", async (method) => {
    const { origin, logged } = await serve(
      apiOf(async () => {
        const response = new Response("abc");
        await response.text();
        return response;
      }),
    );
    expect((await fetch(`${origin}/api/notes/1/given`, { method })).status).toBe(500);
    expect(logged).toEqual([
      'notes.rpc("given"): the body of the Response was read before. Return a response.clone() made before that.',
    ]);
  });
});

const JSON_BODY = "Host: x\r\nContent-Type: application/json\r\n";

describeServers("the framing of a request", (serve, adapter) => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  let upstream = "";
  const api = t.router({
    notes: notes.routes(
      notes.getOne(({ id }) => ({ id })),
      notes.rpc("sent", { method: "POST", bodySize: 10 }, async ({ request }) => new Response(await request.text())),
      // `duplex` is what fetch asks of a streamed body, and the DOM's types do not know it.
      notes.rpc("forwarded", { method: "POST", bodySize: 10 }, ({ request: { body } }) =>
        fetch(upstream, { method: "POST", body, duplex: "half" } as RequestInit),
      ),
    ),
  });
  const CHUNKED = "\r\n1\r\n5\r\n0\r\n\r\n";

  test.each([
    ["chunked", 200],
    ["Chunked", 200],
    ["gzip, chunked", 400],
    ["chunked, chunked", 400],
    ["identity, chunked", 400],
  ])("Transfer-Encoding: %s is a %i", async (coding, status) => {
    const { origin } = await serve(api);
    const head = `POST /api/notes/1/sent HTTP/1.1\r\n${JSON_BODY}Connection: close\r\nTransfer-Encoding: ${coding}\r\n`;
    const [response, ...more] = responsesIn(await exchange(origin, head + CHUNKED, () => false));
    expect([response?.status, more]).toEqual([status, []]);
  });

  test("two headers Host are a 400", async () => {
    if (adapter === "Fetch") {
      const headers: [string, string][] = [
        ["host", "a"],
        ["host", "b"],
      ];
      expect((await fetchHandler(api)(new Request("http://a/notes/1", { headers }))).status).toBe(400);
      return;
    }
    const { origin } = await serve(api);
    const sent = "GET /api/notes/1 HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n";
    const [response] = responsesIn(await exchange(origin, sent, () => false));
    expect([response?.status, response?.body]).toEqual([400, expect.stringContaining("Host must occur once")]);
  });

  test("a body over the limit is a 413, also if a handler forwards it", async () => {
    upstream = await startUpstream();
    const { origin, logged } = await serve(api);
    for (const action of ["sent", "forwarded"]) {
      const head = `POST /api/notes/1/${action} HTTP/1.1\r\n${JSON_BODY}Transfer-Encoding: chunked\r\n`;
      const all = await exchange(origin, `${head}\r\nb\r\n12345678901\r\n0\r\n\r\n`, (text) => text.includes("}]}"));
      expect(responsesIn(all)[0]).toMatchObject({ status: 413 });
    }
    expect(logged).toEqual([]);
  });
});

test("a request of HTTP/1.1 without a Host is a 400 behind allowHTTP1, too", async () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id }))) });
  const server = everyServer.find(({ name }) => name === "Fastify, HTTP/1.1 with TLS");
  const { origin } = (await server?.serve(api)) ?? { origin: "" };
  const statusOf = async (head: string) => {
    const socket = connectTls({ host: "127.0.0.1", port: Number(new URL(origin).port), rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    socket.setEncoding("utf8").write(`${head}Connection: close\r\n\r\n`);
    const [text] = await once(socket, "data");
    return text.slice(0, 12);
  };
  expect(await statusOf("GET /api/notes/1 HTTP/1.1\r\n")).toBe("HTTP/1.1 400");
  expect(await statusOf("GET /api/notes/1 HTTP/1.1\r\nHost: a\r\n")).toBe("HTTP/1.1 200");
  expect(await statusOf("GET /api/notes/1 HTTP/1.0\r\n")).toBe("HTTP/1.1 200");
});
