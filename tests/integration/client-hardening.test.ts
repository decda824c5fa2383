import { getEventListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, createClient, Unexpected } from "trestle/client";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Api } from "../support/newsroom/api.js";
import { MEDIA_TYPE } from "../support/media-type.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on a free loopback port, and what it was asked. */
async function listen(answer: Answer) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function clientOf(origin: string, options: Partial<ClientOptions> = {}) {
  return createClient<Api>({
    url: `${origin}/api`,
    headers: { authorization: "secret", "x-api-key": "secret" },
    ...options,
  });
}

const page = (id: number, next?: string) => ({
  data: [{ type: "articles", id: `${id}`, attributes: {}, relationships: {} }],
  links: { next },
});

function sendJson(response: ServerResponse, document: unknown, status = 200): void {
  response.writeHead(status, { "content-type": MEDIA_TYPE }).end(JSON.stringify(document));
}

async function ids(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of items) found.push(id);
  return found;
}

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("%i is not followed, neither of a read nor of a write", async (status) => {
    const other = await listen((_request, response) => sendJson(response, page(1)));
    const { origin } = await listen((_request, response) => {
      response.writeHead(status, { location: `${other.origin}/api/articles` }).end();
    });
    const client = clientOf(origin);
    const read = await client.articles.list().safe();
    expect(read.error).toMatchObject({
      name: "Unexpected",
      code: "malformed",
      message:
        "GET /api/articles was redirected, and the client does not follow redirects. Set its url to the new address.",
      response: { status },
    });
    const write = await client.articles.create({ title: "x", content: "", author: null }).safe();
    expect(write.error).toMatchObject({ code: "malformed" });
    expect(other.requests).toEqual([]); // which would have got the headers
  });

  test("one's own fetch may follow them", async () => {
    const { origin } = await listen((request, response) => {
      if (request.url?.startsWith("/api")) response.writeHead(307, { location: "/there" }).end();
      else sendJson(response, page(3));
    });
    const follow = (request: Request) => fetch(request, { redirect: "follow" });
    expect((await clientOf(origin, { fetch: follow }).articles.list())[0]?.id).toBe("3");
  });
});

describe("an rpc that is redirected to another origin", () => {
  const callWith = async (
    options: Partial<ClientOptions>,
    call: { headers?: Record<string, string>; body?: unknown },
  ) => {
    const other = await listen((_request, response) => sendJson(response, { there: true }));
    const { origin } = await listen((_request, response) => {
      response.writeHead(307, { location: `${other.origin}/there` }).end();
    });
    const client = clientOf(origin, { headers: undefined, ...options });
    const response = await client.articles.rpc(1, "publish", { method: "PUT", ...call });
    return { response, requests: other.requests };
  };

  test.each<[string, Partial<ClientOptions>, { headers?: Record<string, string>; body?: unknown }]>([
    ["the client's headers", { headers: { "x-api-key": "secret" } }, {}],
    ["what a function gives", { headers: async () => ({ "x-api-key": "secret" }) }, {}],
    ["its own headers", {}, { headers: { "x-api-key": "secret" } }],
    ["a JSON body", {}, { body: { secret: true } }],
    ["a text body", {}, { body: "secret" }],
  ])("does not take %s along: the response is the redirect", async (_name, options, call) => {
    const { response, requests } = await callWith(options, call);
    expect([response.status, requests]).toEqual([307, []]);
  });

  test("is followed where nothing of the caller would go with it", async () => {
    const { response, requests } = await callWith({}, {});
    expect(await response.json()).toEqual({ there: true });
    expect(requests.map(({ url }) => url)).toEqual(["/there"]);
  });
});

