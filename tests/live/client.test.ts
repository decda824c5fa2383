import { createClient } from "trestle/client";
import { liveChannel, memoryHub } from "trestle/live";
import { trestle } from "trestle";
import { z } from "zod";
import { describe, expect, onTestFinished, test } from "vitest";
import { everyServer, until } from "../support/every-server.js";
import { sharedApi, type SharedApi } from "./convergence/api.js";
import { contextOf } from "./notes-api.js";

const api = sharedApi();

function listening(origin: string, options: { after?: string; headers?: () => Record<string, string> } = {}) {
  const client = createClient<SharedApi>({
    url: `${origin}/api`,
    ...(options.headers && { headers: options.headers }),
  });
  const leaving = new AbortController();
  const stream = client.live({ signal: leaving.signal, after: options.after });
  const items: unknown[] = [];
  const positions: unknown[] = [];
  const ended = (async () => {
    for await (const item of stream) {
      items.push(item);
      positions.push(stream.lastId);
    }
  })();
  ended.catch(() => {});
  onTestFinished(() => leaving.abort());
  return { client, stream, items, positions, ended, leave: () => leaving.abort() };
}

// `fetch` speaks neither HTTP/2 nor knows the certificate of the tests.
describe.each(everyServer.filter(({ name }) => !/HTTP\/2|TLS/.test(name)))("client.live: $name", (server) => {
  test("begins with a reset, then gives each change, and ends when it is aborted", async () => {
    const { origin } = await server.serve(api as never, { live: liveChannel(api, { hub: memoryHub() }) });
    const { client, items, ended, leave } = listening(origin);
    await until(() => items.length === 1, "the reset");
    await client.tags.update(1, { label: "a" });
    await client.atomic((tx) => {
      tx.tags.update(2, { label: "b" });
      tx.tags.update(3, { label: "c" });
    });
    await until(() => items.length === 4, "the notices");
    expect(items).toEqual([
      { op: "reset" },
      ...["1", "2", "3"].map((id) => ({ type: "tags", id, op: "update", fields: ["label"] })),
    ]);
    leave();
    await ended;
  });

  test("continues at a position, also one within a list of notices", async () => {
    const { origin } = await server.serve(api as never, { live: liveChannel(api, { hub: memoryHub() }) });
    const first = listening(origin);
    await until(() => first.items.length === 1, "the reset");
    const live = first.client;
    await live.atomic((tx) => {
      tx.tags.update(2, { label: "b" });
      tx.tags.update(3, { label: "c" });
    });
    await until(() => first.items.length === 3, "the notices");
    const ids = async (after: unknown, count: number) => {
      const { items, leave } = listening(origin, { after: String(after) });
      await until(() => items.length === count, "the notices");
      leave();
      return items.map((item) => (item as { id?: string }).id);
    };
    expect(await ids(first.positions[0], 2)).toEqual(["2", "3"]);
    expect(await ids(first.positions[1], 2)).toEqual(["2", "3"]); // the second was not yet received
  });
});

test("connects once more after a 401, with fresh headers, and then throws", async () => {
  const { createServer } = await import("node:http");
  const answers: number[] = [200, 401, 200, 401, 401];
  const tokens: unknown[] = [];
  const node = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    const status = answers.shift() ?? 401;
    const isOpen = status === 200;
    response.writeHead(status, { "content-type": isOpen ? "text/event-stream" : "application/vnd.api+json" });
    response.end(isOpen ? ":\nid: p\n\n" : JSON.stringify({ errors: [{ status: "401", code: "unauthorized" }] }));
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void node.close());
  const { port } = node.address() as { port: number };
  let count = 0;
  const { items, ended } = listening(`http://127.0.0.1:${port}`, { headers: () => ({ authorization: `${++count}` }) });
  await expect(ended).rejects.toMatchObject({ status: 401 });
  expect(tokens).toEqual(["1", "2", "3", "4", "5"]);
  expect(items).toEqual([{ op: "reset" }]); // the later connections had a position
});

test("a context that may not listen is a 401 in the loop", async () => {
  const t = trestle<{ tenant: string }>();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
  const closed = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "" }))) });
  const { fetchHandler } = await import("trestle/fetch");
  const handle = fetchHandler(closed, {
    context: t.context((request: Request) => contextOf(request)),
    live: liveChannel(closed, { hub: memoryHub() }),
  });
  const client = createClient<typeof closed>({ url: "http://localhost", fetch: handle });
  const loop = async () => {
    for await (const _ of client.live()) return;
  };
  await expect(loop()).rejects.toMatchObject({ status: 401 });
});
