import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-clock.js";
import { EXTENSION, JSON_API, jsonApiType, PROFILE } from "../../wire/json-api.js";
import { asksForProfile, isJsonApi, mediaTypeOf, negotiateAccept, negotiateContentType } from "./media-type.js";

const OWN = `ext="${EXTENSION}"`;

const REFUSED = { error: expect.any(String) };

describe("Content-Type", () => {
  test.each<[header: string, answer: unknown]>([
    [JSON_API, "plain"],
    [`${JSON_API}; profile="http://example.com/p"`, "plain"],
    [`${JSON_API}; profile="http://example.com/a http://example.com/b"`, "plain"],
    [`${JSON_API};${OWN}`, "extended"],
    [`${JSON_API} ; ${OWN} ; profile="x"`, "extended"],
    [`${JSON_API}; ext=" ${EXTENSION}  ${EXTENSION} "`, "extended"],
    [`${JSON_API}; ext=""`, "plain"],
    [`Application/VND.API+JSON; EXT="${EXTENSION}"`, "extended"],
    [`${JSON_API};`, "plain"],
    [`${JSON_API}; ext="https://jsonapi.org/ext/atomic"`, REFUSED],
    [`${JSON_API}; ext="${EXTENSION} https://jsonapi.org/ext/atomic"`, REFUSED],
    [`${JSON_API}; ext="${EXTENSION},https://jsonapi.org/ext/atomic"`, REFUSED],
    [`${JSON_API}; ext="${EXTENSION.toUpperCase()}"`, REFUSED],
    [`${JSON_API}; charset=utf-8`, REFUSED],
    [`${JSON_API}; ${OWN}; charset=utf-8`, REFUSED],
    [`${JSON_API}; q=1`, REFUSED],
    [`${JSON_API}; version=1`, REFUSED],
    [`${JSON_API}; ext="unclosed`, REFUSED],
    [`${JSON_API}; ext=${EXTENSION}`, REFUSED],
    [`${JSON_API}; nonsense`, REFUSED],
    [`${JSON_API}, ${JSON_API}`, REFUSED],
    ["application/json", "plain"],
    ["Application/JSON; charset=utf-8", "plain"],
    [`application/json; ${OWN}`, "plain"],
    ["application/jsonx", REFUSED],
    ["text/json", REFUSED],
    ["text/plain; application/json", REFUSED],
    ["text/plain, application/json", REFUSED],
    ["application/json, text/plain", REFUSED],
    ["application/vnd.api+jsonx", REFUSED],
    ["text/plain", REFUSED],
    ["*/*", REFUSED],
    ["", REFUSED],
    ["__proto__", REFUSED],
    [`${JSON_API}; __proto__=x`, REFUSED],
  ])("%s", (header, answer) => {
    expect(negotiateContentType(header)).toEqual(answer);
  });

  test("is needed where there is a body", () => {
    expect(negotiateContentType(undefined)).toEqual({ error: `A body needs the header Content-Type: ${JSON_API}.` });
  });

  test("gets an error that says what is wrong", () => {
    expect(negotiateContentType("text/plain")).toEqual({
      error: `A body must be of type ${JSON_API} or application/json, not "text/plain".`,
    });
    expect(negotiateContentType(`${JSON_API}; charset=utf-8`)).toEqual({
      error: `Content-Type: ${JSON_API} allows the parameters ext and profile, not "charset".`,
    });
    expect(negotiateContentType(`${JSON_API}; ext="urn:x"`)).toEqual({
      error: `Content-Type: the extension "urn:x" is not supported here. Use ${EXTENSION}.`,
    });
  });
});

