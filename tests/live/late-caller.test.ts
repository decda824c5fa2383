import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { connectQueries, queryOptions } from "trestle/query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { until } from "../support/every-server.js";
import { sharedApi, type SharedApi } from "./convergence/api.js";
import { pause } from "./convergence/servers.js";

beforeEach(() => {
  vi.stubGlobal("window", globalThis); // only pages connect
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page on which nobody is signed in yet. Its server has listened for longer than a client asks for. */
async function loginPage() {
  const api = sharedApi();
  const server = new AbortController();
  const live = liveChannel(api, { hub: memoryHub() });
  const handle = fetchHandler(api, { prefix: "/api", live, signal: server.signal });
  onTestFinished(() => server.abort());
  const { signal } = server;
  const listener = createClient<SharedApi>({ url: "http://localhost/api", fetch: handle }).live({ signal });
  await listener[Symbol.asyncIterator]().next();
  await pause(2300);

  const sent: string[] = [];
  const user: { id: string | null } = { id: null };
  const client = createClient<SharedApi>({
    url: "http://localhost/api",
    caller: () => user.id,
    fetch: (request) => {
      sent.push(new URL(request.url).pathname.slice(4));
      return handle(request);
    },
  });
  const queryClient = new QueryClient();
  onTestFinished(() => queryClient.clear());
  onTestFinished(connectQueries(queryClient, client, { live: true }));
  /** Reads like a component, until the notices have begun. Returns how to leave. */
  async function read() {
    const observer = new QueryObserver(queryClient, queryOptions(client.articles.list()));
    const leave = observer.subscribe(() => {});
    onTestFinished(leave);
    await until(() => sent.includes("/live") && observer.getCurrentResult().isSuccess, "the list and the notices");
    await pause(400); // longer than a refetch waits
    return leave;
  }
  return { sent, user, read };
}

test("a page asks for no notices before somebody signs in, and then reads each query once", async () => {
  const { sent, user, read } = await loginPage();
  await pause(200);
  expect(sent).toEqual([]);
  user.id = "ann";
  await read();
  expect(sent.toSorted()).toEqual(["/articles", "/live"]);
});

test("a page that reads something before the sign-in connects for each user, and reads each query once", async () => {
  const { sent, user, read } = await loginPage();
  const leave = await read();
  expect(sent.toSorted()).toEqual(["/articles", "/live"]);
  leave();
  sent.length = 0;
  user.id = "ann";
  await read();
  expect(sent.toSorted()).toEqual(["/articles", "/live"]);
});
