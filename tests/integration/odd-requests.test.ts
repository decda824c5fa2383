import { once } from "node:events";
import { type ClientRequest, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { json, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryServer, until } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { answerOf, openRequest, openSession } from "../support/http2.js";
import { MEDIA_TYPE } from "../support/media-type.js";

function makeApi(trace: string[]) {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { title: z.string() }, createFields: ["title"] });
  return t.router({
    notes: notes.routes(
      notes.getOne(({ id }) => ({ id, title: "Hello" })),
      notes.createOne(({ input }) => {
        trace.push("created");
        return { id: 1, ...input };
      }),
      notes.rpc("read", async ({ request, signal }) => {
        trace.push("reading");
        signal.addEventListener("abort", () => trace.push("aborted"));
        return json({ length: (await request.text()).length });
      }),
      notes.rpc("late", { method: "GET" }, async ({ signal }) => {
        trace.push("waiting");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        const cancel = () => void trace.push("cancelled");
        return new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)), cancel }));
      }),
      notes.rpc("none", { method: "GET" }, () => new Response(null, { status: 204 })),
      notes.rpc("json", { method: "GET" }, () => json({ a: 1 })),
    ),
  });
}

const document = '{"data":{"type":"notes","attributes":{"title":"Hello"}}}';

/** Begins a request, and gives what ends its connection, or its stream. */
async function begin(origin: string, line: string, headers: Record<string, string | undefined>, part: string) {
  if (origin.startsWith("h2")) {
    const session = openSession(origin);
    const stream = openRequest(session, line, headers, true);
    stream.on("error", () => {});
    stream.write(part);
    return () => session.destroy();
  }
  const request = openHttp1(origin, line, headers);
  request.on("error", () => {});
  request.write(part);
  return () => void request.destroy();
}

/** Opens a request on a connection of its own. */
function openHttp1(origin: string, line: string, headers: Record<string, string | undefined>): ClientRequest {
  const { protocol, hostname, port } = new URL(origin);
  const [method, path] = line.split(" ");
  const given = headers as Record<string, string>; // those that are given
  const options = { agent: false as const, hostname, port, method, path, headers: given, rejectUnauthorized: false };
  return protocol === "https:" ? httpsRequest(options) : httpRequest(options);
}

async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const [response] = await once(request, "response");
  response.resume();
  return response.statusCode;
}

describeEveryServer("an odd request", ({ serve, isHttp2 }) => {
  test.each([{ "content-length": "100" }, { "transfer-encoding": "chunked" }])(
    "whose client leaves within its body causes no server error: %s",
    async (framing) => {
      const trace: string[] = [];
      const { origin, logged } = await serve(makeApi(trace));
      const headers = { "content-type": MEDIA_TYPE, ...framing };
      const leave = await begin(origin, "POST /api/notes", headers, '{"data":');
      await new Promise((resolve) => setTimeout(resolve, 50));
      leave();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect([trace, logged]).toEqual([[], []]);
      expect((await sendRaw(origin, "GET /api/notes/1")).status).toBe(200);
    },
  );

  test("whose client leaves within the body of an rpc aborts its signal, and causes no server error", async () => {
    const trace: string[] = [];
    const { origin, logged } = await serve(makeApi(trace));
    const headers = { "content-type": "text/plain", "content-length": "100" };
    const leave = await begin(origin, "POST /api/notes/1/read", headers, "x");
    await until(() => trace.includes("reading"), "the handler reads");
    leave();
    await until(() => trace.includes("aborted"), "the signal is aborted");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(logged).toEqual([]);
    expect((await sendRaw(origin, "GET /api/notes/1")).status).toBe(200);
  });

  test("whose client leaves before a stream begins ends the stream", async () => {
    const trace: string[] = [];
    const { origin, logged } = await serve(makeApi(trace));
    const leave = await begin(origin, "GET /api/notes/1/late", {}, "");
    await until(() => trace.includes("waiting"), "the handler runs");
    leave();
    await until(() => trace.includes("cancelled"), "the stream is cancelled");
    expect(logged).toEqual([]);
  });

  test("that waits for leave to send its body gets it", async () => {
    const { origin } = await serve(makeApi([]));
    const headers = { "content-type": MEDIA_TYPE, expect: "100-continue" };
    if (isHttp2) {
      const session = openSession(origin);
      const stream = openRequest(session, "POST /api/notes", headers, true);
      await once(stream, "continue");
      stream.end(document);
      expect((await answerOf(stream)).status).toBe(201);
      session.close();
      return;
    }
    const request = openHttp1(origin, "POST /api/notes", headers);
    request.flushHeaders();
    await once(request, "continue");
    request.end(document);
    expect(await statusOf(request)).toBe(201);
  });

  test("with trailers is read without them", async () => {
    const { origin } = await serve(makeApi([]));
    const headers = { "content-type": MEDIA_TYPE, trailer: "x-sum" };
    if (isHttp2) {
      const session = openSession(origin);
      const stream = session.request(
        { ":method": "POST", ":path": "/api/notes", "content-type": MEDIA_TYPE },
        { waitForTrailers: true },
      );
      stream.on("wantTrailers", () => stream.sendTrailers({ "x-sum": "1" }));
      stream.end(document);
      expect((await answerOf(stream)).status).toBe(201);
      session.close();
      return;
    }
    const request = openHttp1(origin, "POST /api/notes", headers);
    request.write(document);
    request.addTrailers({ "x-sum": "1" });
    request.end();
    expect(await statusOf(request)).toBe(201);
  });

  test.each([
    ["HEAD /api/notes/1", 200],
    ["HEAD /api/notes/1/json", 200],
    ["HEAD /api/notes/1/none", 204],
    ["HEAD /api/notes/1/read", 405],
    ["HEAD /api/notes/x", 404],
    ["OPTIONS /api/notes/1", 405],
    ["OPTIONS /api/notes/1/json", 405],
    ["OPTIONS /api/nope", 404],
  ])("%s", async (line, status) => {
    const { origin, logged } = await serve(makeApi([]));
    const { text, ...answer } = await sendRaw(origin, line);
    expect(answer.status).toBe(status);
    if (line.startsWith("HEAD")) expect(text).toBe("");
    expect(answer.headers.allow === undefined).toBe(status !== 405);
    expect(logged).toEqual([]);
  });

  test("with a body over the limit is a 413, and the next is served", async () => {
    const { origin } = await serve(makeApi([]), { limits: { bodySize: 1000 } });
    const text = "x".repeat(100_000);
    for (const framing of [{}, { "transfer-encoding": "chunked" }]) {
      for (const path of ["/api/notes", "/api/notes/1/read"]) {
        const headers = { "content-type": MEDIA_TYPE, ...framing };
        expect([path, (await sendRaw(origin, `POST ${path}`, { text, headers })).status]).toEqual([path, 413]);
      }
    }
    expect((await sendRaw(origin, "GET /api/notes/1")).status).toBe(200);
  });
});
