import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { z } from "zod";

/**
 * A program: `node --expose-gc --import tsx upload-program.ts 100 50 4`. Sends so many uploads of so many megabytes, some of
 * them at once, and prints the most memory that the process used, in bytes.
 */
const [count = 0, megabytes = 0, parallel = 1] = process.argv.slice(2).map(Number);
process.env.TMPDIR = mkdtempSync(join(tmpdir(), "uploads-"));

const CHUNK = Buffer.alloc(65_536, "trestle ");
const size = megabytes * 1_000_000;

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });
const upload = things.collection.command(
  {
    input: z.object({ file: z.file().max(size), note: z.string() }),
    output: z.object({ size: z.int(), hash: z.string() }),
    bodySize: size + 10_000,
  },
  async ({ input }) => {
    const hash = createHash("md5");
    for await (const chunk of input.file.stream()) hash.update(chunk);
    return { size: input.file.size, hash: hash.digest("hex") };
  },
);
const api = t.router({ things: things.routes().actions({ upload }) });

const app = Fastify({ ...serverOptions });
await app.register(fastifyPlugin(api));
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;

const HEAD = `--abc\r\nContent-Disposition: form-data; name="note"\r\n\r\n"x"\r\n--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
const expected = createHash("md5");
for (const chunk of chunks()) expected.update(chunk);
const digest = expected.digest("hex");

function* chunks() {
  for (let left = size; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
}

function send(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "multipart/form-data; boundary=abc" };
    const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/things/upload", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        text === JSON.stringify({ size, hash: digest })
          ? resolve()
          : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    sent.on("error", reject);
    sent.write(HEAD);
    const parts = chunks();
    const write = () => {
      for (let next = parts.next(); !next.done; next = parts.next()) {
        if (!sent.write(next.value)) return void sent.once("drain", write);
      }
      sent.end("\r\n--abc--\r\n");
    };
    write();
  });
}

const most = { rss: 0, heapUsed: 0, external: 0 };
const look = () => {
  const used = process.memoryUsage();
  most.rss = Math.max(most.rss, used.rss);
  most.heapUsed = Math.max(most.heapUsed, used.heapUsed);
  most.external = Math.max(most.external, used.external);
};
await send(); // loads everything
globalThis.gc?.();
const before = process.memoryUsage().rss;
const timer = setInterval(look, 20);
let left = count;
await Promise.all(
  Array.from({ length: parallel }, async () => {
    while (left-- > 0) await send();
  }),
);
clearInterval(timer);
await app.close();
const files = readdirSync(process.env.TMPDIR).length;
console.log(JSON.stringify({ before, ...most, files }));
