import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { trestle } from "trestle";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter, until } from "../support/every-server.js";
import { formOf, ownTempFolder, sendForm } from "./forms.js";

/** Bytes of the largest file that Fastify keeps in memory. */
const SMALL = 16_384;

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });
const store = things.collection.command(
  {
    input: z.object({ files: z.array(z.file()) }),
    output: z.object({ onDisk: z.int(), sizes: z.array(z.int()), names: z.array(z.string()), text: z.string() }),
    bodySize: 30_000_000,
  },
  async ({ input: { files } }) => ({
    onDisk: readdirSync(tmpdir(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    sizes: files.map(({ size }) => size),
    names: files.map(({ name, type }) => `${name} ${type}`),
    text: (await Promise.all(files.map((file) => file.text()))).join(""),
  }),
);
const api = t.router({ things: things.routes().actions({ store }) });

describeEveryAdapter("a form", (server) => {
  const send = async (contents: readonly string[]) => {
    const temp = ownTempFolder();
    const { origin } = await server.serve(api);
    onTestFinished(() => until(() => temp.names().length === 0, "the removal of all files").finally(temp.remove));
    const parts = contents.map((content, index) => ({
      name: "files",
      content,
      filename: `${index}`,
      type: "text/plain",
    }));
    const { status, json } = await sendForm(origin, "POST /api/things/store", formOf(parts));
    expect(status).toBe(200);
    expect(json.sizes).toEqual(contents.map((content) => Buffer.byteLength(content)));
    expect(json.names).toEqual(contents.map((_, index) => `${index} text/plain`));
    expect(json.text).toBe(contents.join(""));
    return json.onDisk;
  };

  test("of many small files makes no temporary file", async () => {
    expect(await send(Array.from({ length: 800 }, (_, index) => "é".repeat(index % 3)))).toBe(0);
    expect(await send(["x".repeat(SMALL), "", "y".repeat(SMALL)])).toBe(0);
  });

  test("makes one temporary file for each large file", async () => {
    const contents = ["a", "b".repeat(SMALL + 1), "", "c".repeat(300_000), "d".repeat(SMALL), "é".repeat(10_000)];
    expect(await send(contents)).toBe(server.isFastify ? 3 : 0);
  });
});
