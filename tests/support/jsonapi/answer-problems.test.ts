import { expect, test } from "vitest";
import { answerProblems, type Exchanged } from "./answer-problems.js";
import { requestProblems } from "./request-problems.js";

const type = "application/vnd.api+json";
const error = (status: string, pointer?: string) => ({
  status,
  ...(pointer === undefined ? {} : { source: { pointer } }),
});

function judge(
  body: object | string,
  { headers, ...rest }: Partial<Omit<Exchanged, "headers"> & { headers: object }> = {},
) {
  const text = typeof body === "string" ? body : JSON.stringify({ jsonapi: { version: "1.1" }, ...body });
  const all = { "content-type": type, vary: "Accept", ...headers };
  return answerProblems({ method: "GET", url: "/a", status: 200, text, ...rest, headers: new Headers(all) });
}

test("lets proper answers pass", () => {
  expect(judge({ data: null })).toEqual([]);
  expect(judge({ data: [] }, { headers: { "content-type": `${type}; ext="urn:x"; profile="urn:y urn:z"` } })).toEqual(
    [],
  );
  expect(judge({ data: null, included: [] }, { url: "/a?include=b" })).toEqual([]);
  expect(
    judge({ errors: [error("422", "/data/x~1y/0"), error("409")] }, { status: 400, sent: '{"data":{"x/y":[1]}}' }),
  ).toEqual([]);
  expect(judge("", { method: "HEAD" })).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ["a charset", judge({ data: null }, { headers: { "content-type": `${type}; charset=utf-8` } })],
  ["plain JSON", judge({ data: null }, { headers: { "content-type": "application/json" } })],
  ["no Vary", judge({ data: null }, { headers: { vary: "Origin" } })],
  ["no JSON", judge("<html>")],
  ["no version", judge('{"data":null}')],
  ["content with a 204", judge({ data: null }, { status: 204 })],
  ["errors with a 200", judge({ errors: [error("400")] })],
  ["data with a 400", judge({ data: null }, { status: 400 })],
  ["a status that is not the errors'", judge({ errors: [error("404")] }, { status: 400 })],
  ["a special status for several errors", judge({ errors: [error("404"), error("409")] }, { status: 404 })],
  ["include without included", judge({ data: null }, { url: "/a?x=1&include=b" })],
  [
    "a Location that is not self",
    judge({ data: { type: "a", id: "1", links: { self: "/a/1" } } }, { status: 201, headers: { location: "/a/2" } }),
  ],
  ["a pointer to nothing", judge({ errors: [error("422", "/data/title")] }, { status: 422, sent: '{"data":{}}' })],
])("sees %s", (_, problems) => {
  expect(problems).not.toEqual([]);
});

test("requests: the extension is named exactly where it is used, and queries are encoded", () => {
  const extended = `${type}; ext="urn:trestle:fields"`;
  const create = (body: object, contentType: string | null) =>
    requestProblems({
      method: "POST",
      path: "/a",
      contentType,
      text: JSON.stringify({ data: { type: "a", ...body } }),
    });
  expect(create({ attributes: {} }, type)).toEqual([]);
  expect(create({ "trestle:fields": {} }, extended)).toEqual([]);
  expect(create({ "trestle:fields": {} }, type)).not.toEqual([]);
  expect(create({ attributes: {} }, extended)).not.toEqual([]);
  expect(create({ attributes: {} }, "application/json")).not.toEqual([]);
  const get = { method: "GET", contentType: null, text: "" };
  expect(requestProblems({ ...get, path: "/a?filter%5Bx%5D=1&include=b,c" })).toEqual([]);
  expect(requestProblems({ ...get, path: "/a?filter[x]=1" })).not.toEqual([]);
  expect(requestProblems({ ...get, path: "/a", contentType: type })).not.toEqual([]);
});
