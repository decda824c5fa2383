import { expect } from "vitest";
import type { RawAnswer } from "./http.js";
import { MEDIA_TYPE } from "./media-type.js";

/** A document of which a test knows what it holds. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, judged by the checks below
export type Json = any;

/** What must hold of every answer with a document (JSON:API 1.1, "Document Structure"). Gives the document. */
export function expectDocument(answer: RawAnswer, contentType = MEDIA_TYPE): Json {
  expect(answer.headers["content-type"]).toBe(contentType); // no charset
  expect(answer.headers.vary).toMatch(/\bAccept\b/);
  const document: Json = JSON.parse(answer.text);
  expectMembers(document, ["jsonapi", "links", "data", "included", "meta"], "document");
  expect(document.jsonapi).toEqual({ version: "1.1" });
  expect(document).toHaveProperty("data");
  expectLinks(document.links ?? {}, "document");
  expect(document.links).toHaveProperty("self");
  expectResources(document);
  return document;
}

/** What must hold of every answer that tells of errors (JSON:API 1.1, "Error Objects"). Gives the error objects. */
export function expectErrorDocument(answer: RawAnswer, status?: number): Json[] {
  if (status !== undefined) expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers["content-type"]).toBe(MEDIA_TYPE);
  expect(answer.headers.vary).toMatch(/\bAccept\b/);
  const document: Json = JSON.parse(answer.text);
  expectMembers(document, ["jsonapi", "errors"], "error document");
  expect(document.jsonapi).toEqual({ version: "1.1" });
  expect(document.errors.length).toBeGreaterThan(0);
  for (const error of document.errors) {
    expectMembers(error, ["id", "status", "code", "title", "detail", "source", "meta"], "error object");
    expect(error).toMatchObject({
      status: expect.stringMatching(/^[45]\d\d$/),
      code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
      title: expect.stringMatching(/\S/),
      detail: expect.stringMatching(/\S/),
    });
    expect(error.detail.length).toBeLessThan(1000); // it may quote what was sent, and must not echo all of it
    for (const [kind, place] of Object.entries(error.source ?? {})) {
      expect(["pointer", "parameter", "header"]).toContain(kind);
      expect(typeof place).toBe("string");
      if (kind === "pointer") expect(place).toMatch(/^(\/|$)/);
    }
  }
  const statuses = new Set(document.errors.map((error: Json) => error.status));
  if (statuses.size === 1) expect(statuses).toContain(`${answer.status}`);
  return document.errors;
}

function expectMembers(object: Json, allowed: readonly string[], what: string): void {
  const others = Object.keys(object).filter((name) => !allowed.includes(name));
  expect(others, `members of a ${what}`).toEqual([]);
}

/** Root-relative, brackets encoded, and null where a link leads nowhere. Handlers may give others as they are. */
function expectLinks(links: Json, where: string): void {
  for (const [name, link] of Object.entries<Json>(links)) {
    if (link === null || name === "docs") continue;
    expect(typeof link, `${where}.links.${name}`).toBe("string");
    expect(link, `${where}.links.${name}`).toMatch(/^\/[^[\]\s"<>\\]*$/);
  }
}

function expectResources(document: Json): void {
  const primary: Json[] = Array.isArray(document.data) ? document.data : document.data === null ? [] : [document.data];
  const included: Json[] = document.included ?? [];
  const all = new Map<string, Json>();
  for (const resource of [...primary, ...included]) {
    expectResource(resource);
    expect(all.has(keyOf(resource)), `${keyOf(resource)} stands in the document twice`).toBe(false);
    all.set(keyOf(resource), resource);
  }
  const reached = new Set<string>();
  const follow = (resource: Json) => {
    if (reached.has(keyOf(resource))) return;
    reached.add(keyOf(resource));
    for (const identifier of linkedFrom(resource)) {
      const target = all.get(keyOf(identifier));
      if (target !== undefined) follow(target);
    }
  };
  primary.forEach(follow);
  // JSON:API 1.1, "Compound Documents": full linkage.
  for (const resource of included) expect(reached, "full linkage").toContain(keyOf(resource));
}

function expectResource(resource: Json): void {
  const where = keyOf(resource);
  expectMembers(resource, ["type", "id", "attributes", "relationships", "links"], where);
  expectIdentifier(resource);
  const attributes = Object.keys(resource.attributes ?? {});
  const relationships = Object.keys(resource.relationships ?? {});
  expect(new Set(["type", "id", ...attributes, ...relationships]).size, `${where}: one namespace`).toBe(
    2 + attributes.length + relationships.length,
  );
  for (const [name, relationship] of Object.entries<Json>(resource.relationships ?? {})) {
    expectMembers(relationship, ["data", "links", "meta"], `${where}.${name}`);
    expect(Object.keys(relationship).length, `${where}.${name} is empty`).toBeGreaterThan(0);
    expectLinks(relationship.links ?? {}, `${where}.${name}`);
  }
  const linked = linkedFrom(resource);
  for (const identifier of linked) {
    expectMembers(identifier, ["type", "id"], `${where}: identifier`);
    expectIdentifier(identifier);
  }
  expectLinks(resource.links ?? {}, where);
}

function expectIdentifier(value: Json): void {
  expect(value).toMatchObject({ type: expect.any(String), id: expect.any(String) });
}

function linkedFrom(resource: Json): Json[] {
  const relationships = Object.values<Json>(resource.relationships ?? {});
  return relationships.flatMap(({ data }) => (Array.isArray(data) ? data : data ? [data] : []));
}

function keyOf({ type, id }: Json): string {
  return JSON.stringify([type, id]);
}
