import { expect } from "vitest";
import type { RawAnswer } from "./http.js";
import { answerProblems } from "./jsonapi/answer-problems.js";
import { MEDIA_TYPE } from "./media-type.js";

/** A document of which a test knows what it holds. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, judged by the checks below
export type Json = any;

/** Checks a response beyond the standard, which `answerProblems` checks. Returns the document. */
export function expectDocument(answer: RawAnswer, contentType = MEDIA_TYPE): Json {
  expectProper(answer);
  expect(answer.headers["content-type"]).toBe(contentType); // no charset
  const document: Json = JSON.parse(answer.text);
  expect(Object.keys(document)).toEqual(
    ["jsonapi", "links", "data", "included", "meta"].filter((name) => name in document),
  );
  expect(document).toHaveProperty("data");
  expectLinks(document.links, "document");
  expect(document.links).toHaveProperty("self");
  const primary: Json[] = [document.data].flat().filter((resource) => resource !== null);
  for (const resource of [...primary, ...(document.included ?? [])]) {
    expectLinks(resource.links, "resource");
    for (const relationship of Object.values<Json>(resource.relationships ?? {}))
      expectLinks(relationship.links, "relationship");
  }
  return document;
}

/** Checks an error response beyond the standard. Returns the error objects. */
export function expectErrorDocument(answer: RawAnswer, status?: number): Json[] {
  if (status !== undefined) expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expectProper(answer);
  expect(answer.headers["content-type"]).toBe(MEDIA_TYPE);
  const document: Json = JSON.parse(answer.text);
  expect(Object.keys(document)).toEqual(["jsonapi", "errors"]);
  for (const error of document.errors) {
    expect(error).toMatchObject({
      status: expect.stringMatching(/^[45]\d\d$/),
      code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
      title: expect.stringMatching(/\S/),
      detail: expect.stringMatching(/\S/),
    });
    expect(error.detail.length).toBeLessThan(1000); // it may quote what was sent, and must not echo all of it
    if ("source" in error) expect(Object.keys(error.source)).toHaveLength(1);
  }
  return document.errors;
}

/** Where the request is not at hand, an answer is judged without it. */
function expectProper({ status, headers, text }: RawAnswer): void {
  const judged = { method: "GET", url: "?fields[any]=", status, headers: new Headers(headers as never), text };
  expect(answerProblems(judged)).toEqual([]);
}

/** Root-relative, brackets encoded, and null where a link leads nowhere. Handlers may give others as they are. */
function expectLinks(links: Json, where: string): void {
  for (const [name, link] of Object.entries<Json>(links ?? {})) {
    if (link === null || name === "describedby") continue;
    expect(typeof link, `${where}.links.${name}`).toBe("string");
    expect(link, `${where}.links.${name}`).toMatch(/^\/[^[\]\s"<>\\]*$/);
  }
}