describe("Accept", () => {
  test.each<[header: string, answer: unknown]>([
    ["", "plain"],
    ["  ", "plain"],
    ["*/*", "plain"],
    ["application/*", "plain"],
    [JSON_API, "plain"],
    [`${JSON_API}; ${OWN}`, "extended"],
    [`${JSON_API}; profile="x"`, "plain"],
    [`${JSON_API}; ${OWN}; q=0.5`, "extended"],
    [`text/html, ${JSON_API}`, "plain"],
    [`text/html, */*;q=0.1`, "plain"],
    // Browsers, axios, fetch and curl.
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "plain"],
    ["application/json, text/plain, */*", "plain"],
    // An instance that cannot be honoured is ignored while another can.
    [`${JSON_API}; charset=utf-8, ${JSON_API}`, "plain"],
    [`${JSON_API}; ext="urn:x", ${JSON_API}`, "plain"],
    [`${JSON_API}; ext="urn:x", ${JSON_API}; ${OWN}`, "extended"],
    [`${JSON_API}; ext="urn:x", ${JSON_API}; profile="y"`, "plain"],
    // The best quality wins, the first of equals.
    [`${JSON_API};q=0.5, ${JSON_API}; ${OWN}`, "extended"],
    [`${JSON_API}; ${OWN};q=0.5, ${JSON_API};q=0.9`, "plain"],
    [`${JSON_API}; ${OWN}, ${JSON_API}`, "extended"],
    // Commas in quotes do not separate.
    [`${JSON_API}; profile="a,b", text/html`, "plain"],
    [`${JSON_API}; profile="a\\",b"; ${OWN}`, "extended"],
    [`${JSON_API}; profile="x, ${JSON_API}"; charset=utf-8`, REFUSED],
    ["application/json", REFUSED],
    ["text/html, application/json", REFUSED],
    ["application/vnd.api+jsonx", REFUSED],
    [`${JSON_API}; charset=utf-8`, REFUSED],
    [`${JSON_API}; charset=utf-8, text/html`, REFUSED],
    [`${JSON_API}; ext="urn:x"`, REFUSED],
    [`${JSON_API}; ext="urn:x", ${JSON_API}; version=1`, REFUSED],
    [`${JSON_API}; ext="${EXTENSION} urn:x"`, REFUSED],
    [`${JSON_API};q=0`, REFUSED],
    ["*/*;q=0", REFUSED],
    [`${JSON_API}; q=nonsense`, REFUSED],
    ["__proto__/constructor", REFUSED],
  ])("%s", (header, answer) => {
    expect(negotiateAccept(header)).toEqual(answer);
  });

  test("gets an error for its only instance", () => {
    expect(negotiateAccept(`text/html, ${JSON_API}; ext="urn:x"`)).toEqual({
      error: `Accept: the extension "urn:x" is not supported here. Use ${EXTENSION}.`,
    });
    expect(negotiateAccept("text/html")).toEqual({
      error: `This API responds with ${JSON_API}, but Accept: "text/html" excludes it.`,
    });
  });
});

test("an answer names what is applied to it", () => {
  expect(jsonApiType(false, false)).toBe("application/vnd.api+json");
  expect(jsonApiType(true, false)).toBe('application/vnd.api+json; ext="urn:trestle:fields"');
  expect(jsonApiType(false, true)).toBe('application/vnd.api+json; profile="urn:trestle:rich"');
  expect(jsonApiType(true, true)).toBe(
    'application/vnd.api+json; ext="urn:trestle:fields"; profile="urn:trestle:rich"',
  );
});

describe("the profile", () => {
  test.each([
    ["", false],
    [JSON_API, false],
    [PROFILE, false],
    [`${JSON_API}; profile="${PROFILE}"`, true],
    [`text/html, ${JSON_API}; profile="urn:x ${PROFILE}";q=0.5`, true],
    [`${JSON_API}; profile="${PROFILE}x"`, false],
    [`${JSON_API}; ext="${PROFILE}"`, false],
    [`application/json; profile="${PROFILE}"`, false],
  ])("is requested by %s: %s", (header, asked) => {
    expect(asksForProfile(header)).toBe(asked);
  });
});

describe("a header", () => {
  test.each([
    [undefined, false],
    ["", false],
    [JSON_API, true],
    [`${JSON_API}; charset=utf-8`, true],
    ["application/json", false],
  ])("names JSON:API's media type: %s: %s", (header, named) => {
    expect(isJsonApi(header)).toBe(named);
  });

  test.each([
    ["text/plain", true],
    ["text/plain; charset=utf-8", true],
    ["", false],
    ["nonsense", false],
  ])("names a media type: %s: %s", (header, named) => {
    expect(mediaTypeOf(header) !== "").toBe(named);
  });

  test("that is long is cut where a message shows it", () => {
    const refused = (length: number) => negotiateContentType(`text/${"x".repeat(length - 5)}`);
    const types = `${JSON_API} or application/json`;
    expect(refused(100)).toEqual({ error: `A body must be of type ${types}, not "text/${"x".repeat(95)}".` });
    expect(refused(101)).toEqual({ error: `A body must be of type ${types}, not "text/${"x".repeat(95)}…".` });
  });
});

test("no header makes it throw, or takes long", () => {
  const part = fc.constantFrom(JSON_API, "*/*", ";", ",", '"', "\\", "ext=", "q=", "0.5", " ", "__proto__", OWN);
  const header = fc.array(fc.oneof(part, fc.string()), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(header, (text) => {
      for (const judged of [negotiateAccept(text), negotiateContentType(text)]) {
        if (typeof judged === "object") expect(judged.error.length).toBeLessThan(600);
        else expect(["plain", "extended"]).toContain(judged);
      }
    }),
    { numRuns: 500 },
  );
  const spent = cpuClock();
  for (const text of ['"'.repeat(16_000), '"\\'.repeat(8000), ",".repeat(16_000), `${JSON_API},`.repeat(600)])
    negotiateAccept(text);
  expect(spent()).toBeLessThan(1000);
});
