import { connect } from "node:net";
import { json, trestle } from "trestle";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: { name: z.string() }, createFields: ["name"] });
const api = t.router({
  things: things
    .routes(
      things.createOne(({ input }) => ({ id: 1, ...input })),
      things.rpc("text", async ({ request }) => json({ text: await request.text() })),
    )
    .actions({
      say: things.command({ input: z.object({ text: z.string() }) }, () => undefined),
      upload: things.command({ input: z.object({ file: z.file() }) }, () => undefined),
    }),
});

const FORM = "multipart/form-data; boundary=x";
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe beginning';

/** The status of a request whose body does not end. */
async function statusOf(origin: string, line: string, type: string, part: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`POST ${line} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n${part}`);
  return new Promise((resolve) => socket.once("data", (chunk) => resolve(String(chunk).slice(9, 12))));
}

describeServers("a body that does not end within the time of the operation", (serve, adapter) => {
  // Fastify has read the other bodies before the operation begins, and gives them the time of `serverOptions`.
  test.runIf(adapter === "Fetch").each([
    ["of a create", "/api/things", MEDIA_TYPE, '{"data"'],
    ["of a command with JSON", "/api/things/1/say", "application/json", '{"text"'],
  ])("%s is a 408", async (_, path, type, part) => {
    const { origin, logged } = await serve(api, { timeout: 60 });
    expect(await statusOf(origin, path, type, part)).toBe("408");
    expect(logged).toEqual([]);
  });

  test.each([
    ["of a command with files", "/api/things/1/upload", FORM, FILE],
    ["of a form without files", "/api/things/1/say", FORM, "--x\r\n"],
    ["of a form in pairs", "/api/things/1/say", "application/x-www-form-urlencoded", "text="],
  ])("%s is a 408", async (_, path, type, part) => {
    const { origin, logged } = await serve(api, { timeout: 60 });
    expect(await statusOf(origin, path, type, part)).toBe("408");
    expect(logged).toEqual([]);
  });

  test("of an rpc is a 503, because its handler waits for the body", async () => {
    const { origin, logged } = await serve(api, { timeout: 60 });
    expect(await statusOf(origin, "/api/things/1/text", "text/plain", "a")).toBe("503");
    expect(logged[0]).toContain('things.rpc("text") did not respond within 60 ms');
  });
});
