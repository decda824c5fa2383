import { json, trestle, toMany, toOne } from "trestle";
import { openapiPages } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { describeEveryServer, open, until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";

/** What the handlers of one API saw. */
class Seen {
  readonly created: string[] = [];
  readonly signals: AbortSignal[] = [];
  cancelled = 0;
  runs = 0;
}

/** A stream that never ends by itself; with `listens` it ends when its signal is aborted. */
function endless(signal: AbortSignal, seen: Seen, listens = true): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setInterval>;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
      send();
      timer = setInterval(send, 10);
      if (!listens) return;
      signal.addEventListener("abort", () => {
        clearInterval(timer);
        controller.close();
      });
    },
    cancel() {
      clearInterval(timer);
      seen.cancelled++;
    },
  });
}

/** A stream that fails after its first piece is read. */
function failing(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pulls++ === 0) return controller.enqueue(new Uint8Array([1, 2, 3]));
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("The disk is gone.");
    },
  });
}

function makeApi(seen: Seen) {
  const t = trestle();
  const people = t.resource("people", { id: z.int(), attributes: {} });
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { title: z.string() },
    relationships: { author: toOne("people").nullable(), readers: toMany("people") },
    createFields: ["title"],
  });
  const row = (id: number, title = "Hello") => ({ id, title, author: null, readers: [] });
  const stream = (listens: boolean) => (args: { signal: AbortSignal }) => {
    seen.signals.push(args.signal);
    return new Response(endless(args.signal, seen, listens), { headers: { "content-type": "text/event-stream" } });
  };
  return t.router({
    people: people.routes(),
    notes: notes.routes(
      notes.getOne(({ id }) => row(id)),
      notes.getMany({ include: ["author"], sort: ["title"] }, () => [row(1)]),
      notes.createOne(({ input }) => {
        seen.created.push(input.title);
        return row(1, input.title);
      }),
      notes.rpc("events", { method: "GET" }, stream(true)),
      notes.rpc("deaf", { method: "GET" }, stream(false)),
      notes.rpc("quiet", { method: "GET" }, ({ signal }) => {
        seen.signals.push(signal);
        const cancel = () => void seen.cancelled++;
        const headers = { "content-type": "text/event-stream", "x-own": "1" };
        return new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}), cancel }), { headers });
      }),
      notes.rpc("failing", { method: "GET" }, () => new Response(failing())),
      notes.rpc("text", async ({ request }) => json({ url: request.url, text: await request.text() })),
      notes.rpc(
        "proxied",
        { method: "GET" },
        () =>
          new Response("x", {
            headers: {
              connection: "close, x-hop",
              "keep-alive": "timeout=5",
              "x-hop": "1",
              te: "trailers",
              "x-own": "1",
            },
          }),
      ),
      notes.rpc("vary", { method: "GET" }, () => new Response("x", { headers: { vary: "Cookie, ORIGIN" } })),
      notes.rpc("typed", { method: "GET" }, () => new Response("x", { headers: { "x-content-type-options": "own" } })),
    ),
  });
}

const pages = openapiPages(makeApi(new Seen()), { info: { title: "Notes", version: "1" } });
const jsonApi = { "content-type": MEDIA_TYPE };

/** A create whose title is made of the given bytes. */
function createWith(title: readonly number[]): Buffer {
  const [before = "", after = ""] = '{"data":{"type":"notes","attributes":{"title":"|"}}}'.split("|");
  return Buffer.concat([Buffer.from(before), Buffer.from(title), Buffer.from(after)]);
}

/** Every kind of response that Trestle makes. */
const RESPONSES: readonly (readonly [line: string, status: number])[] = [
  ["GET /api/notes", 200],
  ["HEAD /api/notes/1", 200],
  ["GET /api/notes?nope=1", 400],
  ["GET /api/notes/x", 404],
  ["GET /api/nope", 404],
  ["PATCH /api/notes", 405],
  ["POST /api/notes", 415],
  ["GET /api/openapi.json", 200],
  ["GET /api/docs", 200],
];

