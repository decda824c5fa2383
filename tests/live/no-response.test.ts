import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, type LiveHub, memoryHub } from "trestle/live";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { until } from "../support/every-server.js";
import { notesApi } from "./notes-api.js";

// These tests wait for time limits of 10 s, all at the same time.

const api = notesApi();

describe.concurrent("a hub that never responds", () => {
  const never = () => new Promise<never>(() => {});
  /** A fetch handler whose hub has some functions replaced. */
  function serve(parts: (inner: LiveHub) => Partial<LiveHub>) {
    const inner = memoryHub();
    const errors: unknown[] = [];
    const live = liveChannel(api, { hub: { ...inner, ...parts(inner) }, onError: (error) => errors.push(error) });
    const server = new AbortController();
    const handle = fetchHandler(api, { live, signal: server.signal });
    const open = (after = "") =>
      handle(new Request("http://localhost/live", { headers: { ...(after && { "last-event-id": after }) } }));
    return { live, errors, handle, open, server };
  }
  const late = (what: string) => new Error(`The hub did not ${what} within 10 s.`);

  test.each(["secret", "subscribe"] as const)("a stream is a 503: %s", async (part) => {
    const { open, errors } = serve(() => ({ [part]: never }));
    expect((await open()).status).toBe(503);
    expect(errors).toEqual([late("begin to be read")]);
  });

  test("a stream that continues begins with a reset", async () => {
    const { open, errors, live, server } = serve(() => ({
      since: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }),
    }));
    const first = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("id: ")) text += (await first?.read())?.value ?? "";
    await live.publish({ type: "notes", op: "call" });
    const second = (await open(/^id: (.*)$/m.exec(text)?.[1])).body?.pipeThrough(new TextDecoderStream()).getReader();
    let again = "";
    while (!again.includes("event: ")) again += (await second?.read())?.value ?? "";
    expect(again).toContain("event: reset");
    expect(errors).toEqual([late("say what was published")]);
    server.abort();
  });

  test("a server that closes waits no longer than for 10 s", async () => {
    const { handle, errors, live } = serve(() => ({ publish: never }));
    expect((await handle(new Request("http://localhost/notes/1", { method: "DELETE" }))).status).toBe(204);
    await live.settled();
    expect(errors).toEqual([late("publish all notices")]);
  });

  test("a server that closes tries for 10 s, and then reports why nothing is published", async () => {
    let attempts = 0;
    const { handle, errors, live } = serve(() => ({
      publish: () => Promise.reject(new Error(`The hub is down: attempt ${++attempts}`)),
    }));
    await handle(new Request("http://localhost/notes/1", { method: "DELETE" }));
    await live.settled();
    expect(attempts).toBeGreaterThan(20);
    expect(errors).toEqual([
      new Error("The hub is down: attempt 1"),
      new Error(`The hub is down: attempt ${attempts}`),
    ]);
  });

  test("a subscription that does not end is not waited for, either", async () => {
    const { open, errors, live, server } = serve((inner) => ({
      subscribe: async (listener) => ({ ...(await inner.subscribe(listener)), close: never }),
    }));
    await (await open()).body?.cancel();
    server.abort();
    await live.settled();
    expect(errors).toEqual([late("end its subscription")]);
  });
});

test.concurrent("a context that is never made again ends the stream, and the client connects again", async () => {
  const t = trestle<{ readonly tenant: string }>();
  const notes = t.resource("notes", { id: z.int32(), attributes: {} });
  const api = t.router({ notes: notes.routes(notes.deleteOne(() => {})) });
  const errors: unknown[] = [];
  const live = liveChannel(api, {
    hub: memoryHub(),
    renewAfter: 50,
    maxConnections: 1,
    audience: ({ ctx }: { ctx: { tenant: string } }) => [ctx.tenant],
    listens: ({ tenant }) => [tenant],
    onError: (error) => errors.push(error),
  });
  let made = 0;
  const context = t.context(async () => {
    if (++made === 2) await new Promise(() => {});
    return { tenant: "a" };
  });
  const server = new AbortController();
  const handle = fetchHandler(api, { live, context, signal: server.signal });
  const responses: string[] = [];
  const client = createClient<typeof api>({
    url: "http://localhost",
    fetch: async (request) => {
      const response = await handle(request);
      const [own, copy] = response.body?.tee() ?? [];
      const noted = copy && new Response(copy).text().then((text) => responses.push(text));
      noted?.catch(() => {}); // the last one is aborted
      return new Response(own, response);
    },
  });
  const ids: unknown[] = [];
  const stream = client.live();
  const reading = (async () => {
    for await (const notice of stream) {
      if (notice.op === "reset") ids.push("reset");
      else if (ids.push(notice.id) === 2) break;
    }
  })();
  await until(() => made === 2, "the context that does not come");
  await live.publish({ type: "notes", id: 1, op: "delete", audience: ["a"] });
  await reading;
  expect(ids).toEqual(["reset", "1"]);
  expect(errors).toEqual([new Error("The context of a connection was not made again within 10 s.")]);
  expect(responses[0]).toMatch(/event: trestle-error\ndata: .*"status":"503"/);
  server.abort();
});
