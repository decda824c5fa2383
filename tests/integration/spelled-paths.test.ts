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
  test.each(["each", "one"] as const)("with an encoded slash is not the command of a collection (%s)", async (routes) => {
    const ran: string[] = [];
    const { origin } = await serve(pagesApi(ran), adapter === "Fastify" ? { routes } : {});
    expect((await send(origin, "/api/pages%2Fpurge", { method: "POST" })).status).toBe(404);
    expect(ran).toEqual([]);
    expect((await send(origin, "/api/%70ages/purge", { method: "POST" })).status).toBe(204);
  });

  test("adds nothing to the links of a result", async () => {
    const { origin } = await serve(pagesApi([]));
    const { status, body } = await send(origin, '/api/pages/a","injected":"b/stats');
    expect(status).toBe(200);
    expect(JSON.parse(body).links).toEqual({ self: "/api/pages/a%22,%22injected%22%3A%22b/stats" });
  });
});

describeServers("a header Host that is more than a host", (serve, adapter) => {
  test.each(["evil/admin?x=", "a@b"])("%s is refused", async (host) => {
    const { origin, logged } = await serve(pagesApi([]));
    if (adapter === "Fastify") expect((await send(origin, "/api/pages/1", { host })).status).toBe(400);
    expect(logged).toEqual([]);
  });
});
