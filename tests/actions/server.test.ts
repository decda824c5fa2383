import { fetchHandler } from "trestle/fetch";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { trestle } from "trestle";
import { api, at, t } from "./tickets.js";
import { started } from "../support/routed.js";

const log: string[] = [];
beforeEach(() => void log.splice(0));
const handle = fetchHandler(api, { prefix: "/api", context: t.context(() => ({ user: "ann", log })) });

async function send(method: string, path: string, body?: unknown) {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const { status, headers, ...response } = await answered(new Request(`http://x/api${path}`, init));
  const errors = response.json?.errors?.map((error: { code: string; source?: object }) => [error.code, error.source]);
  return { status, headers, text: response.text, json: response.json, errors };
}

async function answered(request: Request) {
  const response = await handle(request);
  const text = await response.text();
  const json = text.startsWith("{") ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

describe("a command", () => {
  test("returns rows as a document, with its includes, status and headers", async () => {
    const { status, headers, json } = await send("POST", "/tickets/5/merge?include=author", { into: 8, at });
    expect(status).toBe(202);
    expect(headers.get("x-job")).toBe("1");
    expect(headers.get("trestle-affects")).toBe("users");
    expect(json).toMatchObject({ data: { type: "tickets", id: "8" }, included: [{ type: "users", id: "7" }] });
    expect(json.links).toBeUndefined(); // a POST does not generate the document again
    expect(log).toEqual(["merge 5 into 8 true"]);
  });

  test("points to the members of its input", async () => {
    const invalid = await send("POST", "/tickets/5/merge", { into: 1.5, at, note: "x" });
    expect(invalid.status).toBe(422);
    expect(invalid.errors).toEqual([
      ["invalid_type", { pointer: "/into" }],
      ["too_small", { pointer: "/note" }],
    ]);
    const thrown = await send("POST", "/tickets/5/merge", { into: 9, at });
    expect([thrown.status, thrown.errors]).toEqual([409, [["already_merged", { pointer: "/into" }]]]);
    expect((await send("POST", "/reindex")).errors).toEqual([["required", { pointer: "" }]]);
    expect((await send("POST", "/tickets/nope/merge", { into: 1, at })).status).toBe(404);
  });

  test("reads JSON only", async () => {
    const as = (type: string, body: string) =>
      answered(new Request("http://x/api/reindex", { method: "POST", headers: { "content-type": type }, body }));
    expect((await as("application/json; charset=utf-8", '{"deep":true}')).json).toEqual({ jobs: 2 });
    expect((await as("text/plain", '{"deep":true}')).status).toBe(415);
    expect((await as("application/json", "{")).json.errors[0].code).toBe("malformed_json");
  });

  test("without a result is a 204", async () => {
    expect((await send("POST", "/tickets/5/close")).status).toBe(204);
    expect(log).toEqual(["close 5"]);
  });
});

describe("a query", () => {
  test("takes its input from the query string", async () => {
    const { status, json, headers } = await send("GET", `/tickets/stats?since=${at.toISOString()}&tags=a,b`);
    expect([status, json]).toEqual([200, { count: 2, since: at.toISOString(), ids: ["1"] }]);
    expect(JSON.parse(headers.get("trestle-rich") ?? "")).toEqual({
      since: ["Date"],
      ids: ["set", { "*": ["bigint"] }],
    });
  });

  test("names the parameters that are wrong", async () => {
    const missing = await send("GET", "/tickets/stats");
    expect(missing.errors).toEqual([["missing_parameter", { parameter: "since" }]]);
    expect(missing.json.errors[0].meta).toEqual({ path: ["since"] }); // for error.fields
    expect((await send("GET", "/tickets/stats?since=x&more=1")).errors).toEqual([
      ["invalid_parameter", { parameter: "since" }],
      ["unknown_parameter", { parameter: "more" }],
    ]);
  });

  test("may have optional members that every object inherits", async () => {
    const own = trestle();
    const input = z.object({ constructor: z.string().optional(), toString: z.string().default("d") });
    const odd = own.query(
      { input, output: z.string() },
      ({ input }) => `${Object.hasOwn(input, "constructor")} ${input.toString}`,
    );
    const response = await fetchHandler(own.router({}, { actions: { odd } }))(new Request("http://x/odd"));
    expect(await response.json()).toBe("false d");
  });

  test("is refused if its name may be the id of a resource", () => {
    const own = trestle();
    const things = own.resource("things", { id: z.int(), attributes: {} });
    const query = things.collection.query({ output: z.string() }, () => "");
    expect(started(() => things.routes().actions({ 42: query }))).toThrow(
      'could also read a resource with the id "42"',
    );
  });

  test("returns rows with a link to itself", async () => {
    const { json } = await send("GET", "/tickets/5/similar?include=author");
    expect(json.links.self).toBe("/api/tickets/5/similar?include=author");
    expect(json.included).toHaveLength(1);
  });
});

describe("a stream", () => {
  test("sends events until its generator ends", async () => {
    const { headers, text } = await send("GET", "/tickets/changes");
    expect(headers.get("content-type")).toBe("text/event-stream");
    const [, first, ...rest] = text.split("\n\n");
    expect(first).toBe(
      `: trestle-rich {"at":["Date"]}\nevent: changed\nid: 1\ndata: {"id":1,"at":"${at.toISOString()}"}`,
    );
    expect(rest.slice(-3)).toEqual(["event: gone\ndata: 9", "event: trestle-end\ndata:", ""]);
    expect(log).toEqual(["stream from start", "stream over"]);
  });

  test("ends with an error document if its generator throws", async () => {
    const events = (await send("GET", "/tickets/changes?only=fail")).text.split("\n\n");
    const [name, data = ""] = events.at(-2)?.split("\ndata: ") ?? [];
    expect(name).toBe("event: trestle-error");
    expect(JSON.parse(data).errors[0]).toMatchObject({ status: "409", code: "conflict", detail: "Too late." });
  });

  test("continues behind the last event", async () => {
    const headers = { "last-event-id": "3" };
    const { text } = await answered(new Request("http://x/api/tickets/changes", { headers }));
    expect(text).not.toContain("id: 3\n");
    expect(text).toContain("id: 4\n");
  });
});

test("a method that no action has is a 405 or belongs to an id", async () => {
  const { status, headers } = await send("GET", "/reindex");
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  expect((await send("PATCH", "/tickets/stats")).status).toBe(404);
});
