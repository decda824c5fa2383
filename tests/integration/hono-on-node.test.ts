import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { json, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

// Hono's server on Node hands over requests of its own, which read a body only when they must.

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
const echo = async ({ request }: { request: Request }) =>
  json({ method: request.method, sent: request.headers.has("content-type") ? await request.json() : null });
const api = t.router({
  notes: notes
    .routes(
      notes.getOne(({ id }) => ({ id, text: "Hello" })),
      notes.createOne(({ input }) => ({ id: 1, ...input })),
      notes.rpc("peek", { method: "GET" }, echo),
      notes.rpc("send", { method: "POST" }, echo),
      notes.rpc("drop", { method: "DELETE" }, echo),
      notes.rpc("unread", { method: "POST" }, () => new Response("done")),
    )
    .actions({
      upload: notes.command({ input: z.object({ file: z.file() }), output: z.string() }, ({ input }) =>
        input.file.text(),
      ),
      ticks: notes.stream({ events: { tick: z.int() } }, async function* () {
        yield { event: "tick", data: 1 };
      }),
    }),
});

// Node's first: Hono's own stays.
describe.each([
  ["with the Request of Node", false],
  ["with Hono's own Request for the whole process", true],
])("%s", (_, overrideGlobalObjects) => {
  const logged: unknown[] = [];
  const errors = (error: unknown) => void logged.push(error);
  const handle = fetchHandler(api, { prefix: "/api", onError: errors });
  const server = createServer();
  let url: string;

  beforeAll(async () => {
    server.on(
      "request",
      getRequestListener((request) => handle(request), { overrideGlobalObjects }),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test("serves what every resource has", async () => {
    const client = createClient<typeof api>({ url });
    expect(await client.notes.get(1)).toMatchObject({ text: "Hello" });
    expect(await client.notes.create({ text: "New" })).toMatchObject({ text: "New" });
    expect(await client.notes.command.upload(1, { file: new File(["content"], "a.txt") })).toBe("content");
    const events: unknown[] = [];
    for await (const event of client.notes.stream.ticks(1)) events.push(event);
    expect(events).toMatchObject([{ event: "tick", data: 1 }]);
    expect(logged).toEqual([]);
  });

  test("serves an rpc with and without a body", async () => {
    const call = async (method: string, action: string, body?: string) => {
      const headers: HeadersInit = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(`${url}/notes/1/${action}`, { method, headers, body: body ?? null });
      return [response.status, await response.text()];
    };
    expect(await call("GET", "peek")).toEqual([200, '{"method":"GET","sent":null}']);
    expect(await call("HEAD", "peek")).toEqual([200, ""]);
    expect(await call("POST", "send")).toEqual([200, '{"method":"POST","sent":null}']);
    expect(await call("POST", "send", '{"a":1}')).toEqual([200, '{"method":"POST","sent":{"a":1}}']);
    expect(await call("POST", "unread", '{"a":1}')).toEqual([200, "done"]);
    expect(await call("DELETE", "drop")).toEqual([200, '{"method":"DELETE","sent":null}']);
    expect((await call("POST", "send", "{"))[0]).toBe(400);
    expect(logged).toEqual([]);
  });
});
