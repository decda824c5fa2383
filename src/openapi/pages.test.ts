import Fastify from "fastify";
import { createHash } from "node:crypto";
import { json, toOne, trestle, Unauthorized } from "trestle";
import { fastifyPlugin, type Pages, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { openapiPages, type OpenapiPagesOptions } from "trestle/openapi";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { everything } from "./fixtures/everything.js";

const info = { title: "Everything", version: "1.0.0" };

type Ask = (method: string, path: string) => Promise<{ status: number; headers: Headers; text: string }>;

const adapters: readonly [name: string, start: (pages: Pages | undefined) => Promise<Ask>][] = [
  [
    "Fastify",
    async (pages) => {
      const app = Fastify({ ...serverOptions, logger: false });
      await app.register(fastifyPlugin(everything, { ...(pages && { pages }) }), { prefix: "/api" });
      return async (method, path) => {
        const { statusCode, headers, body } = await app.inject({ method: method as "GET", url: path });
        return { status: statusCode, headers: new Headers(headers as Record<string, string>), text: body };
      };
    },
  ],
  [
    "Fetch",
    async (pages) => {
      const handle = fetchHandler(everything, { prefix: "/api", onError: () => {}, ...(pages && { pages }) });
      return async (method, path) => {
        const response = await handle(new Request(`http://localhost${path}`, { method }));
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
    },
  ],
];

test("Fastify may ignore slashes at the end of paths", async () => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(fastifyPlugin(everything, { pages: openapiPages(everything, { info }) }), { prefix: "/api" });
  expect((await app.inject("/api/docs")).statusCode).toBe(200);
});

describe.each(adapters)("%s", (_, start) => {
  test("serves the document at the mount point, of which it tells", async () => {
    const ask = await start(openapiPages(everything, { info }));
    const { status, headers, text } = await ask("GET", "/api/openapi.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.1", info, servers: [{ url: "/api" }] });
  });

  test("tries only once to describe an API that cannot be described", async () => {
    let calls = 0;
    const text = z.string().default(() => {
      calls++;
      throw new Error("No default today.");
    });
    const t = trestle();
    const notes = t.resource("notes", { id: z.int(), attributes: { text } });
    const pages = openapiPages(t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "" }))) }), {
      info,
    });
    const ask = await start(pages);
    expect(await ask("GET", "/api/openapi.json")).toMatchObject({ status: 500 });
    const before = calls;
    expect(await ask("GET", "/api/openapi.json")).toMatchObject({ status: 500 });
    expect(before).toBeGreaterThan(0);
    expect(calls).toBe(before);
  });

  test("leads from /docs/ to /docs, from where the page's links start", async () => {
    const { status, headers } = await (await start(openapiPages(everything, { info })))("GET", "/api/docs/");
    expect([status, headers.get("location")]).toEqual([308, "../docs"]);
    expect((await (await start(openapiPages(everything, { info, docs: false })))("GET", "/api/docs/")).status).toBe(
      404,
    );
  });

  test("answers HEAD", async () => {
    const ask = await start(openapiPages(everything, { info }));
    for (const path of ["/api/openapi.json", "/api/docs", "/api/docs/filter.js", "/api/things/1/look"]) {
      expect(await ask("HEAD", path), path).toMatchObject({ status: 200 });
    }
  });

  test("serves the page, whose style has a hash and whose script is a file", async () => {
    const ask = await start(openapiPages(everything, { info }));
    const { headers, text } = await ask("GET", "/api/docs");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const [style = ""] = /(?<=<style>)[\s\S]*?(?=<\/style>)/.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/<[^>]+\s(?:on\w+|style)=/);
    const script = await ask("GET", "/api/docs/filter.js");
    expect(script).toMatchObject({ status: 200 });
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await ask("GET", "/api/docs")).text).toBe(text);
  });

  test("links to a page that sends requests", async () => {
    const ask = await start(openapiPages(everything, { info, docs: { tryIt: "/api/docs/try?a&b" } }));
    expect((await ask("GET", "/api/docs")).text).toContain(`<a href="/api/docs/try?a&#38;b">`);
    expect((await ask("GET", "/api/docs/try")).status).toBe(404);
  });

  test("leaves out the page, or all", async () => {
    const withoutPage = await start(openapiPages(everything, { info, docs: false }));
    expect((await withoutPage("GET", "/api/openapi.json")).status).toBe(200);
    expect((await withoutPage("GET", "/api/docs")).status).toBe(404);
    const without = await start(undefined);
    expect((await without("GET", "/api/openapi.json")).status).toBe(404);
    expect((await without("GET", "/api/docs")).status).toBe(404);
  });

  test("serves no other method, and nothing beside", async () => {
    const ask = await start(openapiPages(everything, { info }));
    for (const line of ["POST /api/openapi.json", "DELETE /api/docs"]) {
      const [method = "", path = ""] = line.split(" ");
      expect([404, 405], line).toContain((await ask(method, path)).status);
    }
    expect((await ask("GET", "/api/docs/package.json")).status).toBe(404);
    expect((await ask("GET", "/api/docs/../openapi.json%00")).status).toBe(404);
  });

  test("what a page throws is a 500 that tells nothing", async () => {
    const ask = await start({ paths: ["/page"], answer: () => Promise.reject(new Error("secret")) });
    const { status, text } = await ask("GET", "/api/page");
    expect(status).toBe(500);
    expect(text).not.toContain("secret");
  });
});

