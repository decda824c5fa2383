import { openapi, openapiPages, type OpenapiDocument } from "trestle/openapi";
import { fetchHandler } from "trestle/fetch";
import { toOne, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { everything } from "../../src/openapi/fixtures/everything.js";
import { api as books } from "./fixtures/books.js";
import { api as newsroom } from "../support/newsroom/api.js";
import { MEDIA_TYPE } from "../support/media-type.js";

const info = { title: "Test", version: "1" };
const PLAIN = "application/json";

/** A document without what plain JSON adds: media types beside JSON:API's, their components, the 403 of a page of another site, and the code of a flat body. */
function withoutPlain(document: OpenapiDocument): unknown {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key === "403" || key === "Forbidden" || key === "PlainErrors" || /^\w+Row$/.test(key)) return undefined;
    if (key === "description") return `${value}`.replace(", `invalid_value`", "");
    if (key !== "content" || value === null || typeof value !== "object" || !(MEDIA_TYPE in value)) return value;
    return { [MEDIA_TYPE]: value[MEDIA_TYPE] };
  });
  return JSON.parse(text);
}

test.each([
  ["the newsroom", newsroom],
  ["the books", books],
  ["everything", everything],
])("the description of %s with plain JSON only adds to the one without", (_name, api) => {
  const without = openapi(api, { info });
  expect(JSON.stringify(openapi(api, { info, plain: false }))).toBe(JSON.stringify(without));
  expect(JSON.stringify(without)).not.toMatch(/Row"|PlainErrors/);
  const both = openapi(api, { info, plain: true });
  expect(JSON.stringify(withoutPlain(both))).toBe(JSON.stringify(withoutPlain(without)));
  for (const [path, item] of Object.entries(both.paths)) {
    if (path === "/operations") continue;
    const parts = Object.values(item).flatMap(({ responses, requestBody }) => [
      requestBody,
      ...Object.values(responses),
    ]);
    const contents = parts.map((part) =>
      part !== undefined && "content" in part ? Object.keys(part.content ?? {}) : [],
    );
    for (const types of contents) if (types.includes(MEDIA_TYPE)) expect(types).toEqual([MEDIA_TYPE, PLAIN]);
  }
});

test("describes rows, and what writes send", () => {
  const { paths, components } = openapi(books, { info, plain: true });
  const { BooksRow, BooksCreateRow, PeopleRow } = components.schemas;
  const id = { type: "string", pattern: expect.any(String) };
  const row = (name: string) => ({ $ref: `#/components/schemas/${name}Row` });
  const number = expect.objectContaining({ type: "integer" });
  const attributes = { title: { type: "string" }, pages: number };
  expect(BooksRow).toMatchObject({
    required: ["id"], // `fields` may leave out the rest
    properties: {
      id,
      ...attributes,
      author: { anyOf: [id, row("People")] },
      tags: { type: "array", items: { anyOf: [id, row("Tags")] } },
    },
  });
  expect(PeopleRow).toMatchObject({ properties: { id, name: { type: "string" } } });
  const bare = { anyOf: [id, { type: "integer" }] };
  expect(BooksCreateRow).toMatchObject({
    required: ["title", "pages", "author"],
    properties: { ...attributes, author: bare, tags: { type: "array", items: bare } },
    additionalProperties: false,
  });
  const list = paths["/books"]?.get?.responses[200] as { content: Record<string, unknown> };
  expect(list.content[PLAIN]).toMatchObject({
    schema: {
      required: ["data"],
      properties: { data: { type: "array", items: row("Books") }, total: { type: "integer" } },
    },
  });
  expect(paths["/books"]?.post?.requestBody?.content[PLAIN]?.schema).toEqual({
    $ref: "#/components/schemas/BooksCreateRow",
  });
});

test("is what the pages of a server with plain JSON show, with names that no type takes", async () => {
  const t = trestle();
  const attributes = { title: z.string() };
  const notes = t.resource("notes", { id: z.int32(), attributes, relationships: { row: toOne("notes-row") } });
  const rows = t.resource("notes-row", { id: z.int32(), attributes });
  const api = t.router({
    notes: notes.routes(notes.getOne(({ id }) => ({ id, title: "a", row: 1 }))),
    "notes-row": rows.routes(),
  });
  const handle = fetchHandler(api, { plain: true, pages: openapiPages(api, { info }) });
  const document = await (await handle(new Request("http://localhost/openapi.json"))).json();
  expect(document).toEqual(JSON.parse(JSON.stringify(openapi(api, { info, plain: true }))));
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["Notes", "NotesRow", "NotesRow2", "NotesRow2Row"]),
  );
  expect(document.components.schemas.NotesRow2.properties.type).toEqual({ type: "string", const: "notes-row" });
});
