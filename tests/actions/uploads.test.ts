import { trestle } from "trestle";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter, type ServeOptions, until } from "../support/every-server.js";
import { formOf, openForm, ownTempFolder, sendForm, type SentPart } from "./forms.js";
import { sendRaw } from "../support/http.js";

const t = trestle();
const seen: unknown[] = [];
const Described = z.object({ name: z.string(), type: z.string(), size: z.number(), text: z.string() });
const describeFile = async (file: File) => ({
  name: file.name,
  type: file.type,
  size: file.size,
  text: await file.slice(0, 20).text(),
});

const things = t.resource("things", { id: z.int(), attributes: {} });

const one = things.collection.command(
  {
    input: z.object({
      file: z.file().max(1000).mime(["text/plain", "text/csv"]),
      at: z.date().optional(),
      rows: z.array(z.object({ id: z.bigint() })).default([]),
      open: z.unknown().optional(),
    }),
    output: z.object({ file: Described, at: z.date().optional(), ids: z.array(z.bigint()), open: z.string() }),
  },
  async ({ input }) => {
    seen.push(input);
    const open = input.open instanceof Date ? "Date" : typeof input.open;
    return { file: await describeFile(input.file), at: input.at, ids: input.rows.map(({ id }) => id), open };
  },
);
const many = things.collection.command(
  {
    input: z.object({ files: z.array(z.file().max(100)).max(3), cover: z.file().nullable().optional() }),
    output: z.object({ files: z.array(Described), cover: z.string() }),
    bodySize: 100_000,
  },
  async ({ input }) => ({
    files: await Promise.all(input.files.map(describeFile)),
    cover: input.cover === null ? "null" : typeof input.cover,
  }),
);
const optional = things.collection.command(
  { input: z.strictObject({ file: z.file().optional(), count: z.int() }), output: z.object({ has: z.boolean() }) },
  ({ input }) => ({ has: input.file !== undefined }),
);
const chosen = things.collection.command(
  {
    input: z.object({ text: z.string(), files: z.array(z.file()).min(1, "Choose a file.") }),
  },
  () => {},
);
const nullable = things.collection.command(
  { input: z.object({ file: z.file().nullable() }), output: z.object({ has: z.boolean() }) },
  ({ input }) => ({ has: input.file !== null }),
);
const loose = things.collection.command(
  { input: z.looseObject({ file: z.file().optional() }), output: z.number() },
  ({ input }) => Object.keys(input).length,
);
const hostile = things.collection.command(
  { input: z.object({ toString: z.string(), constructor: z.file() }), output: z.object({ names: z.string() }) },
  ({ input }) => ({ names: Object.keys(input).sort().join() }),
);
const fails = things.collection.command(
  { input: z.object({ file: z.file() }), timeout: 400 },
  async ({ input, signal }) => {
    seen.push(await input.file.text());
    if (input.file.name === "late") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw new Error("It failed.");
  },
);
const api = t.router({
  things: things.routes().actions({ one, many, optional, chosen, nullable, loose, hostile, fails }),
});

const text = (content: string, filename = "a.txt", type = "text/plain"): SentPart => ({
  name: "file",
  content,
  filename,
  type,
});

const errorsOf = ({ json }: { json: { errors: { code: string; source?: { pointer?: string } }[] } }) =>
  json.errors.map(({ code, source }) => [code, source?.pointer]);

