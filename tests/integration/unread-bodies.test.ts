import { trestle, Unauthorized } from "trestle";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openForm } from "../actions/forms.js";
import { describeEveryServer } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";

const LARGE = 51_000_000;
const t = trestle();
const refuse = t.middleware(async () => {
  throw new Unauthorized();
});
const things = t.resource("things", { id: z.int(), attributes: {} });
const text = { input: z.object({ text: z.string() }), output: z.number(), bodySize: LARGE };
const upload = things.collection.command(
  { input: z.object({ file: z.file() }), bodySize: LARGE, middleware: [refuse] },
  () => {},
);
const refused = things.collection.command({ ...text, middleware: [refuse] }, () => 0);
const taken = things.collection.command(text, ({ input }) => input.text.length);
const optional = things.collection.command(
  { input: z.object({ file: z.file().optional(), text: z.string() }), bodySize: LARGE },
  () => {},
);
const hook = things.rpc("hook", { bodySize: LARGE, middleware: [refuse] }, () => new Response());
const api = t.router({ things: things.routes(hook).actions({ upload, refused, taken, optional }) });

const JSON_TYPE = "application/json";
const MIB = "x".repeat(2 ** 20);

describeEveryServer("a body", (server) => {
  test.each([
    ["JSON of an upload", "things/upload", JSON_TYPE, 401],
    ["JSON of a command", "things/refused", JSON_TYPE, 401],
    ["JSON:API of a command, which takes none", "things/refused", MEDIA_TYPE, 415],
    ["JSON of an rpc", "things/1/hook", JSON_TYPE, 401],
    ["JSON:API of an rpc", "things/1/hook", MEDIA_TYPE, 401],
  ])("is not waited for, if its request is refused: %s", async (_, path, type, status) => {
    const { origin } = await server.serve(api);
    const open = openForm(origin, `/api/${path}`, type);
    onTestFinished(open.leave);
    await open.write('{"text":"');
    expect((await open.answer).status).toBe(status); // the body never ends
  });

  test("of JSON may be as large as its command allows", async () => {
    const { origin } = await server.serve(api);
    const body = JSON.stringify({ text: `${MIB}${MIB}é` });
    const whole = await sendRaw(origin, "POST /api/things/taken", {
      headers: { "content-type": JSON_TYPE },
      text: body,
    });
    expect([whole.status, whole.text]).toEqual([200, `${2 ** 21 + 1}`]);
    const open = openForm(origin, "/api/things/taken", JSON_TYPE);
    open.write(body.slice(0, 1000));
    await open.write(Buffer.from(body.slice(1000)));
    open.end();
    expect((await open.answer).text).toBe(`${2 ** 21 + 1}`);
  });

  test("of JSON in place of a form is a 413 as soon as it passes the limit of JSON", async () => {
    const { origin } = await server.serve(api);
    const open = openForm(origin, "/api/things/optional", JSON_TYPE);
    onTestFinished(open.leave);
    await open.write(`{"text":"${MIB}`);
    expect((await open.answer).status).toBe(413);
  });

  test("of JSON that is not UTF-8 is a 400", async () => {
    const { origin } = await server.serve(api);
    const headers = { "content-type": JSON_TYPE };
    const answer = await sendRaw(origin, "POST /api/things/taken", { headers, text: Buffer.from([0x22, 0xff, 0x22]) });
    expect(answer.status).toBe(400);
  });
});
