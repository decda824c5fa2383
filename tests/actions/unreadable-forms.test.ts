import { Readable } from "node:stream";
import fc from "fast-check";
import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter, everyServer } from "../support/every-server.js";
import { runs as times } from "../support/runs.js";
import { BOUNDARY, FORM_TYPE, formOf, openForm, sendForm } from "./forms.js";

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });
let runs = 0;
const store = things.collection.command(
  {
    input: z.object({ title: z.string().optional(), other: z.string().optional(), file: z.file().optional() }),
    output: z.record(z.string(), z.string().optional()),
  },
  async ({ input: { title, other, file } }) => {
    runs++;
    const content = file && Buffer.from(await file.arrayBuffer()).toString("latin1");
    return { title, other, name: file?.name, type: file?.type, content };
  },
);
const api = t.router({ things: things.routes().actions({ store }) });

const part = (head: string | Buffer, content: string | Buffer = "Hello") =>
  Buffer.concat([`--${BOUNDARY}\r\n`, head, "\r\n\r\n", content, "\r\n"].map((piece) => Buffer.from(piece as string)));
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const NAMED = 'Content-Disposition: form-data; name="title"';
const FILE = 'Content-Disposition: form-data; name="file"; filename="a"';
const bytes = (text: string) => Buffer.from(text, "latin1");

/** Each has a part that one reader could drop, or read in another way than the next one. */
const UNREADABLE: Readonly<Record<string, Buffer>> = {
  "a part without a name": part("Content-Disposition: form-data"),
  "a part without headers": part("X-Other: a"),
  "a part without a head": Buffer.from(`--${BOUNDARY}\r\n\r\nHello\r\n`),
  "a part of another kind": part('Content-Disposition: attachment; name="title"'),
  "a header without a colon": part(`nothing\r\n${NAMED}`),
  "a header without a colon at the end": part(`${NAMED}\r\nnothing`),
  "a header without a name": part(`${NAMED}\r\n: nothing`),
  "a header whose name has a space": part(`${NAMED}\r\nX-Other : nothing`),
  "a header of two lines": part(`${NAMED}\r\nX-Other: a\r\n b`),
  "a zero byte in a header": part(`${NAMED}\r\nX-Other: a\0b`),
  "a boundary among its headers": part(`${NAMED}\r\n--${BOUNDARY}: a`),
  "101 headers": part(`${NAMED}${Array.from({ length: 100 }, (_, n) => `\r\nX-${n}: a`).join("")}`),
  "long headers": part(`${NAMED}\r\nX-Other: ${"a".repeat(17_000)}`),
  "two names": part(`${NAMED}; name="other"`),
  "a name without its end": part('Content-Disposition: form-data; name="title'),
  "a line break in a name": part('Content-Disposition: form-data; name="ti\ntle"'),
  "headers without an end": Buffer.from(`--${BOUNDARY}\r\n${NAMED}\r\n`),
  "two headers with a name": part(`${NAMED}\r\nContent-Disposition: form-data; name="other"`),
  "two headers with a type": part(`${FILE}\r\nContent-Type: text/plain\r\nContent-Type: image/png`),
  "two encodings": part(`${NAMED}\r\nContent-Transfer-Encoding: 8bit\r\ncontent-transfer-encoding: base64`),
  "a part in base64": part(`${NAMED}\r\nContent-Transfer-Encoding: base64`, "SGVsbG8="),
  "a file in quoted-printable": part(`${FILE}\r\nContent-Transfer-Encoding: quoted-printable`, "=48"),
  "a text that is not UTF-8": part(NAMED, bytes("a\xffb")),
  "a text that is not UTF-8, behind one with that character": Buffer.concat([
    part('Content-Disposition: form-data; name="other"', "a\uFFFDb"),
    part(NAMED, bytes("a\xffb")),
  ]),
  "a text that is not UTF-8, before a file with that character": Buffer.concat([
    part(NAMED, bytes("a\xffb")),
    part(FILE, "a\uFFFDb"),
  ]),
  "a name that is not UTF-8": part(bytes('Content-Disposition: form-data; name="\xff"')),
  "a file name that is not UTF-8": part(bytes('Content-Disposition: form-data; name="file"; filename="\xff"')),
  "the file name ..": part('Content-Disposition: form-data; name="file"; filename=".."'),
  "the file name .": part('Content-Disposition: form-data; name="file"; filename="a/."'),
};

