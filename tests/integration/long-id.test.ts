import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.string(), attributes: {} });
const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id }))) });

type Get = (path: string) => Promise<{ status: number; text: string }>;

function fastify(routes: "each" | "one"): Get {
  const app = Fastify({ ...serverOptions, logger: false });
  app.register(fastifyPlugin(api, { routes }));
  return async (url) => {
    const { statusCode, body } = await app.inject({ url });
    return { status: statusCode, text: body };
  };
}

const handle = fetchHandler(api);
const adapters: readonly [name: string, get: Get][] = [
  ["Fastify, routes: each", fastify("each")],
  ["Fastify, routes: one", fastify("one")],
  [
    "Fetch",
    async (path) => {
      const response = await handle(new Request(`http://localhost${path}`));
      return { status: response.status, text: await response.text() };
    },
  ],
];

test.each(adapters)("%s takes ids of up to 500 characters", async (_, get) => {
  for (const letter of ["a", "%C3%A9"]) {
    expect((await get(`/notes/${letter.repeat(500)}`)).status).toBe(200);
    const { status, text } = await get(`/notes/${letter.repeat(501)}`);
    expect(status).toBe(404);
    expect(JSON.parse(text).errors[0]).toMatchObject({ detail: "No resource has an id as long as this." });
  }
});
