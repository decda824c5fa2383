import { createClient } from "trestle/client";
import { trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryServer } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { formOf, sendForm, type SentPart } from "./forms.js";

const t = trestle();
const Input = z.object({
  title: z.string(),
  note: z.string().nullable().optional(),
  count: z.int().optional(),
  price: z.number().nullable(),
  size: z.bigint(),
  due: z.date(),
  status: z.enum(["open", "closed"]),
  urgent: z.boolean().default(false),
  tags: z.array(z.string()),
  days: z.array(z.int()).optional(),
  lines: z.array(z.object({ sku: z.string() })).optional(),
});
const Output = Input.extend({ urgent: z.boolean(), file: z.string().optional() });
const things = t.resource("things", { id: z.int(), attributes: {} });
const save = things.collection.command({ input: Input, output: Output }, ({ input }) => input);
const upload = things.collection.command(
  { input: Input.extend({ file: z.file().optional() }), output: Output },
  async ({ input: { file, ...input } }) => ({ ...input, ...(file && { file: await file.text() }) }),
);
const attach = things.collection.command({ input: z.object({ file: z.file() }) }, () => {});
const api = t.router({ things: things.routes().actions({ save, upload, attach }) });

/** What a browser sends for a form that is filled in. */
const FILLED: readonly (readonly [string, string])[] = [
  ["title", "123"],
  ["note", "null"],
  ["price", "1.5"],
  ["size", "12345678901234567890"],
  ["due", "2026-01-31"],
  ["status", "open"],
  ["urgent", "true"],
  ["tags", "a, b"],
  ["tags", "c"],
  ["days", "1"],
  ["days", "2"],
  ["lines", '[{"sku":"x"}]'],
];
const RESULT = {
  title: "123",
  note: "null",
  price: 1.5,
  size: "12345678901234567890",
  due: "2026-01-31T00:00:00.000Z",
  status: "open",
  urgent: true,
  tags: ["a, b", "c"],
  days: [1, 2],
  lines: [{ sku: "x" }],
};
/** What it sends for one whose optional fields are empty. */
const SPARSE = [
  ["title", ""],
  ["count", ""],
  ["price", ""],
  ["size", "1"],
  ["due", "2026-01-31T12:00:00Z"],
  ["status", "closed"],
] as const;

describeEveryServer("an HTML form", (server) => {
  const serve = async () => {
    const { origin } = await server.serve(api);
    const multipart = (fields: readonly (readonly [string, string])[], action = "upload", more: SentPart[] = []) =>
      sendForm(
        origin,
        `POST /api/things/${action}`,
        formOf([...fields.map(([name, content]) => ({ name, content })), ...more]),
      );
    const urlencoded = async (text: string, action = "save") => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await sendRaw(origin, `POST /api/things/${action}`, { headers, text });
      return { ...answer, json: answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined };
    };
    const encoded = (fields: readonly (readonly [string, string])[]) =>
      urlencoded(`${new URLSearchParams(fields.map((field) => [...field]))}`);
    return { origin, multipart, urlencoded, encoded };
  };

  test("has texts, which are read as the values that the schema declares", async () => {
    const { multipart, encoded } = await serve();
    expect(await multipart(FILLED)).toMatchObject({ status: 200, json: RESULT });
    expect(await multipart(FILLED, "save")).toMatchObject({ status: 200, json: RESULT });
    expect(await encoded(FILLED)).toMatchObject({ status: 200, json: RESULT });
  });

  test("may have empty fields, and an empty file", async () => {
    const { multipart, encoded } = await serve();
    const result = {
      title: "",
      price: null,
      size: "1",
      due: "2026-01-31T12:00:00.000Z",
      status: "closed",
      urgent: false,
    };
    const empty = { name: "file", content: "", filename: "", type: "application/octet-stream" };
    for (const { json } of [await multipart(SPARSE, "upload", [empty]), await encoded(SPARSE)])
      expect(json).toEqual({ ...result, tags: [] });
    expect((await multipart([], "attach", [empty])).status).toBe(422);
  });

  test("names every field that cannot be read", async () => {
    const { multipart, encoded } = await serve();
    const wrong = [
      ["count", "x"],
      ["due", "31.1."],
      ["status", "new"],
      ["days", "1,2"],
    ] as const;
    for (const { status, json } of [await multipart(wrong), await encoded(wrong)]) {
      expect(status).toBe(422);
      expect(json.errors.map(({ source, detail }: { source: object; detail: string }) => [source, detail])).toEqual([
        [{ pointer: "/count" }, 'count must be an integer, not "x".'],
        [{ pointer: "/due" }, 'due must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not "31.1.".'],
        [{ pointer: "/status" }, 'status must be one of open, closed, not "new".'],
        [{ pointer: "/days" }, 'days must be an integer, not "1,2".'],
      ]);
    }
    const { status, json } = await multipart([["lines", "x"]]);
    expect([status, json.errors[0].source]).toEqual([400, { pointer: "/lines" }]);
  });

  test("is refused if a field occurs twice, is unknown, or is not decodable", async () => {
    const { multipart, urlencoded } = await serve();
    expect((await multipart([...FILLED, ["title", "x"]])).status).toBe(400);
    expect((await multipart([...FILLED, ["other", "x"]])).status).toBe(422);
    expect((await urlencoded("title=%ff")).status).toBe(400);
    expect((await urlencoded("file=x", "attach")).status).toBe(415);
    expect((await urlencoded("title=x".padEnd(1_100_000, "x"))).status).toBe(413);
    expect((await urlencoded("a=1&".repeat(1001))).status).toBe(422);
  });

  test("does not change what our client sends", async () => {
    const { origin } = await serve();
    if (!origin.startsWith("http:")) return; // fetch speaks HTTP/1.1, and does not know the test's certificate
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const input = {
      title: '"12"',
      note: null,
      price: null,
      size: 1n,
      due: new Date("2026-01-31T12:00:00Z"),
      status: "open",
      urgent: true,
      tags: ["a,b"],
      lines: [],
    } as const;
    const file = new File(["content"], "a.json", { type: "application/json" });
    expect(await client.things.command.upload({ ...input, file })).toEqual({ ...input, file: "content" });
    expect(await client.things.command.save(input)).toEqual(input);
  });
});