const TITLE = part(NAMED);
const OTHER = part('Content-Disposition: form-data; name="other"');

/** Each has bytes that belong to no part. */
const OUTSIDE: Readonly<Record<string, readonly (Buffer | string)[]>> = {
  "a text before the first part": ["Hello\r\n", TITLE, END],
  "a part of another boundary before the first one": [TITLE.toString().replace(BOUNDARY, "other"), OTHER, END],
  "a text before the end": ["Hello\r\n", END],
  "a text behind the end": [TITLE, END, "Hello"],
  "a part behind the end": [TITLE, END, OTHER],
  "a part and an end behind the end": [TITLE, END, OTHER, END],
  "a form behind a form": [TITLE, END, TITLE, END],
  "a text directly behind the end": [TITLE, `--${BOUNDARY}--junk\r\n`],
  "a text directly behind a boundary": [`--${BOUNDARY}junk\r\n${NAMED}\r\n\r\nHello\r\n`, END],
  "a space behind a boundary": [TITLE, `--${BOUNDARY} \r\n${NAMED}\r\n\r\nHello\r\n`, END],
  "a header directly behind a boundary": [`--${BOUNDARY}${NAMED}\r\n\r\nHello\r\n`, END],
  "one dash behind the last boundary": [TITLE, `--${BOUNDARY}-\r\n`],
  "only line feeds": [Buffer.concat([TITLE, END]).toString().replaceAll("\r", "")],
  "a boundary where a text begins": [part(NAMED, `--${BOUNDARY}\r\n`), END],
  "a boundary in place of a text": [`--${BOUNDARY}\r\n${NAMED}\r\n\r\n--${BOUNDARY}--\r\n`],
  "no end": [TITLE],
  "nothing behind the last boundary": [TITLE, `--${BOUNDARY}`],
  "an end among the headers": [`--${BOUNDARY}\r\n${NAMED}\r\n`, END],
  "no part and no end": ["\r\n"],
};

/** No boundary. */
const NEARLY = `-\n--${BOUNDARY}\r\n--${BOUNDARY.slice(0, -1)}\r\n\r--${BOUNDARY}\r\n`;

const STORE = "POST /api/things/store";