describeEveryServer("responses", ({ serve, isFastify }) => {
  test.each(RESPONSES)("%s forbids browsers to guess its type", async (line, status) => {
    const { origin } = await serve(makeApi(new Seen()), { pages });
    const sent = status === 415 ? { text: "x", headers: { "content-type": "text/plain" } } : {};
    const answer = await sendRaw(origin, line, sent);
    expect([answer.status, answer.headers["x-content-type-options"]]).toEqual([status, "nosniff"]);
  });

  test.runIf(isFastify)("an rpc passes on no headers about the connection of another server", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await sendRaw(origin, `${method} /api/notes/1/proxied`);
      expect(headers["x-own"]).toBe("1");
      for (const name of ["x-hop", "te"]) expect(headers).not.toHaveProperty(name);
      expect(headers["keep-alive"]).not.toBe("timeout=5, timeout=5");
    }
  });

  test("an rpc's own headers stay as they are", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    expect((await sendRaw(origin, "GET /api/notes/1/typed")).headers["x-content-type-options"]).toBe("own");
    expect((await sendRaw(origin, "GET /api/notes/1/vary")).headers.vary).toBe("Cookie, ORIGIN");
  });

  test.runIf(isFastify).each([
    ["Origin", "Origin, Accept", "Origin, Cookie"],
    ["accept, Origin", "accept, Origin", "accept, Origin, Cookie"],
    ["*", "*", "*"],
  ])("the Vary of a hook, %s, is kept on every one", async (own, document, rpc) => {
    const { origin } = await serve(makeApi(new Seen()), {
      pages,
      before: (app) => app.addHook("onRequest", async (_request, reply) => void reply.header("vary", own)),
    });
    for (const [line, status] of RESPONSES) {
      const sent = status === 415 ? { text: "x", headers: { "content-type": "text/plain" } } : {};
      const { headers } = await sendRaw(origin, line, sent);
      const isPage = line.includes("openapi") || line.includes("docs");
      expect([line, headers.vary]).toEqual([line, isPage ? own : document]);
    }
    expect((await sendRaw(origin, "GET /api/notes/1/vary")).headers.vary).toBe(rpc);
    expect((await sendRaw(origin, "HEAD /api/notes/1/vary")).headers.vary).toBe(rpc);
    expect((await sendRaw(origin, "POST /api/notes/1/text")).headers.vary).toBe(own);
  });

  test.runIf(isFastify)("a hook that appends to our Vary later keeps it", async () => {
    const { origin } = await serve(makeApi(new Seen()), {
      pages,
      before: (app) =>
        app.addHook("onSend", async (_request, reply) => {
          const before = reply.getHeader("vary");
          reply.header("vary", before === undefined ? "Origin" : `${before}, Origin`);
        }),
    });
    for (const [line, vary] of [
      ["GET /api/notes", "Accept, Origin"],
      ["GET /api/nope", "Accept, Origin"],
      ["GET /api/docs", "Origin"],
    ]) {
      expect([line, (await sendRaw(origin, line ?? "")).headers.vary]).toEqual([line, vary]);
    }
  });
});

