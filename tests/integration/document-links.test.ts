import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { fastifyPlugin } from "trestle/fastify";
import { openapi } from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { fastifyApp } from "../support/fastify-app.js";
import { Described } from "../support/described.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

const ORIGIN = "http://127.0.0.1";
const INFO = { title: "Newsroom", version: "1" };
const described = new Described(openapi(api, { info: INFO, links: "document" }));
const store = new Store();
const context = t.context(() => ({ store, user: "alice" }));

type Send = (path: string, init?: RequestInit) => Promise<Response>;

const onFetch: Send = (path, init) =>
  fetchHandler(api, { prefix: "/api", context, links: "document" })(new Request(`${ORIGIN}${path}`, init));

const app = fastifyApp({});
await app.register(fastifyPlugin(api, { context, links: "document" }), { prefix: "/api" });
const onFastify: Send = async (path, init) => {
  const { statusCode, headers, payload } = await app.inject({
    url: path,
    method: (init?.method ?? "GET") as "GET",
    headers: { ...(init?.headers as Record<string, string>) },
    ...(init?.body && { payload: init.body as string }),
  });
  return new Response(payload === "" ? null : payload, { status: statusCode, headers: headers as HeadersInit });
};

describe.each([
  ["Fetch", onFetch],
  ["Fastify", onFastify],
] as const)('links: "document" on %s', (name, send) => {
  const get = async (path: string) => {
    const response = await send(path);
    const text = await response.text();
    described.check("GET", path.replace("/api", ""), response, text);
    return JSON.parse(text);
  };

  test("resources, included or not, and relationships have no links", async () => {
    const { data, included, links } = await get("/api/articles?include=author,categories&page[limit]=2");
    expect(data).toHaveLength(2);
    for (const resource of [...data, ...included]) {
      expect(resource).not.toHaveProperty("links");
      for (const relationship of Object.values(resource.relationships ?? {})) {
        expect(Object.keys(relationship as object)).toEqual(["data"]);
      }
    }
    expect(Object.keys(links)).toContain("next");
    expect(links.self).toBe("/api/articles?include=author,categories&page%5Blimit%5D=2");
  });

  test("a relationship without linkage is omitted, as is the member relationships", async () => {
    const { data } = await get("/api/users/1");
    expect(data.relationships?.articles).toBeUndefined();
    const { data: sparse } = await get("/api/users/1?fields[users]=articles");
    expect(Object.keys(sparse)).toEqual(["type", "id"]);
  });

  test("documents keep their own links, and a create its Location", async () => {
    expect((await get("/api/articles/1")).links.self).toBe("/api/articles/1");
    const linkage = await get("/api/articles/1/relationship/categories");
    expect(linkage.links).toMatchObject({
      self: "/api/articles/1/relationship/categories",
      related: "/api/articles/1/categories",
    });
    const created = await send("/api/articles", {
      method: "POST",
      headers: { "content-type": MEDIA_TYPE },
      body: JSON.stringify({
        data: {
          type: "articles",
          attributes: { title: `Links on ${name}`, content: "None" },
          relationships: { author: { data: { type: "users", id: "1" } } },
        },
      }),
    });
    const document = await created.json();
    expect([created.status, created.headers.get("location")]).toEqual([201, `/api/articles/${document.data.id}`]);
    expect(document.data).not.toHaveProperty("links");
  });

  test("the client reads pages, includes and single resources as before", async () => {
    const client = createClient<typeof api>({
      url: `${ORIGIN}/api`,
      fetch: (request) => {
        const { pathname, search } = new URL(request.url);
        return send(pathname + search, { headers: Object.fromEntries(request.headers) });
      },
    });
    const page = await client.articles.list().include("author").page({ limit: 2 });
    expect(page[0]?.author).toHaveProperty("username");
    const next = await page.getNext();
    expect(next.map(({ id }) => id)).not.toEqual(page.map(({ id }) => id));
    expect((await client.articles.get(1)).id).toBe("1");
  });
});

test("the OpenAPI document describes documents without these links", async () => {
  const all = openapi(api, { info: INFO });
  const few = openapi(api, { info: INFO, links: "document" });
  expect(all.components.schemas.Articles).toHaveProperty("properties.links");
  expect(few.components.schemas.Articles).not.toHaveProperty("properties.links");
  expect(few.components.schemas.Articles).not.toHaveProperty(
    "properties.relationships.properties.author.properties.links",
  );
});