describeEveryAdapter("a form", (server) => {
  test.each(Object.entries(UNREADABLE))("with %s is a 400, and runs nothing", async (_, form) => {
    const { origin, logged } = await server.serve(api);
    const before = runs;
    for (const whole of [
      [form, END],
      [form, OTHER, END],
      ...(form.includes('name="other"') ? [] : [[OTHER, form, END]]),
    ]) {
      const { status, json } = await sendForm(origin, STORE, Buffer.concat(whole));
      expect([status, json?.errors?.length]).toEqual([400, 1]);
    }
    expect([runs, logged]).toEqual([before, []]);
  });

  test.each(Object.entries(OUTSIDE))("with %s is a 400, also if it arrives in pieces", async (_, pieces) => {
    const { origin, logged } = await server.serve(api);
    const before = runs;
    const { status, json } = await sendForm(origin, STORE, Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
    expect([status, json?.errors?.length]).toEqual([400, 1]);
    const open = openForm(origin, "/api/things/store");
    for (const piece of pieces) {
      await Promise.race([open.write(piece), open.answer]); // the answer may come first, and nobody reads the rest
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    open.end();
    expect((await open.answer).status).toBe(400);
    expect([runs, logged]).toEqual([before, []]);
  });

  test.each<[string, readonly (Buffer | string)[], object]>([
    ["empty lines around it", ["\r\n\r\n", TITLE, END, "\r\n"], { title: "Hello" }],
    ["no line break at its end", [TITLE, `--${BOUNDARY}--`], { title: "Hello" }],
    ["an empty text", [part(NAMED, ""), END], { title: "" }],
    ["two other headers with a name", [part(`${NAMED}\r\nX-Other: a\r\nX-Other: b`), END], { title: "Hello" }],
    ["no parts", [END], {}],
    [
      "100 headers",
      [part(`${NAMED}${Array.from({ length: 99 }, (__, n) => `\r\nX-${n}: a`).join("")}`), END],
      { title: "Hello" },
    ],
    [
      "an encoding that changes nothing",
      [part(`${NAMED}\r\nContent-Transfer-Encoding: 8BIT`), END],
      { title: "Hello" },
    ],
    ["a name without quotes", [part("content-disposition:form-data;name=title"), END], { title: "Hello" }],
    ["a byte order mark in a text", [part(NAMED, "\uFEFFHello"), END], { title: "\uFEFFHello" }],
    ["what looks like a boundary in a text", [part(NAMED, NEARLY), END], { title: NEARLY }],
  ])("may have %s", async (_, pieces, result) => {
    const { origin } = await server.serve(api);
    const form = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    const { status, json } = await sendForm(origin, STORE, form);
    expect([status, json]).toEqual([200, result]);
  });

  test("keeps names and texts as they were sent", async () => {
    const { origin } = await server.serve(api);
    const title = "€ \uFFFD \u{1F600}";
    const { json } = await sendForm(
      origin,
      STORE,
      formOf([
        { name: "title", content: title },
        { name: "file", content: "x", filename: 'dir/€ %22a".txt'.replace('"', "%22"), type: "text/plain" },
      ]),
    );
    expect(json).toEqual({ title, name: '€ "a".txt', type: "text/plain", content: "x" });
  });
});

const wordsOf = fc.array(
  fc.oneof(
    fc.constantFrom("\r\n", "\r", "\n", "--", BOUNDARY, `\r\n--${BOUNDARY}`, "\uFFFD", "\uFEFF", ":", ";", '"', " "),
    fc.string({ maxLength: 4, unit: "binary" }),
    fc.uint8Array({ maxLength: 4 }),
  ),
  { maxLength: 5 },
);
const joined = (pieces: readonly (Uint8Array | string)[]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))); // or bytes
const headOf = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        NAMED,
        FILE,
        'content-disposition: form-data; name="other"',
        "Content-Type: image/png",
        "X-Other: a",
      ),
      fc.constantFrom("Content-Transfer-Encoding: binary", "Content-Transfer-Encoding: base64", "nothing", " b"),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) => lines.join("\r\n"));
const partOf = fc.tuple(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(NAMED, FILE) }, headOf), wordsOf);
/** Replaces bytes of a form with others. */
const changeOf = fc.record({ at: fc.nat(400), drop: fc.nat(3), words: wordsOf });
const generated = fc
  .tuple(fc.array(partOf, { maxLength: 3 }), fc.array(changeOf, { maxLength: 2 }), fc.boolean())
  .map(([parts, changes, isChanged]) => {
    const form = Buffer.concat([...parts.map(([head, words]) => part(head, joined(words))), END]);
    return (isChanged ? changes : []).reduce((changed, { at, drop, words }) => {
      const from = at % (changed.length + 1);
      return Buffer.concat([changed.subarray(0, from), joined(words), changed.subarray(from + drop)]);
    }, form);
  });

test("every adapter reads a form in the same way, however it is cut", async () => {
  const servers = everyServer.filter(({ name }) => ["Fastify", "Fastify, HTTP/2", "Fetch"].includes(name));
  const served = await Promise.all(servers.map((server) => server.serve(api)));
  const handle = fetchHandler(api);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(generated, fc.integer({ min: 1, max: 60 }), async (form, size) => {
      const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, n) =>
        form.subarray(n * size, (n + 1) * size),
      );
      const init = {
        method: "POST",
        headers: { "content-type": FORM_TYPE },
        body: Readable.toWeb(Readable.from(pieces)),
        duplex: "half",
      };
      const inPieces = await handle(new Request("http://localhost/things/store", init as object));
      const expected = [inPieces.status, await inPieces.json()];
      for (const { origin } of served) {
        const { status, json } = await sendForm(origin, STORE, form);
        expect([status, json]).toEqual(expected);
      }
      statuses.add(inPieces.status);
    }),
    { numRuns: times(300) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  expect(served.flatMap(({ logged }) => logged)).toEqual([]);
});