describeEveryServer("a body", ({ serve }) => {
  test.each<[what: string, bytes: readonly number[]]>([
    ["a byte that no character begins with", [0xff]],
    ["a byte that only continues one", [0x80]],
    ["a character cut short", [0xe2, 0x82]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a lone surrogate", [0xed, 0xa0, 0x80]],
    ["beyond the last character", [0xf4, 0x90, 0x80, 0x80]],
  ])("that is not UTF-8 is a 400, and nothing is stored: %s", async (_, bytes) => {
    const seen = new Seen();
    const { origin, logged } = await serve(makeApi(seen));
    for (const framing of [{}, { "transfer-encoding": "chunked" }]) {
      const answer = await sendRaw(origin, "POST /api/notes", {
        text: createWith(bytes),
        headers: { ...jsonApi, ...framing },
      });
      const [error] = expectErrorDocument(answer, 400);
      expect([error.code, error.source]).toEqual(["malformed_json", { pointer: "" }]);
    }
    expect([seen.created, logged]).toEqual([[], []]);
  });

  test("that ends within a character is a 400", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    const text = Buffer.from([...Buffer.from('{"data":"'), 0xf0, 0x9f]);
    const [error] = expectErrorDocument(await sendRaw(origin, "POST /api/notes", { text, headers: jsonApi }), 400);
    expect(error.detail).toContain("UTF-8");
  });

  test("that begins with a byte order mark is read", async () => {
    const seen = new Seen();
    const { origin } = await serve(makeApi(seen));
    const text = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), createWith(Buffer.from("é").toJSON().data)]);
    expect((await sendRaw(origin, "POST /api/notes", { text, headers: jsonApi })).status).toBe(201);
    expect(seen.created).toEqual(["é"]);
  });

  test("of an rpc arrives byte for byte, also as binary data", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    const text = Buffer.from([0x61, 0xff]);
    const answer = await sendRaw(origin, "POST /api/notes/1/text", { text, headers: jsonApi });
    expect([answer.status, JSON.parse(answer.text).text]).toEqual([200, "a\ufffd"]);
  });

  test("of an rpc needs no length", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    for (const type of ["text/plain", MEDIA_TYPE, undefined]) {
      const headers = { "transfer-encoding": "chunked", "content-type": type };
      const answer = await sendRaw(origin, "POST /api/notes/1/text", { text: "hé", headers });
      expect([type, answer.status, JSON.parse(answer.text).text]).toEqual([type, 200, "hé"]);
    }
    const answer = await sendRaw(origin, "POST /api/notes", { text: "x", headers: { "transfer-encoding": "chunked" } });
    expect(answer.status).toBe(415);
  });
});

describeEveryServer("a stream", ({ serve, isHttp2, isFastify }) => {
  test("is not sent to a HEAD: the signal is aborted and the body cancelled", async () => {
    const seen = new Seen();
    const { origin } = await serve(makeApi(seen));
    for (const [index, action] of ["events", "deaf"].entries()) {
      const answer = await sendRaw(origin, `HEAD /api/notes/1/${action}`);
      expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([200, "text/event-stream", ""]);
      expect(seen.signals[index]?.aborted).toBe(true);
    }
    expect(seen.cancelled).toBe(2);
  });

  test.runIf(isFastify)("that gives nothing yet has sent its head, and ends when its client leaves", async () => {
    const seen = new Seen();
    const { origin, logged } = await serve(makeApi(seen));
    const { status, leave } = await open(origin, "GET /api/notes/1/quiet", true);
    expect(status).toBe(200);
    leave();
    await until(() => seen.signals[0]?.aborted === true && seen.cancelled === 1, "the stream is cancelled");
    expect(logged).toEqual([]);
  });

  test.each(["events", "deaf"])("ends when its client leaves: %s", async (action) => {
    const seen = new Seen();
    const { origin, logged } = await serve(makeApi(seen));
    const { leave } = await open(origin, `GET /api/notes/1/${action}`);
    expect(seen.signals[0]?.aborted).toBe(false);
    leave();
    await until(() => seen.signals[0]?.aborted === true, "the signal is aborted");
    if (action === "deaf") await until(() => seen.cancelled === 1, "the stream is cancelled");
    expect(logged).toEqual([]);
  });

  test.each([
    ["events", "complete", undefined],
    ["deaf", "broken", undefined],
    ["events", "complete", false],
    ["deaf", "broken", false],
  ] as const)("ends when the server closes: %s is %s (forceCloseConnections: %s)", async (action, how, force) => {
    const seen = new Seen();
    const { origin, close, logged } = await serve(makeApi(seen), { app: { forceCloseConnections: force } });
    const { ended } = await open(origin, `GET /api/notes/1/${action}`);
    await close();
    expect(seen.signals[0]?.aborted).toBe(true);
    expect(await ended).toBe(how);
    if (action === "deaf") expect(seen.cancelled).toBe(1);
    expect(logged).toEqual([]);
  });

  test.runIf(isFastify)("is broken off when the server closes by force", async () => {
    const seen = new Seen();
    const { origin, close } = await serve(makeApi(seen), { app: { forceCloseConnections: true } });
    const { ended } = await open(origin, "GET /api/notes/1/deaf");
    await close();
    expect(await ended).toBe("broken");
    await until(() => seen.signals[0]?.aborted === true && seen.cancelled === 1, "the stream ends");
  });

  test("that fails is broken off, so that nobody takes it for complete", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    const { status, ended } = await open(origin, "GET /api/notes/1/failing");
    expect([status, await ended]).toEqual([200, "broken"]);
    expect((await sendRaw(origin, "GET /api/notes/1")).status).toBe(200);
  });

  test("that never was asked for keeps no server open", async () => {
    const { close, origin } = await serve(makeApi(new Seen()));
    await sendRaw(origin, "HEAD /api/notes/1/events");
    if (!isHttp2) expect(await close()).toBeUndefined();
  });
});

