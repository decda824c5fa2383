import { connect } from "node:net";
import { fastifyPlugin } from "trestle/fastify";
import { createClient } from "trestle/client";
import { json, NotFound, toOne, trestle } from "trestle";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, loggingApp } from "../support/serve.js";
import { PATIENCE } from "../support/patience.js";

/** An API whose handlers answer when they are told to. */
function makeApi() {
  const t = trestle();
  const things = t.resource("things", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { other: toOne("things").optional() },
    createFields: ["name"],
  });
  const seen: string[] = [];
  let release: (value: unknown) => void = () => undefined;
  let break_: (error: unknown) => void = () => undefined;
  const hold = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => seen.push(`aborted: ${signal.reason.message}`));
    return new Promise((resolve, reject) => {
      release = resolve;
      break_ = reject;
    });
  };
  const api = t.router({
    things: things.routes(
      things.getOne(async ({ id, signal }) => {
        await hold(signal);
        return { id, name: "late" };
      }),
      things.getRelated("other", { timeout: 1000 }, async ({ id }) => {
        await new Promise((resolve) => setTimeout(resolve, 80));
        return { id, name: "slow" };
      }),
      things.createOne(({ input }) => ({ id: 1, ...input })),
      things.deleteOne({ timeout: 5 }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 30));
      }),
      things.rpc("hang", async ({ signal, request }) => {
        request.signal.addEventListener("abort", () => seen.push("request aborted"));
        await hold(signal);
        return json({ ok: true });
      }),
      things.rpc("stream", { method: "GET" }, () => {
        const parts = ["a", "b", "c"];
        const body = new ReadableStream({
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 40));
            const part = parts.shift();
            if (part === undefined) controller.close();
            else controller.enqueue(new TextEncoder().encode(part));
          },
        });
        return new Response(body);
      }),
    ),
  });
  return { api, seen, release: () => release(undefined), breakIt: (error: Error) => break_(error) };
}

describeServers("time", (serve) => {
  test("an operation that takes too long gets a 503; its signal is aborted, and its late result is logged and discarded", async () => {
    const { api, seen, release } = makeApi();
    const { origin, logged } = await serve(api, { timeout: 50 });
    const [error] = expectErrorDocument(await sendRaw(origin, "GET /api/things/1"), 503);
    expect(error).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: "503",
      code: "timeout",
      title: "Timeout",
      detail: `The operation did not respond within 0.05 s (its option "timeout"). The error's id is ${error.id}.`,
    });
    expect(seen).toEqual(['aborted: things.getOne did not respond within 50 ms (its option "timeout").']);
    expect(logged).toEqual(['things.getOne did not respond within 50 ms (its option "timeout").']);
    release();
    const late = "things.getOne finished after its timeout; its result was discarded.";
    await vi.waitFor(() => expect(logged.slice(1)).toEqual([late]), PATIENCE);
  });

  test("a late failure is logged with its cause", async () => {
    const { api, breakIt } = makeApi();
    const { origin, logged } = await serve(api, { timeout: 20 });
    expectErrorDocument(await sendRaw(origin, "GET /api/things/1"), 503);
    breakIt(new Error("the connection was closed"));
    const late = "things.getOne failed after its timeout.: the connection was closed";
    await vi.waitFor(() => expect(logged.slice(1)).toEqual([late]), PATIENCE);
    expect((await sendRaw(origin, "DELETE /api/things/1")).status).toBe(503);
  });

  test("an operation may have its own time, longer or shorter", async () => {
    const { api } = makeApi();
    const { origin } = await serve(api, { timeout: 20 });
    expect((await sendRaw(origin, "GET /api/things/1/other")).status).toBe(200);
    const lasting = await serve(makeApi().api, { timeout: Number.POSITIVE_INFINITY });
    expectErrorDocument(await sendRaw(lasting.origin, "DELETE /api/things/1"), 503);
    expect((await sendRaw(lasting.origin, "GET /api/things/1/other")).status).toBe(200);
  });

  test("of an rpc: until the head of its response, which may stream for longer", async () => {
    const { api, seen, release } = makeApi();
    const { origin, logged } = await serve(api, { timeout: 60 });
    expect(await sendRaw(origin, "GET /api/things/1/stream")).toMatchObject({ status: 200, text: "abc" });
    expectErrorDocument(await sendRaw(origin, "POST /api/things/1/hang"), 503);
    expect(seen).toContain('aborted: things.rpc("hang") did not respond within 60 ms (its option "timeout").');
    release();
    await vi.waitFor(() => expect(logged).toHaveLength(2), PATIENCE);
  });

  test("an operation that fails at once starts no timeout", async () => {
    const things = trestle().resource("things", { id: z.int32(), attributes: {} });
    const fails = things.getOne({ errors: [NotFound] }, async () => {
      throw new NotFound();
    });
    const { origin, logged } = await serve(trestle().router({ things: things.routes(fails) }), { timeout: 20 });
    expectErrorDocument(await sendRaw(origin, "GET /api/things/1"), 404);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(logged).toEqual([]);
  });

  test("a client of ours sees an unexpected error", async () => {
    const { api } = makeApi();
    const { origin } = await serve(api, { timeout: 20 });
    const { error } = await createClient<typeof api>({ url: `${origin}/api` })
      .things.get(1)
      .safe();
    expect(error).toMatchObject({ name: "Unexpected", status: 503, code: "timeout" });
  });
});

/** Begins a create whose body does not come; gives what is answered. */
async function beginCreate(origin: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: ${MEDIA_TYPE}\r\nContent-Length: 50\r\n\r\n{"data"`,
  );
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("request_timeout")) resolve(text);
    });
    socket.on("close", () => resolve(text));
  });
}

describeServers("a slow body", (serve, adapter) => {
  test.runIf(adapter === "Fetch")("is a 408 when the time is over", async () => {
    const { origin, logged } = await serve(makeApi().api, { timeout: 50 });
    const text = await beginCreate(origin);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(text).toContain(String.raw`did not arrive within 0.05 s (the operation's option \"timeout\").`);
    expect(logged).toEqual([]);
  });
});

test("a slow body on Fastify is a 408 when serverOptions' requestTimeout is over", async () => {
  const logged: string[] = [];
  const app = loggingApp(logged, { requestTimeout: 50, http: { connectionsCheckingInterval: 20, headersTimeout: 40 } });
  await app.register(fastifyPlugin(makeApi().api, { timeout: 20 }), { prefix: "/api" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const text = await beginCreate(origin);
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(text).toContain(MEDIA_TYPE);
  expect(text).toContain('"code":"request_timeout"');
  expect(logged).toEqual([]);
});