describe("one signal for many calls", () => {
  test("collects no listeners, and still aborts what is under way", async () => {
    const { origin } = await listen(({ url, method }, response) => {
      if (url?.includes("hang")) return;
      if (method === "PUT") response.writeHead(200, { "content-type": "text/plain" }).end("done");
      else sendJson(response, page(1));
    });
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const controller = new AbortController();
    const { signal } = controller;
    const client = clientOf(origin);
    for (let round = 0; round < 20; round++) {
      const reads = Array.from({ length: 25 }, () => client.articles.list().fetch({ signal }));
      const calls = Array.from({ length: 25 }, () => client.articles.rpc(1, "publish", { method: "PUT", signal }));
      await Promise.all([...reads, ...calls]);
    }
    expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
    expect(warnings.map(({ name }) => name)).not.toContain("MaxListenersExceededWarning");
    const hanging = client.articles.get("hang" as never).fetch({ signal });
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: "aborted" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("aborts the body of an rpc that nobody has read to its end", async () => {
    const { origin } = await listen((_request, response) => void response.writeHead(200).write("first"));
    const controller = new AbortController();
    const response = await clientOf(origin).articles.rpc(1, "publish", { method: "PUT", signal: controller.signal });
    const text = response.text();
    controller.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a link to another origin", () => {
  const links = (other: string) => [
    `${other}/api/articles?page=2`,
    `//${new URL(other).host}/api/articles`,
    `/\\${new URL(other).host}/api/articles`,
    `http://user:pass@${new URL(other).host}/`,
    "javascript:alert(1)",
    "data:application/json,{}",
    "file:///etc/passwd",
    `blob:${other}/x`,
  ];

  test("is not followed, nor is the caller known there", async () => {
    const other = await listen((_request, response) => sendJson(response, page(2)));
    for (const next of links(other.origin)) {
      const { origin, requests } = await listen((_request, response) => sendJson(response, page(1, next)));
      const first = await clientOf(origin).articles.list();
      await expect(first.getNext().fetch()).rejects.toMatchObject({ name: "Unexpected", code: "not_sent" });
      await expect(ids(clientOf(origin).articles.list().all())).rejects.toBeInstanceOf(Unexpected);
      expect(requests).toHaveLength(2);
    }
    expect(other.requests).toEqual([]);
  });

  test("is followed where it is allowed, with the headers", async () => {
    const other = await listen((_request, response) => sendJson(response, page(2)));
    const { origin } = await listen((_request, response) =>
      sendJson(response, page(1, `${other.origin}/api/articles?page=2`)),
    );
    const client = clientOf(origin, { allowOrigins: [other.origin] });
    expect(await ids(client.articles.list().all())).toEqual(["1", "2"]);
    expect(other.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/api/articles?page=2", "secret"],
    ]);
    const { origin: third } = await listen((_request, response) => sendJson(response, page(3)));
    const elsewhere = clientOf(third, { allowOrigins: [origin] });
    await expect(elsewhere.articles.list().fetch()).resolves.toHaveLength(1);
  });

  test("with somebody else's name and password in it is followed without them", async () => {
    const { origin, requests } = await listen(({ url }, response) =>
      sendJson(
        response,
        url?.includes("page") ? page(2) : page(1, `http://user:pass@${new URL(origin).host}/api/articles?page=2`),
      ),
    );
    expect(await ids(clientOf(origin).articles.list().all())).toEqual(["1", "2"]);
    expect(requests[1]?.headers.authorization).toBe("secret");
  });
});

describe("an answer that breaks off", () => {
  test.each<[string, string, Answer]>([
    [
      "shorter than it says",
      "network",
      (_, response) => {
        response.writeHead(200, { "content-type": MEDIA_TYPE, "content-length": "1000" });
        response.write('{"data":', () => response.destroy());
      },
    ],
    [
      "in the middle of its JSON, cleanly",
      "malformed",
      (_, response) => void response.end('{"data":[{"type":"articles"'),
    ],
    ["before its head", "network", (request) => void request.socket.destroy()],
    [
      "compressed, but not",
      "network",
      (_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip");
      },
    ],
    ["that is not HTTP", "network", (request) => void request.socket.end("SSH-2.0-OpenSSH\r\n")],
  ])("%s: %s", async (_, code, answer) => {
    const { origin } = await listen(answer);
    const { error } = await clientOf(origin).articles.list().safe();
    expect(error).toMatchObject({ name: "Unexpected", status: 0, code });
    const written = await clientOf(origin).articles.create({ title: "x", content: "", author: null }).safe();
    expect(written.error).toMatchObject({ name: "Unexpected", status: 0, code });
  });
});

describe("an answer that is another's", () => {
  test.each<[string, number, string, object]>([
    ["a proxy's page", 502, "<html>Bad gateway", { status: 502, code: "internal_error" }],
    ["a portal's page", 200, "<html>Log in", { status: 0, code: "malformed" }],
    ["a firewall's page", 403, "<html>Forbidden", { status: 0, code: "malformed", response: { status: 403 } }],
    ["nothing", 200, "", { status: 0, code: "malformed" }],
    ["no content", 204, "", { status: 0, code: "malformed" }],
    ["not modified", 304, "", { status: 0, code: "malformed" }],
    ["another API's error", 400, '{"message":"no"}', { status: 0, code: "malformed" }],
  ])("%s", async (_, status, text, error) => {
    const { origin } = await listen((_request, response) => void response.writeHead(status).end(text));
    expect((await clientOf(origin).articles.list().safe()).error).toMatchObject({ name: "Unexpected", ...error });
  });
});

test("a signal ends a walk between its pages and in the middle of one", async () => {
  const { origin, requests } = await listen(({ url }, response) => {
    const number = Number(new URL(url ?? "", "http://x").searchParams.get("page") ?? 1);
    if (number < 3) sendJson(response, page(number, `/api/articles?page=${number + 1}`));
    else response.writeHead(200).write("{"); // and no more
  });
  const middle = new AbortController();
  const walk = ids(clientOf(origin).articles.list({ signal: middle.signal }).all());
  setTimeout(() => middle.abort(), 100);
  await expect(walk).rejects.toMatchObject({ code: "aborted" });

  const between = new AbortController();
  const seen: string[] = [];
  const stopping = async () => {
    for await (const { id } of clientOf(origin).articles.list({ signal: between.signal }).all()) {
      seen.push(id);
      between.abort();
    }
  };
  await expect(stopping()).rejects.toMatchObject({ code: "aborted" });
  expect(seen).toEqual(["1"]);
  expect(requests).toHaveLength(4);
});

test("a chain of pages that loops ends with an error, however long the loop", async () => {
  const { origin, requests } = await listen(({ url }, response) => {
    const number = Number(new URL(url ?? "", "http://x").searchParams.get("page") ?? 1);
    sendJson(response, page(number, `/api/articles?page=${(number % 20) + 2}`));
  });
  await expect(ids(clientOf(origin).articles.list().all())).rejects.toThrow(/The pages never end/);
  expect(requests.length).toBeLessThan(25);
});

test("resources that include each other in a circle are joined as far as was asked", async () => {
  const link = (type: string, id: string) => ({ data: { type, id } });
  const { origin } = await listen((_request, response) =>
    sendJson(response, {
      data: { type: "articles", id: "1", attributes: {}, relationships: { author: link("users", "7") } },
      included: [
        {
          type: "users",
          id: "7",
          attributes: {},
          relationships: { articles: { data: [{ type: "articles", id: "1" }] } },
        },
      ],
    }),
  );
  const article = await clientOf(origin).articles.get(1, { include: ["author__articles"] });
  const text = JSON.stringify(article);
  expect(text.length).toBeLessThan(300);
  expect(article.author?.articles[0]?.author).toEqual({ type: "users", id: "7" });
});