describeEveryServer("a prefix", ({ serve, isFastify }) => {
  test.each(["/größe/api", "/gr%C3%B6%C3%9Fe/api", "/gr%c3%b6%c3%9fe/api"])(
    "that is not ASCII is served, and links are encoded: %s",
    async (prefix) => {
      const { origin } = await serve(makeApi(new Seen()), { prefix, pages });
      for (const path of ["/gr%C3%B6%C3%9Fe/api", "/gr%c3%b6%c3%9fe/api", "/%67r%C3%B6%C3%9Fe/api"]) {
        const answer = await sendRaw(origin, `GET ${path}/notes`);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(JSON.parse(answer.text).links.self).toBe("/gr%C3%B6%C3%9Fe/api/notes");
        expectErrorDocument(await sendRaw(origin, `GET ${path}/nope`), 404);
        expectErrorDocument(await sendRaw(origin, `GET ${path}/notes/x`), 404);
        expect((await sendRaw(origin, `POST ${path}/notes/1/text`, { text: "x" })).status).toBe(200);
        expect((await sendRaw(origin, `GET ${path}/openapi.json`)).status).toBe(200);
      }
    },
  );

  test.runIf(isFastify).each(["/tenants/:tenant/api", "/:tenant(^\\d+$)/api", "/a/:b?", "/files/*"])(
    "with a parameter is refused: %s",
    async (prefix) => {
      await expect(serve(makeApi(new Seen()), { prefix })).rejects.toThrow(
        `fastifyPlugin: the prefix "${prefix}" has a parameter or a wildcard`,
      );
    },
  );

  test.runIf(isFastify)("with an escaped colon is served", async () => {
    const { origin } = await serve(makeApi(new Seen()), { prefix: "/v1::beta" });
    const { text } = await sendRaw(origin, "GET /v1:beta/notes");
    expect(JSON.parse(text).links.self).toBe("/v1:beta/notes");
  });
});

describeEveryServer("a request target", ({ serve, isHttp2, isFastify }) => {
  test.runIf(isFastify && !isHttp2)("that is a whole URL is served, also an rpc and a query", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    const target = "http://example.com:81/api/notes";
    expect(JSON.parse((await sendRaw(origin, `GET ${target}?sort=title`)).text).links.self).toBe(
      "/api/notes?sort=title",
    );
    expect((await sendRaw(origin, `GET ${target}/1`)).status).toBe(200);
    expect((await sendRaw(origin, `POST ${target}/1/text`, { text: "x" })).status).toBe(200);
    expectErrorDocument(await sendRaw(origin, `GET ${target}/x`), 404);
  });

  test.each([
    "GET /api/notes#x",
    "GET /api/notes/1#x",
    "GET /api/notes?sort=title#x",
    "GET /api/notes#?sort=title",
    "PATCH /api/notes#",
    "POST /api/notes/1/text#x",
    "GET /api/nope#x",
    "GET /api/openapi.json#x",
  ])("has no fragment, so one is a 400: %s", async (line) => {
    const seen = new Seen();
    const { origin } = await serve(makeApi(seen), { pages });
    const [error] = expectErrorDocument(await sendRaw(origin, line), 400);
    expect(error.detail).toBe('The request target contains "#". Write "%23" for that character.');
  });

  test("becomes the URL of an rpc's request", async () => {
    const { origin } = await serve(makeApi(new Seen()));
    const { text } = await sendRaw(origin, "POST /api/notes/1/text?a=b");
    const { pathname, search, port } = new URL(JSON.parse(text).url);
    expect(pathname + search).toBe("/api/notes/1/text?a=b");
    if (isFastify) expect(port).toBe(new URL(origin).port); // also by HTTP/2, which has no Host
  });
});
