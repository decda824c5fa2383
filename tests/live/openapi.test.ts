import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { openapi, openapiPages } from "trestle/openapi";
import { trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: {} });
const api = t.router({ notes: notes.routes(notes.deleteOne(() => {})) });
const info = { title: "Notes", version: "1" };

test("the description of an API with live notices has their stream, and only then", async () => {
  expect(openapi(api, { info }).paths).not.toHaveProperty("/live");
  const document = openapi(api, { info, live: true });
  expect(document.paths["/live"]?.get).toMatchObject({
    operationId: "stream_live",
    tags: ["API"],
    parameters: [
      { name: "after", in: "query" },
      { name: "since", in: "query", schema: { type: "integer", minimum: 0 } },
      { name: "last-event-id", in: "header" },
    ],
    responses: { 200: { content: { "text/event-stream": {} } } },
  });
  const pages = openapiPages(api, { info, docs: false });
  const served = async (options: object) => {
    const handle = fetchHandler(api, { pages, ...options });
    return (await handle(new Request("http://localhost/openapi.json"))).json();
  };
  const live = liveChannel(api, { hub: memoryHub() });
  expect((await served({ live })).paths["/live"]).toEqual(JSON.parse(JSON.stringify(document.paths["/live"])));
});

test("an adapter takes the channel of its own API", () => {
  const live = liveChannel(t.router({}), { hub: memoryHub() });
  expect(() => fetchHandler(api, { live })).toThrow("The option live is the channel of another API");
  expect(() => fetchHandler(api, { live: {} as never })).toThrow("must be a channel from liveChannel");
  expect(() => liveChannel({} as never, { hub: memoryHub() })).toThrow("needs a router");
  expect(() => liveChannel(api, { hub: memoryHub(), maxQueued: 0 })).toThrow("liveChannel: maxQueued must be");
});
