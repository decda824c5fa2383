import { trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter } from "../support/every-server.js";
import { BOUNDARY, formOf, sendForm } from "./forms.js";

const t = trestle();
const things = t.resource("things", { id: z.int(), attributes: {} });
let runs = 0;
const store = things.collection.command(
  {
    input: z.object({ title: z.string().optional(), other: z.string().optional(), file: z.file().optional() }),
    output: z.object({ title: z.string().optional(), name: z.string().optional(), type: z.string().optional() }),
  },
  ({ input: { title, file } }) => {
    runs++;
    return { title, name: file?.name, type: file?.type };
  },
);
const api = t.router({ things: things.routes().actions({ store }) });

const part = (head: string, content: string | Buffer = "Hello") =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const NAMED = 'Content-Disposition: form-data; name="title"';
const bytes = (text: string) => Buffer.from(text, "latin1");

/** Each has a part that one reader could drop, or read in another way than the next one. */
const UNREADABLE: Readonly<Record<string, Buffer>> = {
  "a part without a name": part("Content-Disposition: form-data"),
  "a part without headers": part("X-Other: a"),
  "a part of another kind": part('Content-Disposition: attachment; name="title"'),
  "a header without a colon": part(`nothing\r\n${NAMED}`),
  "two names": part(`${NAMED}; name="other"`),
  "a name without its end": part('Content-Disposition: form-data; name="title'),
  "a line break in a name": part('Content-Disposition: form-data; name="ti\ntle"'),
  "headers without an end": Buffer.from(`--${BOUNDARY}\r\n${NAMED}\r\n`),
  "a text that is not UTF-8": part(NAMED, bytes("a\xffb")),
  "a text that is not UTF-8, behind one with that character": Buffer.concat([
    part('Content-Disposition: form-data; name="other"', "a\uFFFDb"),
    part(NAMED, bytes("a\xffb")),
  ]),
  "the file name ..": part('Content-Disposition: form-data; name="file"; filename=".."'),
  "the file name .": part('Content-Disposition: form-data; name="file"; filename="a/."'),
};

/** The parsers of runtimes, which `trestle/fetch` has, take the last header, and a name with another character. */
const ON_FASTIFY: Readonly<Record<string, Buffer>> = {
  "two headers with a name": part(`${NAMED}\r\nContent-Disposition: form-data; name="other"`),
  "a name that is not UTF-8": Buffer.concat([
    bytes(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="\xff"`),
    part("", "x").subarray(BOUNDARY.length + 2),
  ]),
};

describeEveryAdapter("a form", (server) => {
  const unreadable = server.isFastify ? { ...UNREADABLE, ...ON_FASTIFY } : UNREADABLE;
  test.each(Object.entries(unreadable))("with %s is a 400, and runs nothing", async (_, form) => {
    const { origin } = await server.serve(api);
    const before = runs;
    const other = part('Content-Disposition: form-data; name="other"', "x");
    for (const whole of [
      [form, END],
      [form, other, END],
      ...(form.includes('name="other"') ? [] : [[other, form, END]]),
    ]) {
      const { status, json } = await sendForm(origin, "POST /api/things/store", Buffer.concat(whole));
      expect([status, json?.errors?.length]).toEqual([400, 1]);
    }
    expect(runs).toBe(before);
  });

  test("keeps names and texts as they were sent", async () => {
    const { origin } = await server.serve(api);
    const title = "€ \uFFFD \u{1F600}";
    const { json } = await sendForm(
      origin,
      "POST /api/things/store",
      formOf([
        { name: "title", content: title },
        { name: "file", content: "x", filename: 'dir/€ %22a".txt'.replace('"', "%22"), type: "text/plain" },
      ]),
    );
    expect(json).toEqual({ title, name: '€ "a".txt', type: "text/plain" });
  });
});
