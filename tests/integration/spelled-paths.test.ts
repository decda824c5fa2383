import { request } from "node:http";
import { text } from "node:stream/consumers";
import { respond, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";

function pagesApi(ran: string[]) {
  const t = trestle();
  const pages = t.resource("pages", { id: z.string(), attributes: { title: z.string() } });
  const get = pages.getOne(({ id }) => ({ id, title: "" }));
  const purge = pages.collection.command(() => {
    ran.push("purge");
  });
  const stats = pages.query({ returns: [pages] }, ({ id }) => respond([{ id, title: "" }]));
  return t.router({ pages: pages.routes(get).actions({ purge, stats }) });
}

interface Sent {
  readonly method?: string;
  readonly host?: string;
}

/** `fetch` normalises paths and refuses such hosts. */
async function send(origin: string, path: string, { method = "GET", host }: Sent = {}) {
  const headers = host === undefined ? {} : { host };
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request(origin, { path, method, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

describeServers("a path in another spelling", (serve, adapter) => {
  test.each(["each", "one"] as const)(
    "with an encoded slash is not the command of a collection (%s)",
    async (routes) => {
      const ran: string[] = [];
      const { origin } = await serve(pagesApi(ran), adapter === "Fastify" ? { routes } : {});
      expect((await send(origin, "/api/pages%2Fpurge", { method: "POST" })).status).toBe(404);
      expect(ran).toEqual([]);
      expect((await send(origin, "/api/%70ages/purge", { method: "POST" })).status).toBe(204);
    },
  );

  test("adds nothing to the links of a result", async () => {
    const { origin } = await serve(pagesApi([]));
    const { status, body } = await send(origin, '/api/pages/a","injected":"b/stats');
    expect(status).toBe(200);
    expect(JSON.parse(body).links).toEqual({ self: "/api/pages/a%22,%22injected%22%3A%22b/stats" });
  });
});

describeServers("the header Host", (serve, adapter) => {
  function shownApi() {
    const t = trestle();
    const pages = t.resource("pages", { id: z.string(), attributes: {} });
    const url = pages.rpc("url", { method: "GET" }, ({ request }) => new Response(request.url));
    return t.router({ pages: pages.routes(url) });
  }

  test.each(["evil/admin?x=", "a@b", "evil\\admin", "evil?", "evil#"])(
    "is refused with more than a host: %s",
    async (host) => {
      const { origin, logged } = await serve(shownApi());
      for (const path of ["/api/pages/1/url", "/api/pages/none", "/api"]) {
        const { status, body } = await send(origin, path, { host });
        expect([path, status, body]).toEqual([path, 400, expect.stringContaining("The header Host")]);
      }
      expect(logged).toEqual([]);
    },
  );

  test.each(["example.com:8080", "[::1]:80", "a_b.example"])("is the host of an rpc: %s", async (host) => {
    const { origin } = await serve(shownApi());
    const { status, body } = await send(origin, "/api/pages/1/url?a=b", { host });
    expect(status).toBe(200);
    const shown = adapter === "Fastify" ? host : "localhost"; // the test's server of Fetch requests chooses their host
    expect(body).toBe(new URL(`http://${shown}/api/pages/1/url?a=b`).href);
  });
});
