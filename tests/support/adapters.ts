import type { AddressInfo } from "node:net";
import { fastifyPlugin, type InternalError } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { expectDescribed } from "./expect-described.js";
import { expectDocument, expectErrorDocument, type Json } from "./documents.js";
import { fastifyApp } from "./fastify-app.js";
import { fetchServer } from "./fetch-server.js";
import { type RawAnswer, sendRaw } from "./http.js";
import { expectJsonApi } from "./jsonapi/expect-json-api.js";
import { type Sent, sendingOf } from "./sent.js";
import { api } from "./newsroom/api.js";
import { Store } from "./newsroom/store.js";
import { type Context, t } from "./newsroom/trestle.js";

/** An answer whose document was checked: `data` and the like are the document's, `errors` those of an error document. */
export interface Answer extends RawAnswer {
  readonly document: Json;
  readonly data: Json;
  readonly errors: readonly Json[];
}

/** The newsroom behind one adapter, listening. */
export class Newsroom {
  store = new Store();
  /** What was logged as the server's own errors. */
  readonly logged: { readonly error: unknown; readonly text: string }[] = [];
  /** `http://localhost:54321` */
  origin = "";

  /** Where the API is mounted. */
  get url(): string {
    return `${this.origin}/api`;
  }

  readonly makeContext = (authorization: string | undefined): Context => {
    if (authorization === "broken") throw new Error("The session store is down: hunter2.");
    return { store: this.store, user: authorization };
  };

  /** Sends a request such as `GET /articles` below the mount point, and checks that the answer is a proper document. */
  async send(line: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.raw(line, sent);
    if (answer.status === 204) {
      expect(answer.text).toBe("");
      expect(answer.headers).not.toHaveProperty("content-type");
      return { ...answer, document: undefined, data: undefined, errors: [] };
    }
    if (answer.status >= 400) {
      const errors = expectErrorDocument(answer);
      return { ...answer, document: JSON.parse(answer.text), data: undefined, errors };
    }
    const document = expectDocument(answer);
    return { ...answer, document, data: document.data, errors: [] };
  }

  /** Sends a request, and gives the answer as it came. It must be what JSON:API allows, and as the API is described. */
  async raw(line: string, sent: Sent = {}): Promise<RawAnswer> {
    const [method = "", ...path] = line.split(" ");
    const sending = sendingOf(sent);
    const answer = await sendRaw(this.origin, `${method} /api${path.join(" ")}`, sending);
    expectJsonApi(method, path.join(" "), answer, sending.text);
    expectDescribed(method, path.join(" "), answer);
    return answer;
  }
}

export interface Adapter {
  readonly name: string;
  /** Listens on a free loopback port; gives what ends it. */
  start(newsroom: Newsroom): Promise<() => Promise<void>>;
}

const onFastify = (name: string, routes?: "one", http2 = false): Adapter => ({
  name,
  async start(newsroom) {
    const write = (line: string) => {
      const { err, msg, errorId } = JSON.parse(line);
      if (errorId !== undefined) newsroom.logged.push({ error: err, text: `${msg} ${err?.stack}` });
    };
    const app = fastifyApp({ logger: { level: "error", stream: { write } } }, http2);
    const context = t.context((request: { headers: { authorization?: string } }) =>
      newsroom.makeContext(request.headers.authorization),
    );
    await app.register(fastifyPlugin(api, { context, routes }), { prefix: "/api" });
    newsroom.origin = (await app.listen({ port: 0, host: "127.0.0.1" })).replace(/^http(?=:)/, http2 ? "h2c" : "http");
    return async () => {
      if (!http2) app.server.closeAllConnections();
      await app.close();
    };
  },
});

const onFetch: Adapter = {
  name: "Fetch",
  async start(newsroom) {
    const onError = ({ error, id }: InternalError) => {
      newsroom.logged.push({ error, text: `${id} ${error instanceof Error ? error.stack : error}` });
    };
    const context = t.context((request: Request) =>
      newsroom.makeContext(request.headers.get("authorization") ?? undefined),
    );
    const server = fetchServer(fetchHandler(api, { prefix: "/api", context, onError }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    newsroom.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  },
};

export const adapters: readonly Adapter[] = [onFastify("Fastify"), onFetch];
/** All ways to be served. What only finds routes in another manner has `same-answers` to be compared by. */
export const allAdapters: readonly Adapter[] = [
  ...adapters,
  onFastify("one route", "one"),
  onFastify("HTTP/2", undefined, true),
  onFastify("HTTP/2, one route", "one", true),
];

/** Runs the same tests on both adapters, or on those that the environment names; each test on a fresh store. */
export function describeAdapters(name: string, tests: (newsroom: Newsroom) => void): void {
  const asked = process.env.ADAPTER;
  const chosen = asked === undefined ? adapters : allAdapters.filter((adapter) => adapter.name.includes(asked));
  describe.each(chosen)(`${name}: $name`, ({ start }) => {
    const newsroom = new Newsroom();
    let stop: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      stop = await start(newsroom);
    });
    afterAll(() => stop?.());
    beforeEach(() => {
      newsroom.store = new Store();
      newsroom.logged.length = 0;
    });
    tests(newsroom);
  });
}