describeEveryAdapter("uploads", (server) => {
  const serve = async (options?: ServeOptions) => {
    const temp = ownTempFolder();
    const served = await server.serve(api, options);
    const send = (action: string, parts: readonly SentPart[] | Buffer, headers?: Record<string, string>) =>
      sendForm(served.origin, `POST /api/things/${action}`, Buffer.isBuffer(parts) ? parts : formOf(parts), headers);
    const noFiles = () => until(() => temp.names().length === 0, "the removal of all files");
    onTestFinished(() => noFiles().finally(temp.remove));
    return { ...served, send, noFiles, temp };
  };

  test("a file is a part, and every other member is a part with JSON", async () => {
    const { send } = await serve();
    const { status, json } = await send(
      "one",
      [
        text("Grüße", "../日本 \u00fc.txt"),
        { name: "at", content: '"2026-01-31T12:00:00Z"', filename: "trestle:json", type: "application/json" },
        { name: "rows", content: '[{"id":"12345678901234567890"}]' },
        { name: "open", content: '"2026-01-31T12:00:00Z"' },
      ],
      { "trestle-rich": '{"open":["Date"]}' },
    );
    expect([status, json]).toEqual([
      200,
      {
        file: { name: "日本 ü.txt", type: "text/plain", size: 7, text: "Grüße" },
        at: "2026-01-31T12:00:00.000Z",
        ids: ["12345678901234567890"],
        open: "Date",
      },
    ]);
    expect((seen.at(-1) as { file: unknown }).file).toBeInstanceOf(File);
  });

  test("takes what a browser's FormData writes", async () => {
    const { send } = await serve();
    const data = new FormData();
    data.append("file", new File(["a,b"], 'x "1".csv', { type: "text/csv" }));
    data.append("open", JSON.stringify("text"));
    const written = new Response(data);
    const type = written.headers.get("content-type") ?? "";
    const { json } = await send("one", Buffer.from(await written.arrayBuffer()), { "content-type": type });
    expect(json).toMatchObject({ file: { name: 'x "1".csv', type: "text/csv", text: "a,b" }, open: "string" });
  });

  test("several parts of a name are a list, in their order", async () => {
    const { send } = await serve();
    const file = (name: string, content: string) => ({ name: "files", content, filename: name, type: "text/plain" });
    const { json } = await send("many", [file("a", "1"), { name: "cover", content: "null" }, file("b", "")]);
    expect(json.files.map(({ name, size }: { name: string; size: number }) => [name, size])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
    expect(json.cover).toBe("null");
    expect((await send("many", [])).json).toEqual({ files: [], cover: "undefined" });
    const four = await send(
      "many",
      ["a", "b", "c", "d"].map((name) => file(name, "x")),
    );
    expect([four.status, errorsOf(four)]).toEqual([422, [["too_big", "/files"]]]);
    const large = await send("many", [file("a", "x"), file("b", "x".repeat(101))]);
    expect([large.status, errorsOf(large)]).toEqual([422, [["too_big", "/files/1"]]]);
  });

  test("JSON is taken if no file is required", async () => {
    const { send, origin } = await serve();
    const headers = { "content-type": "application/json" };
    const answer = await sendRaw(origin, "POST /api/things/optional", { headers, text: '{"count":1}' });
    expect(answer.text).toBe('{"has":false}');
    expect((await send("optional", [{ name: "count", content: "1" }, text("x")])).json).toEqual({ has: true });
  });

  test("JSON in place of a form is validated by the schema", async () => {
    const { origin } = await serve({ limits: { bodySize: 2000 } });
    const send = async (action: string, body: string, type = "application/json") => {
      const line = `POST /api/things/${action}`;
      const answer = await sendRaw(origin, line, { headers: { "content-type": type }, text: body });
      const { errors = [] } = JSON.parse(answer.text);
      const shown = errors.map(({ source, detail }: { source?: { pointer?: string }; detail: string }) => [
        source?.pointer,
        detail,
      ]);
      return [answer.status, ...shown];
    };
    expect(await send("one", "{}")).toEqual([422, ["", "file is required."]]);
    for (const value of ["null", '"x"', "{}", "[]", "1"]) {
      const [status, [pointer, detail]] = await send("one", `{"file":${value}}`);
      expect([status, pointer, detail]).toEqual([422, "/file", expect.stringContaining("expected file")]);
    }
    expect(await send("chosen", '{"text":"a","files":[]}')).toEqual([422, ["/files", "Choose a file."]]);
    expect(await send("chosen", '{"text":1,"files":["x"]}')).toEqual([
      422,
      ["/text", expect.stringContaining("string")],
      ["/files/0", expect.stringContaining("expected file")],
    ]);
    expect(await send("nullable", '{"file":null}')).toEqual([200]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"])
      expect(await send("nullable", '{"file":null}', type)).toEqual([
        415,
        [
          undefined,
          `things.collection.command("nullable") takes a body of type multipart/form-data or application/json, not "${type}".`,
        ],
      ]);
    // The bodySize of the command is for its files.
    expect((await send("many", `{"files":[],"cover":"${"x".repeat(3000)}"}`))[0]).toBe(413);
  });

  test("a text in place of a file must be a file", async () => {
    const { send } = await serve();
    const errorOf = async (action: string, parts: readonly SentPart[]) => {
      const { status, json } = await send(action, parts);
      return [status, json.errors[0].source, json.errors[0].detail];
    };
    const said = expect.stringContaining("expected file");
    for (const content of ["a.txt", "1", '"x"', "null"])
      expect(await errorOf("one", [{ name: "file", content }])).toEqual([422, { pointer: "/file" }, said]);
    expect(
      await errorOf("chosen", [
        { name: "text", content: "a" },
        { name: "files", content: "a.txt" },
      ]),
    ).toEqual(
      [422, { pointer: "/files/0" }, said], // biome-ignore format: one line
    );
    expect((await send("nullable", [{ name: "file", content: "null" }])).status).toBe(200);
  });

  test("says what Zod says about files, before they are complete", async () => {
    const { origin, send } = await serve();
    const file = new File(["x".repeat(1001)], "a", { type: "image/png" });
    const { error } = z.file().max(1000).mime(["text/plain", "text/csv"]).safeParse(file);
    const [tooBig, wrongType] = error?.issues ?? [];
    const large = await send("one", [text("x".repeat(1001))]);
    expect(large.status).toBe(422);
    expect(large.json.errors).toMatchObject([
      { code: "too_big", detail: tooBig?.message, source: { pointer: "/file" }, meta: { path: ["file"] } },
    ]);
    const image = await send("one", [text("x", "a", "image/png")]);
    expect(image.json.errors).toMatchObject([
      { code: "invalid_value", detail: wrongType?.message, source: { pointer: "/file" } },
    ]);
    if (!server.isFastify) return;
    const open = openForm(origin, "/api/things/one");
    await open.write(formOf([text("x".repeat(1001))]).subarray(0, -20)); // the end never arrives
    expect((await open.answer).status).toBe(422);
    open.leave();
  });

  test("a form over the limit is a 413 as soon as it is passed", async () => {
    const { origin, send } = await serve({ limits: { bodySize: 2000 } });
    expect((await send("optional", [text("x".repeat(3000))])).status).toBe(413);
    const open = openForm(origin, "/api/things/optional");
    await open.write(formOf([text("x".repeat(3000))]).subarray(0, -20));
    expect((await open.answer).status).toBe(413);
    open.leave();
  });

  test("the limit of a JSON body also counts for the texts of a form", async () => {
    const { send } = await serve({ limits: { bodySize: 2000 } });
    expect((await send("many", [{ name: "cover", content: `"${"x".repeat(3000)}"` }])).status).toBe(413);
  });

  test.each<[string, readonly SentPart[] | Buffer, number, unknown[]]>([
    ["an unknown part", [text("x"), { name: "more", content: "1" }], 422, [["unknown_field", "/more"]]],
    ["__proto__", [text("x"), { name: "__proto__", content: "{}" }], 422, [["unknown_field", "/__proto__"]]],
    ["a second file", [text("x"), text("y")], 400, [["invalid_document", "/file"]]],
    ["a part that is not JSON", [text("x"), { name: "rows", content: "x" }], 400, [["malformed_json", "/rows"]]],
    ["a text that is not a date", [text("x"), { name: "at", content: "x" }], 422, [["invalid_type", "/at"]]],
    [
      "a deep part",
      [text("x"), { name: "open", content: "[".repeat(300) + "]".repeat(300) }],
      400,
      [["invalid_document", "/open"]],
    ],
    ["a missing file", [{ name: "open", content: "1" }], 422, [["required", ""]]],
    ["an invalid member", [text("x"), { name: "at", content: "1.5" }], 422, [["invalid_type", "/at"]]],
    [
      "a part without a name",
      Buffer.from(
        formOf([text("x")])
          .toString()
          .replace('name="file"', 'x="file"'),
      ),
      400,
      [["invalid_document", ""]],
    ],
    ["a truncated form", formOf([text("xxxxxxxx")]).subarray(0, -30), 400, [["invalid_document", ""]]],
    ["no form", Buffer.from("hello"), 400, [["invalid_document", ""]]],
    [
      "too many parts",
      Array.from({ length: 1001 }, (_, n) => ({ name: `${n}`, content: "1" })),
      413,
      [["content_too_large", undefined]],
    ],
  ])("%s", async (name, parts, status, errors) => {
    const { send, logged } = await serve();
    const answer = await send(name === "too many parts" ? "loose" : "one", parts);
    expect([answer.status, errorsOf(answer)]).toEqual([status, errors]);
    expect(logged).toEqual([]);
    expect((await send("one", [text("next")])).status).toBe(200);
  });

  test("a missing boundary is a 400", async () => {
    const { send } = await serve();
    const answer = await send("one", [text("x")], { "content-type": "multipart/form-data" });
    expect([answer.status, errorsOf(answer)]).toEqual([400, [["invalid_document", ""]]]);
  });

  test("names of members of Object's prototype are names as others", async () => {
    const { send } = await serve();
    const file = { ...text("x"), name: "constructor" };
    expect((await send("hostile", [{ name: "toString", content: '"x"' }, file])).json).toEqual({
      names: "constructor,toString",
    });
    expect((await send("hostile", [file])).status).toBe(422);
  });

  test("files are removed when a handler fails, or does not end in time", async () => {
    const { send, noFiles } = await serve();
    const kept = "kept".repeat(10_000); // a small file stays in memory
    expect((await send("fails", [text(kept, "early")])).status).toBe(500);
    await noFiles();
    expect((await send("fails", [text(kept, "late")])).status).toBe(503);
    expect(seen.slice(-2)).toEqual([kept, kept]);
  });

  test("a form that does not arrive in time is a 408, and its files are removed", async () => {
    const { origin } = await serve();
    const open = openForm(origin, "/api/things/fails");
    await open.write(formOf([text("x".repeat(50_000))]).subarray(0, -20));
    expect((await open.answer).status).toBe(408);
    open.leave();
  });

  test("a client that leaves in mid-upload leaves no files", async () => {
    const { origin, logged, noFiles, temp } = await serve({ limits: { bodySize: 10_000_000 } });
    const open = openForm(origin, "/api/things/optional");
    await open.write(formOf([text("x".repeat(300_000))]).subarray(0, -20));
    if (server.isFastify) await until(() => temp.names().length > 0, "the first file");
    open.leave();
    await open.answer.catch(() => undefined);
    await noFiles();
    expect(logged).toEqual([]);
  });
});
