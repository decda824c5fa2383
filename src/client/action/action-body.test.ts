import { describe, expect, test } from "vitest";
import { createClient } from "../create-client.js";

type Command = (input: object) => Promise<unknown> & { safe(): Promise<{ error: { code: string; message: string } }> };

function sendingForms() {
  const requests: Request[] = [];
  const client: unknown = createClient({
    url: "http://x/api",
    fetch: (request) => {
      requests.push(request.clone());
      return new Response(null, { status: 204 });
    },
  });
  const send = (client as { tickets: { command: { import: Command } } }).tickets.command.import; // of no API
  return { send, requests };
}

const at = new Date("2026-01-31T12:00:00Z");
const csv = new File(["a,b"], "ä.csv", { type: "text/csv" });

describe("a command with a file is a form", () => {
  test("whose other members are parts with JSON, and their types are in a header", async () => {
    const { send, requests } = sendingForms();
    await send({
      file: csv,
      at,
      lines: [{ cents: 5n }],
      note: 'a"\n',
      none: null,
      absent: undefined,
      tags: new Set([at]),
    });
    const [request] = requests;
    expect(request?.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    expect(JSON.parse(request?.headers.get("trestle-rich") ?? "")).toEqual({
      at: ["Date"],
      lines: { "*": { cents: ["bigint"] } },
      tags: ["set", { "*": ["Date"] }],
    });
    const form = await request?.formData();
    const { file, ...others } = Object.fromEntries(form ?? []);
    const parts = Object.entries(others) as [string, File][];
    expect(parts.map(([, { name, type }]) => [name, type])).toEqual(
      parts.map(() => ["trestle:json", "application/json"]),
    );
    const texts = await Promise.all(parts.map(async ([name, part]) => [name, await part.text()]));
    expect(Object.fromEntries(texts)).toEqual({
      at: JSON.stringify(at),
      lines: '[{"cents":"5"}]',
      note: JSON.stringify('a"\n'),
      none: "null",
      tags: JSON.stringify([at]),
    });
    expect(file).toMatchObject({ name: "ä.csv", type: "text/csv" });
    expect(await (file as File).text()).toBe("a,b");
  });

  test("that has a part for each file of a list", async () => {
    const { send, requests } = sendingForms();
    await send({ files: [csv, new Blob(["c"])], dryRun: true });
    const form = await requests[0]?.formData();
    const files = (form?.getAll("files") ?? []) as File[];
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(["a,b", "c"]);
    expect(await (form?.get("dryRun") as File | undefined)?.text()).toBe("true");
    expect(requests[0]?.headers.get("trestle-rich")).toBeNull();
  });

  test("but not if a file is deeper, or next to something else in its list", async () => {
    const { send, requests } = sendingForms();
    const deep = await send({ inside: { file: csv } }).safe();
    expect(deep.error).toMatchObject({ code: "not_sent", message: expect.stringContaining('"inside.file" is a File') });
    const mixed = await send({ files: [csv, "b"] }).safe();
    expect(mixed.error).toMatchObject({ code: "not_sent", message: expect.stringContaining("only files") });
    expect(requests).toEqual([]);
  });
});
