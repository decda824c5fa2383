import Fastify from "fastify";
import { trestle } from "trestle";
import { createClient } from "trestle/client";
import { fastifyPlugin } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { openapi, openapiPages } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";

const t = trestle();
const docs = t.resource("docs", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
const operations = t.resource("operations", { id: z.string(), attributes: { text: z.string() } });
const data = memoryData();
const source = data.source(docs, { rows: [{ id: 1, text: "Hello" }] });
const createDoc = docs.createOne(source.createOne);
const getOperation = operations.getOne(({ id }) => ({ id, text: "An operation" }));
const api = t.router({
  docs: docs.routes(createDoc, docs.getOne(source.getOne)),
  operations: operations.routes(getOperation),
});
const info = { title: "Notes", version: "1.0.0" };
const { transaction } = data;

describeServers("names that only options need", (serve) => {
  test("docs and operations are names of resources where neither pages nor batches are served", async () => {
    const { origin } = await serve(api, { pages: openapiPages(api, { info, docs: false }) });
    const client = createClient<typeof api>({ url: `${origin}/api` });
    expect(await client.docs.create({ text: "New" })).toMatchObject({ text: "New" });
    expect(await client.docs.get(1)).toMatchObject({ text: "Hello" });
    expect(await client.operations.get("docs")).toMatchObject({ id: "docs", text: "An operation" });
    expect((await fetch(`${origin}/api/openapi.json`)).status).toBe(200);
    expect(Object.keys(openapi(api, { info }).paths ?? {})).toEqual(["/docs", "/docs/{id}", "/operations/{id}"]);
  });
});

test("docs is refused where the page is served", async () => {
  const pages = openapiPages(api, { info });
  const sentence =
    'The option pages serves "/docs", but the router has a "docs", too. Rename it, or serve pages without this path: openapiPages(api, { docs: false }).';
  expect(() => fetchHandler(api, { pages })).toThrow(new TypeError(sentence));
  await expect(Fastify().register(fastifyPlugin(api, { pages }))).rejects.toThrow(sentence);
  const acting = t.router({}, { actions: { docs: t.command(() => undefined) } });
  expect(() => fetchHandler(acting, { pages: openapiPages(acting, { info }) })).toThrow(sentence);
});

test("operations is refused where batches are served", () => {
  const sentence =
    't.router: the option atomic serves "/operations", so no resource and no action of the API may be called "operations". Rename it.';
  const batched = { atomic: true, transaction } as never;
  expect(() => t.router({ operations: operations.routes(getOperation) }, batched)).toThrow(new TypeError(sentence));
  const actions = { operations: t.command(() => undefined) };
  expect(() => t.router({}, { actions, atomic: true, transaction } as never)).toThrow(new TypeError(sentence));
});
