import { openapi } from "trestle/openapi";
import { toMany, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";

function describedApi(required: boolean) {
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { version: z.int32() },
    relationships: { next: toMany("notes") },
    createFields: [],
    version: { field: "version", required },
  });
  const row = { id: 1, version: 1 };
  const routes = notes.routes(
    notes.getOne(() => row),
    notes.getMany(() => [row]),
    notes.createOne(() => row),
    notes.editOne(() => row),
    notes.deleteOne(() => {}),
    notes.addToRelationship("next", () => {}),
  );
  return openapi(t.router({ notes: routes }), { info: { title: "Notes", version: "1" } });
}

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, judged below
const operation = (document: ReturnType<typeof describedApi>, path: string, method: string): any =>
  document.paths[path]?.[method];

const headersOf = (document: ReturnType<typeof describedApi>, path: string, method: string) =>
  operation(document, path, method)
    .parameters.filter((parameter: { in: string }) => parameter.in === "header")
    .map(({ name, required }: { name: string; required?: boolean }) => [name, required]);

test("describes the headers, the ETag, and the errors of versions", () => {
  const document = describedApi(false);
  expect(headersOf(document, "/notes/{id}", "get")).toEqual([["If-None-Match", undefined]]);
  expect(headersOf(document, "/notes", "get")).toEqual([]);
  expect(headersOf(document, "/notes", "post")).toEqual([]);
  for (const [path, method] of [
    ["/notes/{id}", "patch"],
    ["/notes/{id}", "delete"],
    ["/notes/{id}/relationship/next", "post"],
  ] as const) {
    expect(headersOf(document, path, method)).toEqual([["If-Match", false]]);
    const { responses } = operation(document, path, method);
    expect(responses[412].description).toContain("`version_mismatch`");
    expect(responses[400].description).toContain("`invalid_header`");
    expect(responses).not.toHaveProperty("428");
  }
  const { responses } = operation(document, "/notes/{id}", "get");
  expect(Object.keys(responses[200].headers)).toEqual(["ETag"]);
  expect(Object.keys(responses[304].headers)).toEqual(["ETag"]);
  expect(responses).not.toHaveProperty("412");
  expect(Object.keys(operation(document, "/notes", "post").responses[201].headers)).toContain("ETag");
  expect(JSON.stringify(document.components.schemas)).toContain(
    '"meta":{"type":"object","properties":{"version":{"type":"integer"}}}',
  );
});

test("describes a version that is required", () => {
  const document = describedApi(true);
  expect(headersOf(document, "/notes/{id}", "patch")).toEqual([["If-Match", true]]);
  expect(operation(document, "/notes/{id}", "patch").responses[428].description).toContain("`precondition_required`");
});
