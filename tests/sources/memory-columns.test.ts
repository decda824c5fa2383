import { toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

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
const source = (config: object) => () => memoryData().source(notes, config as {});

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
