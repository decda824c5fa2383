import { once } from "node:events";
import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ownTempFolder } from "../actions/forms.js";
import { PATIENCE } from "../support/patience.js";
import { tls } from "../support/tls.js";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: {} });
const api = t.router(
  { notes: notes.routes(notes.getOne(({ id }) => ({ id }))) },
  { actions: { attach: t.command({ input: z.object({ file: z.file() }) }, () => undefined) } },
);

async function start(server: object = {}) {
  const app = Fastify({ ...serverOptions, ...server } as object) as FastifyInstance;
  await app.register(fastifyPlugin(api));
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const count = () =>
    new Promise((resolve) => app.server.getConnections((_error, connections) => resolve(connections)));
  return { app, count };
}

/** A client that never ends its side. */
function open({ server }: FastifyInstance) {
  const { port } = server.address() as { readonly port: number }; // it listens
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).resume();
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const get = "GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n";
const GARBAGE = "garbage\r\n\r\n";

test.each([
  ["garbage", GARBAGE],
  ["garbage behind a request", `${get}${GARBAGE}`],
])("the server closes the connection of a client that sends %s, and then nothing", async (_what, sent) => {
  const { app, count } = await start();
  const socket = open(app);
  const ended = once(socket, "end");
  socket.write(sent);
  await ended;
  await expect.poll(count, { timeout: PATIENCE }).toBe(0);
});

test("it closes a connection whose handshake takes too long", async () => {
  const { app, count } = await start({ https: { ...tls, handshakeTimeout: 100 } });
  const arrived = once(app.server, "connection");
  open(app);
  await arrived;
  await expect.poll(count, { timeout: PATIENCE }).toBe(0);
});

test("it removes the files of a form that turns into garbage", async () => {
  const temp = ownTempFolder(); // other tests have forms, too
  onTestFinished(temp.remove);
  const kept = () => temp.names().length;
  const socket = open((await start()).app);
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"x".repeat(20_000)}`;
  const head =
    "POST /attach HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked";
  socket.write(`${head}\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`);
  await expect.poll(kept, { timeout: PATIENCE }).toBe(1);
  socket.write("garbage\r\n");
  await expect.poll(kept, { timeout: PATIENCE }).toBe(0);
});