test("the document is made when it is first asked for, and then kept", async () => {
  const made = vi.fn(() => "x");
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string().default(made) } });
  const api = t.router({ notes: notes.routes(notes.rpc("ping", () => json({}))) });
  const handle = fetchHandler(api, { pages: openapiPages(api, { info }) });
  expect(made).not.toHaveBeenCalled();
  const ask = async () => (await handle(new Request("http://localhost/openapi.json"))).text();
  const first = await ask();
  const calls = made.mock.calls.length;
  expect(calls).toBeGreaterThan(0);
  expect(await ask()).toBe(first);
  expect(made).toHaveBeenCalledTimes(calls);
});

test("an unknown page is refused", () => {
  // @ts-expect-error not a page
  const options: OpenapiPagesOptions = { info, docs: "swagger-ui" };
  expect(() => openapiPages(everything, options)).toThrow(
    new TypeError('openapiPages: docs is "swagger-ui". Write true, false or { tryIt: "/api/docs/try" }.'),
  );
});

describe("a field that is hidden from a caller", () => {
  interface Context {
    readonly isAdmin: boolean;
  }
  const t = trestle<Context>();

  function makeApi(hides: boolean) {
    const users = t.resource("users", {
      id: z.int(),
      attributes: { name: z.string(), ...(hides && { salary: z.number().meta({ description: "A secret." }) }) },
      relationships: { ...(hides && { boss: toOne("users").nullable() }) },
      createFields: ["name"],
      // The types know the fields of both APIs as optional, so that one function can make them.
      visible: (hides ? { salary: isAdmin, boss: isAdmin } : {}) as never,
    });
    const row = { id: 1, name: "Ann", salary: 1, boss: null } as never;
    return t.router({
      users: users.routes(
        users.getMany({ sort: (hides ? ["name", "salary"] : ["name"]) as never }, () => [row]),
        users.getOne(() => row),
        users.createOne(() => row),
        ...((hides
          ? [users.getRelated("boss" as never, () => null as never), users.editRelationship("boss" as never, () => {})]
          : []) as never[]),
      ),
    });
  }
  const isAdmin = ({ ctx }: { readonly ctx: Context }) => ctx.isAdmin;

  async function ask(hides: boolean, headers: Record<string, string> = {}) {
    const api = makeApi(hides);
    const context = t.context((request: Request) => {
      if (request.headers.has("x-broken")) throw new Unauthorized("Who are you?");
      return { isAdmin: request.headers.has("x-admin") };
    });
    const handle = fetchHandler(api, { context, pages: openapiPages(api, { info }) });
    const get = async (path: string) => {
      const response = await handle(new Request(`http://localhost${path}`, { headers }));
      return response.text();
    };
    return [await get("/openapi.json"), await get("/docs")] as const;
  }

  test("is in neither the document nor the page: both are those of an API that never declared it", async () => {
    const never = await ask(false);
    expect(await ask(true)).toEqual(never);
    expect(await ask(true, { "x-broken": "1" })).toEqual(never);
    expect(never.join()).not.toMatch(/salary|boss|secret/);
  });

  test("is in both for a caller who may see it", async () => {
    for (const text of await ask(true, { "x-admin": "1" })) {
      expect(text).toContain("salary");
      expect(text).toContain("Get the boss of one of the users");
    }
  });
});
