import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });

/** A server, and a connection that has had a response and is idle. */
async function start(drain?: number) {
  const app = Fastify(serverOptions);
  await app.register(fastifyPlugin(api, drain === undefined ? {} : { drain }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // of a TCP server
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (chunk: string) => {
    received += chunk;
  });
  const ended = once(socket, "close");
  const get = async () => {
    received = "";
    socket.write("GET /notes/1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => received).toContain('"text":"Hello"');
    return received;
  };
  expect(await get()).not.toMatch(/^connection: close/im);
  return { app, port, get, ended };
}

test("an idle connection serves one more request while the server drains, and new connections are refused", async () => {
  const { app, port, get, ended } = await start(60_000);
  const closed = app.close();
  const refused = async () => {
    const probe = connect(port, "127.0.0.1");
    return once(probe, "connect").then(
      () => void probe.destroy(),
      (error: NodeJS.ErrnoException) => error.code,
    );
  };
  await expect.poll(refused).toBe("ECONNREFUSED");
  expect(await get()).toMatch(/^connection: close/im);
  await Promise.all([closed, ended]); // long before the minute has passed
});

test("idle connections end after the drain", async () => {
  const { app, ended } = await start(50);
  await Promise.all([app.close(), ended]);
});

test("without a drain, idle connections end at once", async () => {
  const { app, ended } = await start();
  await Promise.all([app.close(), ended]);
});

/** Sends a request from another thread, so that it arrives while this one is busy. Its message is the response, or the code of the error. */
const CLIENT = `
const { parentPort, workerData } = require("node:worker_threads");
const socket = require("node:net").connect(workerData, "127.0.0.1");
socket.write("GET /notes/1 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
socket.on("error", ({ code }) => parentPort.postMessage(code));
socket.on("data", (chunk) => parentPort.postMessage(String(chunk)));
`;

test("a server that was busy when it closed serves the connections that waited for it", async () => {
  const { app, port, ended } = await start();
  const client = new Worker(CLIENT, { eval: true, workerData: port });
  await once(client, "online");
  const message = once(client, "message");
  const begin = performance.now();
  while (performance.now() - begin < 300); // the connection arrives
  await Promise.all([app.close(), ended]);
  expect(String(await message)).toContain('"text":"Hello"');
  await client.terminate();
});
