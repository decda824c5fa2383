import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { everything } from "../../src/openapi/fixtures/everything.js";
import { Described } from "./described.js";

// A judge that lets everything pass would prove nothing.

const described = new Described(openapi(everything, { info: { title: "Everything", version: "1.0.0" } }));
const handle = fetchHandler(everything);
const response = await handle(new Request("http://localhost/things/1?include=owner"));
const text = await response.text();
const { headers } = response;

function judge(status: number, body: string, method = "GET", path = "/things/1?include=owner") {
  return () => described.check(method, path, { status, headers }, body);
}

test("lets pass what the server answers", () => {
  expect(judge(200, text)).not.toThrow();
});

test.each<[string, string, string]>([
  ["a missing member", '"jsonapi":{"version":"1.1"},', ""],
  ["another version", '"1.1"', '"1.0"'],
  ["an undescribed attribute", '"text":"Hello"', '"text":"Hello","extra":1'],
  ["an attribute of another kind", '"int":3', '"int":"3"'],
  ["an id that is not a string", '"id":"1"', '"id":1'],
  ["another type among the included", '"included":[{"type":"blog-owners"', '"included":[{"type":"strangers"'],
  ["a date that is none", '"made":"1970-01-01T00:00:00.000Z"', '"made":"yesterday"'],
  ["a value deep inside", '"name":"leaf"', '"name":7'],
])("sees %s", (_, part, instead) => {
  expect(text).toContain(part);
  expect(judge(200, text.replace(part, instead))).toThrow("The answer is not as described.");
});

test("sees another status, a missing Location, another media type and a path that is not described", () => {
  expect(judge(299, text)).toThrow("the status is not described");
  expect(judge(201, text, "POST", "/things")).toThrow("no Location");
  expect(judge(200, text, "GET", "/nowhere")).toThrow("no such operation is described");
  const html = { status: 200, headers: new Headers({ "content-type": "text/html" }) };
  expect(() => described.check("GET", "/things/1", html, text)).toThrow('the media type "text/html" is not described');
  expect(judge(404, '{"errors":[]}')).toThrow("is not as described");
});

test("sees a code of the engine's that the operation's description does not name", () => {
  const answer = (status: string, code: string) =>
    JSON.stringify({ jsonapi: { version: "1.1" }, errors: [{ status, code, title: "No", detail: "No." }] });
  expect(judge(400, answer("400", "unknown_parameter"))).not.toThrow();
  expect(judge(400, answer("400", "malformed_json"))).toThrow('the code "malformed_json" is not described');
  expect(judge(413, answer("413", "content_too_large"))).toThrow('the code "content_too_large" is not described');
});
