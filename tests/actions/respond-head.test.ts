import { respond, toMany, toOne, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEveryAdapter } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";

const t = trestle();
const things = t.resource("things", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { owner: toOne("things").nullable(), parts: toMany("things") },
  createFields: ["name"],
  editFields: ["name", "owner", "parts"],
});
const row = { id: 1, name: "x", owner: null, parts: [] };
let head: object = {};
// What handlers pass on is not checked by a type, so that invalid heads reach the server.
const give = <T>(data: T) => respond(data, head as { status: 202 });

const output = z.object({ at: z.date() });
const value = { at: new Date(0) };
const api = t.router({
  things: things
    .routes(
      things.getOne(() => give(row)),
      things.getMany(() => give([row])),
      things.createOne(() => give(row)),
      things.editOne(() => give(row)),
      things.deleteOne(() => give(undefined) as never),
      things.getRelated("owner", () => give(null)),
      things.editRelationship("owner", () => give(undefined) as never),
      things.addToRelationship("parts", () => give(undefined) as never),
      things.resetRelationship("parts", () => give(undefined) as never),
      things.removeFromRelationship("parts", () => give(undefined) as never),
    )
    .actions({
      rows: things.command({ returns: [things] }, () => give([row])),
      value: things.command({ output, affects: ["things"] }, () => give(value)),
      nothing: things.command(() => give(undefined) as never),
      query: things.query({ output }, () => give(value)),
      stream: things.stream({ events: { tick: z.int() } }, () => {
        const events = (async function* () {
          yield { event: "tick" as const, data: 1 };
        })();
        return give(events) as never;
      }),
    }),
});

const kinds: [line: string, status: number, body?: string][] = [
  ["GET /api/things/1", 202],
  ["GET /api/things", 202],
  ["POST /api/things", 202, '{"data":{"type":"things","attributes":{"name":"x"}}}'],
  ["PATCH /api/things/1", 202, '{"data":{"type":"things","id":"1","attributes":{"name":"x"}}}'],
  ["DELETE /api/things/1", 204],
  ["GET /api/things/1/owner", 202],
  ["PATCH /api/things/1/relationship/owner", 204, '{"data":null}'],
  ["POST /api/things/1/relationship/parts", 204, '{"data":[]}'],
  ["PATCH /api/things/1/relationship/parts", 204, '{"data":[]}'],
  ["DELETE /api/things/1/relationship/parts", 204, '{"data":[]}'],
  ["POST /api/things/1/rows", 202],
  ["POST /api/things/1/value", 202],
  ["POST /api/things/1/nothing", 202],
  ["GET /api/things/1/query", 202],
  ["GET /api/things/1/stream", 200],
];

describeEveryAdapter("the head of respond", (server) => {
  const serve = async () => {
    const { origin, logged } = await server.serve(api);
    const send = (line: string, body?: string) => {
      const headers = body === undefined ? {} : { "content-type": "application/vnd.api+json" };
      return sendRaw(origin, line, { headers, ...(body !== undefined && { text: body }) });
    };
    return { send, logged };
  };

  test.each(kinds)("%s", async (line, status, body) => {
    const { send, logged } = await serve();
    head = { status: 202, headers: { "X-Job": "7", "Set-Cookie": "a=1; HttpOnly", "Cache-Control": "no-cache" } };
    const answer = await send(line, body);
    // A relationship's new links and a deletion have no body, so the status 202 says that they are only accepted.
    expect(answer.status).toBe(status === 204 ? 202 : status);
    expect(answer.headers).toMatchObject({
      "x-job": "7",
      "set-cookie": ["a=1; HttpOnly"],
      "cache-control": "no-cache",
    });
    expect(logged).toEqual([]);
  });

  test.each(kinds)("%s with two cookies", async (line, _, body) => {
    const { send, logged } = await serve();
    for (const name of ["set-cookie", "Set-Cookie"]) {
      head = { headers: { [name]: ["a=1; HttpOnly", "b=2"] } };
      expect((await send(line, body)).headers["set-cookie"]).toEqual(["a=1; HttpOnly", "b=2"]);
    }
    if (line.startsWith("GET")) {
      const answer = await send(line.replace("GET", "HEAD"));
      if (!line.endsWith("/stream")) expect(answer.headers["set-cookie"]).toEqual(["a=1; HttpOnly", "b=2"]);
    }
    head = { headers: { "set-cookie": [] } };
    expect((await send(line, body)).headers["set-cookie"]).toBeUndefined();
    expect(logged).toEqual([]);
  });

  test("a header in two spellings is a logged 500", async () => {
    const { send, logged } = await serve();
    for (const headers of [
      { "set-cookie": "a=1", "Set-Cookie": "b=2" },
      { "X-Job": "1", "x-job": "2" },
    ]) {
      head = { headers };
      expect((await send("POST /api/things/1/nothing")).status).toBe(500);
    }
    expect(logged.map((error) => (error as Error).message)).toEqual([
      expect.stringContaining(
        'respond: "set-cookie" and "Set-Cookie" are the same header, so one of them would be lost. Write a list of cookies under one.',
      ),
      expect.stringContaining('respond: "X-Job" and "x-job" are the same header, so one of them would be lost.'),
    ]);
  });

  test.each(kinds)("%s with an invalid head is a logged 500", async (line, _, body) => {
    const { send, logged } = await serve();
    const invalid = [
      { "x y": "1" },
      { "x-job": "a\r\nset-cookie: b" },
      { "x-job": "日" },
      { "x-job": 1 },
      { "x-job": ["1", "2"] },
      { "set-cookie": ["a=1", "b\r\nx: 1"] },
      { "set-cookie": ["a=1", 2] },
      { "Content-Length": "5" },
      { "content-type": "text/html" },
      { "": "x" },
    ];
    for (const headers of invalid) {
      head = { headers };
      expect((await send(line, body)).status).toBe(500);
    }
    expect(logged).toHaveLength(invalid.length);
    expect(JSON.stringify(logged.map((error) => (error as Error).message))).toMatch(/respond: /);
  });

  test("the note of a value and the affected types are both exposed, with those of the handler", async () => {
    const { send } = await serve();
    head = { headers: { "Access-Control-Expose-Headers": "x-job", "x-job": "7" } };
    const { headers } = await send("POST /api/things/1/value");
    expect(headers["access-control-expose-headers"]?.split(", ").sort()).toEqual([
      "trestle-affects",
      "trestle-rich",
      "x-job",
    ]);
  });
});

test("an envelope of a call has the status and the headers", async () => {
  const list = things.getMany(() => respond([row], { status: 202, headers: { "x-job": "7" } }));
  expect(await list({ ctx: {} })).toMatchObject({ data: [row], status: 202, headers: { "x-job": "7" } });
});
