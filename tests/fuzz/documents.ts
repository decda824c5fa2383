import fc from "fast-check";
import { FILE_ID } from "../support/newsroom/store.js";
import { mutated } from "./mutate.js";
import { field, id, odd, text, type } from "./words.js";

const identifier = fc.record({ type, id });
const linkage = fc.oneof(
  { weight: 4, arbitrary: identifier },
  { weight: 2, arbitrary: fc.array(identifier, { maxLength: 4 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.record({ type: fc.constant("categories"), id: fc.constantFrom("1", "2", "5", "9") }), {
      maxLength: 3,
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: "users", id: "2" }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(true, null, 0, -1.5, 7, "2026-01-01T00:00:00Z", "123", "draft", {}, []),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const USER = { data: { type: "users", id: "1" } };
const UUID = "4f0c7b9e-1111-4222-8333-444455556666";
const FILE = { name: "x", bytes: "7", uploaded_at: "2026-01-01T00:00:00Z", note: null };

/** Requests that the newsroom serves as they are, most of them, and what they hold. */
export const WRITES: readonly (readonly [line: string, document: object])[] = [
  [
    "POST /articles",
    { data: { type: "articles", attributes: { title: "New", content: "x" }, relationships: { author: USER } } },
  ],
  [
    "POST /articles",
    {
      data: {
        type: "articles",
        attributes: { title: "New", content: "x" },
        relationships: { author: { data: null }, categories: { data: [{ type: "categories", id: "1" }] } },
      },
    },
  ],
  [
    "POST /articles",
    { data: { type: "articles", "trestle:fields": { title: "New", content: "x", author: 1, categories: [1, "2"] } } },
  ],
  ["PATCH /articles/1", { data: { type: "articles", id: "1", attributes: { title: "Edited" } } }],
  [
    "PATCH /articles/1",
    {
      data: {
        type: "articles",
        id: "1",
        attributes: { published: true, created_at: "2026-01-01T00:00:00Z" },
        relationships: { author: { data: null } },
        links: {},
      },
    },
  ],
  [
    "PATCH /articles/1",
    { data: { type: "articles", id: "1", "trestle:fields": { title: "Edited", author: USER.data } } },
  ],
  [
    "POST /users",
    { data: { type: "users", attributes: { username: "eve", email: "eve@example.com", password: "12345678" } } },
  ],
  ["POST /tags", { data: { type: "tags", id: "new", attributes: { label: "New" } } }],
  ["PATCH /tags/blue", { data: { type: "tags", id: "blue", attributes: { label: "Blue" } } }],
  [
    "POST /files",
    {
      data: { type: "files", id: UUID, attributes: { ...FILE, details: { width: 3 } }, relationships: { owner: USER } },
    },
  ],
  [
    `PATCH /files/${FILE_ID}`,
    {
      data: {
        type: "files",
        id: FILE_ID,
        attributes: { status: "draft", details: { width: 1, taken_at: "2026-01-01T00:00:00Z" } },
      },
    },
  ],
  [
    "POST /constructor",
    {
      data: {
        type: "constructor",
        attributes: { constructor: "a", toString: "b" },
        relationships: { valueOf: { data: [] } },
      },
    },
  ],
  ["PATCH /constructor/x", { data: { type: "constructor", id: "x", attributes: { toString: "b" } } }],
  ["PATCH /articles/1/relationship/author", USER],
  ["PATCH /articles/1/relationship/author", { data: null }],
  ["PATCH /articles/1/relationship/author", { "trestle:related": 7 }],
  [
    "POST /articles/1/relationship/categories",
    {
      data: [
        { type: "categories", id: "1" },
        { type: "categories", id: "3" },
      ],
    },
  ],
  ["DELETE /articles/1/relationship/categories", { data: [{ type: "categories", id: "1" }] }],
  ["PATCH /articles/1/relationship/categories", { "trestle:related": [1, 2] }],
  [`POST /files/${FILE_ID}/relationship/tags`, { data: [{ type: "tags", id: "blue" }] }],
  [`PATCH /files/${FILE_ID}/relationship/owner`, USER],
];
const PROPER: readonly object[] = WRITES.map(([, document]) => document);

/** Resource objects put together at random. */
const assembled = fc.record({
  data: fc.record(
    {
      type,
      id,
      attributes: fc.dictionary(field, value, { maxKeys: 5 }),
      relationships: fc.dictionary(field, fc.record({ data: linkage }), { maxKeys: 3 }),
      "trestle:fields": fc.dictionary(field, fc.oneof(value, linkage), { maxKeys: 5 }),
    },
    { requiredKeys: ["type"] },
  ),
});

const document: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PROPER) },
  { weight: 5, arbitrary: mutated(fc.constantFrom(...PROPER)) },
  { weight: 2, arbitrary: assembled },
  { weight: 2, arbitrary: mutated(assembled) },
  { weight: 1, arbitrary: fc.record({ data: linkage }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

const json = document.map((one) => JSON.stringify(one));

/** JSON that was cut off, or changed in one place. */
const broken = fc
  .tuple(json, fc.nat(), fc.oneof(odd, fc.constantFrom("}", "]", '"', "\\u00", "\\ud800", "\ufeff")), fc.boolean())
  .map(([text, at, insert, cut]) => {
    const position = at % (text.length + 1);
    return cut ? text.slice(0, position) : text.slice(0, position) + insert + text.slice(position);
  });

const DEEP = `{"data":${"[".repeat(300)}${"]".repeat(300)}}`;
const RAW: readonly Buffer[] = [
  "",
  "{}",
  "[]",
  "null",
  "7",
  '"x"',
  "\ufeff{}",
  " ",
  DEEP,
  '{"data":{"type":"tags","id":"\\ud800","attributes":{"label":"\\udc00"}}}',
  '{"__proto__":{"data":null}}',
  '{"data":null,"data":[]}',
  "a=1&b=2",
  "<html>",
]
  .map((one) => Buffer.from(one))
  .concat([Buffer.from([0xff, 0xfe, 0x7b]), Buffer.from('{"data":"\xff"}', "latin1"), Buffer.from("{}", "utf16le")]);

/** The bytes of a body: documents, most of them; broken ones; anything. */
export const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 12, arbitrary: json.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: broken.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
);
