import { Conflict, NotFound, toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";
import { routed } from "../support/routed.js";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users"), tags: toMany("tags") },
});
const rows = [
  { id: 1, text: "One", author: 1, tenant: 7 },
  { id: 2, text: "Two", author: 1, tenant: 7, deleted_at: null },
];
/** The types refuse these configurations, too. */
const source = (config: object) => () => {
  const data = memoryData();
  for (const type of ["users", "tags"]) data.source(t.resource(type, { id: z.int(), attributes: {} }));
  return routed(notes, data.source(notes, config as {}));
};

test("unique and deleted list columns of the rows", () => {
  expect(source({ rows, unique: [["tenant", "text"]], deleted: "deleted_at" })).not.toThrow();
  expect(source({ rows, unique: [["tenant", "txet"]] })).toThrow(
    new TypeError(
      'data.source(notes): unique: no row has a column "txet". Use id, text, author, tags, tenant, deleted_at, or add it to a row of rows.',
    ),
  );
  expect(source({ rows, deleted: "deletd_at" })).toThrow(
    'data.source(notes): deleted: no row has a column "deletd_at".',
  );
  expect(source({ rows, deleted: { field: "deletd_at", included: "hide" } })).toThrow('"deletd_at"');
  expect(source({ unique: [["tenant"]] })).toThrow(
    'unique: no row has a column "tenant". Use id, text, author, tags, or return it from values.',
  );
});

test("without rows, values may set any column", () => {
  expect(source({ rows: [], unique: [["tenant"]], values: () => ({ tenant: 7 }) })).not.toThrow();
});

test("two rows with one id are refused, also in two scopes", () => {
  const twice = [rows[0], { id: 1, text: "Other", author: 1, tenant: 8 }];
  expect(
    source({
      rows: twice,
      scope:
        ({ tenant }: { tenant: number }) =>
        (row: { tenant: number }) =>
          row.tenant === tenant,
    }),
  ).toThrow(
    "data.source(notes): rows: several rows have the id 1. Each row needs an id of its own, also in another scope.",
  );
});

test("an id of another scope is a 409, and the row of that scope stays", async () => {
  const t = trestle<{ readonly tenant: number }>();
  const pages = t.resource("pages", { id: z.string(), attributes: { text: z.string() }, createFields: ["id", "text"] });
  const source = memoryData().source(pages, {
    rows: [{ id: "a", text: "One", tenant: 7 }],
    scope: (ctx) => (row) => row.tenant === ctx.tenant,
    values: (ctx) => ({ tenant: ctx.tenant }),
  });
  const api = t.router({
    pages: pages.routes(
      pages.getMany(source.getMany),
      pages.getOne({ errors: [NotFound] }, source.getOne),
      pages.createOne({ errors: [Conflict] }, source.createOne),
    ),
  });
  const ask = async (tenant: number, path: string, fields?: object) => {
    const handle = fetchHandler(api, { context: t.context(() => ({ tenant })) });
    const headers = { "content-type": "application/vnd.api+json" };
    const body = JSON.stringify({ data: { type: "pages", ...fields } });
    const response = await handle(new Request(`http://x${path}`, fields ? { method: "POST", headers, body } : {}));
    return { status: response.status, data: (await response.json()).data };
  };
  const attributes = { text: "Two" };
  expect((await ask(8, "/pages/a")).status).toBe(404);
  expect((await ask(8, "/pages", { id: "a", attributes })).status).toBe(409);
  expect((await ask(8, "/pages", { id: "b", attributes })).status).toBe(201);
  expect((await ask(7, "/pages/a")).data.attributes).toEqual({ text: "One" });
  expect((await ask(7, "/pages/b")).status).toBe(404);
  expect((await ask(8, "/pages")).data).toHaveLength(1);
});

test("orderBy lists fields, paths of to-one relationships and sorts", () => {
  const sorts = { length: () => 1 };
  const orderBy = (...fields: readonly string[]) => fields.map((field) => ({ field, order: "asc" }));
  expect(source({ orderBy: orderBy("id", "text", "author", "author__name", "length"), sorts })).not.toThrow();
  expect(source({ orderBy: orderBy("text", "lenght"), sorts })).toThrow(
    new TypeError(
      'data.source(notes): orderBy: "lenght" is not a field or a sort. Use id, text, author, length, or declare it in sorts.',
    ),
  );
  for (const field of ["tags", "tags__name", "authors__name", "tenant"]) {
    expect(source({ rows, orderBy: orderBy(field) })).toThrow(`"${field}" is not a field or a sort.`);
  }
});
