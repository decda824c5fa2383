import { expect, test } from "vitest";
import { type ReaderName, readResource } from "../fixtures/read-resource.js";
import { errorsOf } from "../fixtures/request-errors.js";

const PLAIN = {
  type: "articles",
  attributes: { title: "Zod" },
  relationships: { author: { data: { type: "users", id: "7" } } },
};
const EDIT = { type: "articles", id: "1" };

interface Row {
  readonly reader: ReaderName;
  readonly data: unknown;
  readonly extended?: boolean;
  readonly status: number;
  readonly code: string;
  readonly pointer: string;
  readonly path?: unknown[];
}

const ROWS: Record<string, Row> = {
  "no JSON": { reader: "create", data: "{", status: 400, code: "malformed_json", pointer: "" },
  "no object": { reader: "create", data: "[]", status: 400, code: "invalid_document", pointer: "" },
  "no data": { reader: "create", data: "{}", status: 400, code: "invalid_document", pointer: "" },
  "inherited data": {
    reader: "create",
    data: '{"__proto__":{"data":{}}}',
    status: 400,
    code: "invalid_document",
    pointer: "",
  },
  "data null": { reader: "create", data: null, status: 400, code: "invalid_document", pointer: "/data" },
  "data a list": { reader: "create", data: [PLAIN], status: 400, code: "invalid_document", pointer: "/data" },
  "no type": {
    reader: "create",
    data: { ...PLAIN, type: undefined },
    status: 400,
    code: "invalid_document",
    pointer: "/data",
  },
  "a type that is not a string": {
    reader: "create",
    data: { ...PLAIN, type: 1 },
    status: 400,
    code: "invalid_document",
    pointer: "/data",
  },
  "another type": {
    reader: "create",
    data: { ...PLAIN, type: "users" },
    status: 409,
    code: "type_mismatch",
    pointer: "/data/type",
  },
  "another type, and all else that is wrong with it": {
    reader: "create",
    data: { type: "users", id: "1", attributes: { username: "ann" } },
    status: 409,
    code: "type_mismatch",
    pointer: "/data/type",
  },
  "an edit of another type": {
    reader: "edit",
    data: { ...EDIT, type: "users" },
    status: 409,
    code: "type_mismatch",
    pointer: "/data/type",
  },
  "an edit of another id": {
    reader: "edit",
    data: { ...EDIT, id: "2" },
    status: 409,
    code: "id_mismatch",
    pointer: "/data/id",
  },
  "an edit of another id, and an unknown field": {
    reader: "edit",
    data: { ...EDIT, id: "2", attributes: { nope: 1 } },
    status: 409,
    code: "id_mismatch",
    pointer: "/data/id",
  },
  "an edit without id": {
    reader: "edit",
    data: { type: "articles" },
    status: 400,
    code: "invalid_document",
    pointer: "/data",
  },
  "an id that is a number": {
    reader: "edit",
    data: { ...EDIT, id: 1 },
    status: 400,
    code: "invalid_document",
    pointer: "/data/id",
  },
  "an id that is null": {
    reader: "create",
    data: { ...PLAIN, id: null },
    status: 400,
    code: "invalid_document",
    pointer: "/data/id",
  },
  "a client's id": {
    reader: "create",
    data: { ...PLAIN, id: "1" },
    status: 403,
    code: "client_id_not_allowed",
    pointer: "/data/id",
  },
  "a client's id, and a missing field": {
    reader: "create",
    data: { type: "articles", id: "1" },
    status: 403,
    code: "client_id_not_allowed",
    pointer: "/data/id",
  },
  "an empty client's id": {
    reader: "createNote",
    data: { type: "notes", id: "", attributes: { text: "a" } },
    status: 422,
    code: "invalid_id",
    pointer: "/data/id",
    path: ["id"],
  },
  "a client's id that no URL can hold": {
    reader: "createNote",
    data: '{"data":{"type":"notes","id":"\\ud800","attributes":{"text":"a"}}}',
    status: 422,
    code: "invalid_id",
    pointer: "/data/id",
    path: ["id"],
  },
  "attributes that are a list": {
    reader: "edit",
    data: { ...EDIT, attributes: [] },
    status: 400,
    code: "invalid_document",
    pointer: "/data/attributes",
  },
  "attributes that are null": {
    reader: "edit",
    data: { ...EDIT, attributes: null },
    status: 400,
    code: "invalid_document",
    pointer: "/data/attributes",
  },
  "relationships that are text": {
    reader: "edit",
    data: { ...EDIT, relationships: "a" },
    status: 400,
    code: "invalid_document",
    pointer: "/data/relationships",
  },
  "a relationship that is not an object": {
    reader: "edit",
    data: { ...EDIT, relationships: { author: 7 } },
    status: 400,
    code: "invalid_document",
    pointer: "/data/relationships/author",
  },
  "fields that are a list": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, "trestle:fields": [] },
    status: 400,
    code: "invalid_document",
    pointer: "/data/trestle:fields",
  },
  "both forms": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, attributes: {}, "trestle:fields": {} },
    status: 400,
    code: "invalid_document",
    pointer: "/data",
  },
  "both forms, by relationships": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, relationships: {}, "trestle:fields": {} },
    status: 400,
    code: "invalid_document",
    pointer: "/data",
  },
  "a missing attribute": {
    reader: "create",
    data: { ...PLAIN, attributes: {} },
    status: 422,
    code: "required",
    pointer: "/data/attributes",
    path: ["title"],
  },
  "a missing attribute without attributes": {
    reader: "create",
    data: { ...PLAIN, attributes: undefined },
    status: 422,
    code: "required",
    pointer: "/data",
    path: ["title"],
  },
  "a missing relationship": {
    reader: "create",
    data: { ...PLAIN, relationships: {} },
    status: 422,
    code: "required",
    pointer: "/data/relationships",
    path: ["author"],
  },
  "a missing relationship without relationships": {
    reader: "create",
    data: { ...PLAIN, relationships: undefined },
    status: 422,
    code: "required",
    pointer: "/data",
    path: ["author"],
  },
  "a relationship without data": {
    reader: "create",
    data: { ...PLAIN, relationships: { author: { links: {} } } },
    status: 422,
    code: "required",
    pointer: "/data/relationships",
    path: ["author"],
  },
  "a missing field": {
    reader: "create",
    extended: true,
    data: { type: "articles", "trestle:fields": { author: 7 } },
    status: 422,
    code: "required",
    pointer: "/data/trestle:fields",
    path: ["title"],
  },
  "an attribute that its schema refuses": {
    reader: "edit",
    data: { ...EDIT, attributes: { title: "" } },
    status: 422,
    code: "too_small",
    pointer: "/data/attributes/title",
    path: ["title"],
  },
  "a field that its schema refuses": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, "trestle:fields": { title: "" } },
    status: 422,
    code: "too_small",
    pointer: "/data/trestle:fields/title",
    path: ["title"],
  },
  "null for what is not nullable": {
    reader: "edit",
    data: { ...EDIT, attributes: { title: null } },
    status: 422,
    code: "invalid_type",
    pointer: "/data/attributes/title",
    path: ["title"],
  },
  "an unknown attribute": {
    reader: "edit",
    data: { ...EDIT, attributes: { titel_: "a" } },
    status: 422,
    code: "unknown_field",
    pointer: "/data/attributes/titel_",
    path: ["titel_"],
  },
  "an unknown relationship": {
    reader: "edit",
    data: { ...EDIT, relationships: { nope: { data: null } } },
    status: 422,
    code: "unknown_field",
    pointer: "/data/relationships/nope",
    path: ["nope"],
  },
  "a relationship among the attributes": {
    reader: "edit",
    data: { ...EDIT, attributes: { author: 7 } },
    status: 422,
    code: "unknown_field",
    pointer: "/data/attributes/author",
    path: ["author"],
  },
  "an unknown field": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, "trestle:fields": { "a/b": 1 } },
    status: 422,
    code: "unknown_field",
    pointer: "/data/trestle:fields/a~1b",
    path: ["a/b"],
  },
  "a field that is not for writing": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, "trestle:fields": { created_at: "2026-01-31" } },
    status: 422,
    code: "unknown_field",
    pointer: "/data/trestle:fields/created_at",
    path: ["created_at"],
  },
  "a related id of another type": {
    reader: "edit",
    data: { ...EDIT, relationships: { author: { data: { type: "people", id: "7" } } } },
    status: 409,
    code: "type_mismatch",
    pointer: "/data/relationships/author/data/type",
    path: ["author"],
  },
  "a related id of the wrong kind": {
    reader: "edit",
    extended: true,
    data: { ...EDIT, "trestle:fields": { categories: ["x"] } },
    status: 422,
    code: "invalid_id",
    pointer: "/data/trestle:fields/categories/0",
    path: ["categories"],
  },
  "a bare id in a plain document": {
    reader: "edit",
    data: { ...EDIT, relationships: { author: { data: 7 } } },
    status: 422,
    code: "invalid_type",
    pointer: "/data/relationships/author/data",
    path: ["author"],
  },
};

test.each(Object.entries(ROWS))(
  "is refused: %s",
  async (_name, { reader, data, extended, status, code, pointer, path }) => {
    const errors = await errorsOf(() => readResource(reader, data, extended));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ status, code, source: { pointer } });
    expect(errors[0]?.meta?.path).toEqual(path);
    expect(errors[0]?.detail).toMatch(/\S/);
  },
);
