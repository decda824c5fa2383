import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "trestle/client";
import { queryOptions } from "trestle/query";
import { expect, onTestFinished, test } from "vitest";
import type { Api } from "../support/newsroom/api.js";

const body = JSON.stringify({ data: { type: "users", id: "7", attributes: { username: "ann" } } });

/** A server whose first responses have these statuses; 0 breaks the connection. */
async function serve(statuses: readonly number[], headers: Record<string, string> = {}) {
  const queue = [...statuses];
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    const status = queue.shift() ?? 200;
    if (status === 0) return response.destroy();
    response.writeHead(status, { "content-type": "application/vnd.api+json", ...(status === 200 ? {} : headers) });
    return response.end(status === 200 ? body : JSON.stringify({ errors: [{ status: `${status}`, code: "busy" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, count: () => requests };
}

test.each([0, 502, 503, 504])("sends a read again after a failure: %s", async (status) => {
  const { url, count } = await serve([status]);
  const client = createClient<Api>({ url, retry: 2 });
  expect((await client.users.get(7)).username).toBe("ann");
  expect(count()).toBe(2);
});

test("sends a read again after a 429 only if it says when", async () => {
  const polite = await serve([429], { "retry-after": "0" });
  expect((await createClient<Api>({ url: polite.url, retry: 1 }).users.get(7)).id).toBe("7");
  const rude = await serve([429]);
  await expect(createClient<Api>({ url: rude.url, retry: 1 }).users.get(7)).rejects.toMatchObject({ status: 429 });
  expect(rude.count()).toBe(1);
});

test.each([400, 404, 500])("does not send a read again after a %i", async (status) => {
  const { url, count } = await serve([status]);
  await expect(createClient<Api>({ url, retry: 2 }).users.get(7)).rejects.toMatchObject({ status });
  expect(count()).toBe(1);
});

test("gives up after so many retries, at the timeout and when it is aborted", async () => {
  const often = Array<number>(50).fill(503);
  const bounded = await serve(often);
  await expect(createClient<Api>({ url: bounded.url, retry: 1 }).users.get(7)).rejects.toMatchObject({ status: 503 });
  expect(bounded.count()).toBe(2);
  const slow = await serve(often);
  const limited = createClient<Api>({ url: slow.url, retry: 50, timeout: 300 });
  await expect(limited.users.get(7)).rejects.toMatchObject({ code: "timeout" });
  const controller = new AbortController();
  const call = createClient<Api>({ url: slow.url, retry: 50 }).users.get(7).fetch({ signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(call).rejects.toMatchObject({ code: "aborted" });
});

test("neither a write nor a read without the option is sent again", async () => {
  const off = await serve([503, 503]);
  await expect(createClient<Api>({ url: off.url }).users.get(7)).rejects.toMatchObject({ status: 503 });
  expect(off.count()).toBe(1);
  await expect(createClient<Api>({ url: off.url, retry: 3 }).articles.delete(1)).rejects.toMatchObject({ status: 503 });
  expect(off.count()).toBe(2);
});

test("turns TanStack Query's own retries off, unless the settings say otherwise", () => {
  const client = createClient<Api>({ url: "http://localhost", retry: 1 });
  expect(queryOptions(client.users.get(7)).retry).toBe(false);
  expect(queryOptions(client.users.get(7), { retry: 2 }).retry).toBe(2);
  expect("retry" in queryOptions(createClient<Api>({ url: "http://localhost" }).users.get(7))).toBe(false);
});
