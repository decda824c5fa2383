import fc from "fast-check";
import { ATOMIC, ATOMIC_TYPE, BOTH_TYPE, EXTENDED, MEDIA_TYPE } from "../support/media-type.js";
import { MAX_OPERATIONS } from "./api.js";
import { friendly } from "./aimed.js";
import { body, WRITES } from "./documents.js";
import { mutated } from "./mutate.js";
import type { FuzzRequest } from "./request.js";
import { odd, text, type } from "./words.js";

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(ATOMIC_TYPE, BOTH_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      MEDIA_TYPE,
      EXTENDED,
      "application/json",
      `${MEDIA_TYPE}; ext="${ATOMIC} urn:other"`,
      `${MEDIA_TYPE}; ext="${ATOMIC} ${ATOMIC}"`,
      `${MEDIA_TYPE}; ext=${ATOMIC}`,
      `${ATOMIC_TYPE}; charset=utf-8`,
    ),
  },
);

const lid = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("a", "b", "c") },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 0, {}, ["a"]) as fc.Arbitrary<string> },
);
const users = lid.map((lid) => ({ type: "users", lid }));
const note = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2", "3", "4", "99").map((id) => ({ type: "notes", id })) },
  { weight: 3, arbitrary: lid.map((lid) => ({ type: "notes", lid })) },
);
const author = fc.oneof(users, fc.constantFrom({ type: "users", id: "1" }, null, { type: "users", id: "1", lid: "a" }));
const categories = fc.array(
  fc.constantFrom("1", "2", "9").map((id) => ({ type: "categories", id })),
  { maxLength: 2 },
);

const HREFS = [
  ..."/api/notes /api/notes/1 /api/notes/2/relationship/author /api/notes/1/relationship/categories notes/1 ./notes/1".split(
    " ",
  ),
  ..."../api/notes/1 http://localhost/api/notes/1 http://evil.example/api/notes/1 //localhost/api/notes/1 /notes/1".split(
    " ",
  ),
  ..."/api/notes/1?include=author /api/notes/1#x /api/notes/%31 /api/notes/%zz /api/operations /api/nope/1 javascript:1".split(
    " ",
  ),
  ..."/api/articles/1/publish /api//notes/1 /api/notes/1/ http://u:p@localhost/api/notes/1".split(" "),
  "/api/notes/1 ",
  "\\api\\notes\\1",
  "",
];
const href = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...HREFS) }, { weight: 1, arbitrary: text });

const relationship = fc.constantFrom("author", "categories", "author", "categories", "nope", "__proto__");
const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, 3, "1", "2") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(-1, 1.5, "", "x", null, {}, 1e21) },
);
const withVersion = (operation: fc.Arbitrary<object>) =>
  fc.tuple(operation, version).map(([one, version]) => (version === undefined ? one : { ...one, meta: { version } }));

const PROPER = WRITES.filter(([line]) => /^POST \/[a-z]+$/.test(line)).map(([, document]) => ({
  op: "add",
  ...(document as { data: object }),
}));

const newUser = fc.tuple(lid, fc.integer({ min: 0, max: 99 })).map(([lid, n]) => ({
  op: "add",
  data: {
    type: "users",
    lid,
    attributes: { username: `user${n}`, email: `user${n}@example.com`, password: "12345678" },
  },
}));
const newNote = fc
  .tuple(lid, author, categories, fc.constantFrom("x", "y", ""))
  .map(([lid, author, categories, text]) => ({
    op: "add",
    data: {
      type: "notes",
      lid,
      attributes: { text },
      relationships: { author: { data: author }, categories: { data: categories } },
    },
  }));
const newFields = fc.tuple(lid, author).map(([lid, author]) => ({
  op: "add",
  data: { type: "notes", lid, "trestle:fields": { text: "x", author } },
}));
const edit = fc.tuple(note, author, fc.nat(3)).map(([note, author, form]) => ({
  op: "update",
  ...(form > 0 && { ref: note }),
  data: { ...note, attributes: { text: "edited" }, ...(form > 1 && { relationships: { author: { data: author } } }) },
}));
const contract = fc.constantFrom("1", "2", "9").map((id) => ({
  op: "update",
  data: { type: "contracts", id, attributes: { text: "signed" } },
}));
const remove = fc.oneof(note, users).map((ref) => ({ op: "remove", ref }));
const linkage = fc
  .tuple(fc.constantFrom("add", "update", "remove"), note, relationship, fc.oneof(author, categories, fc.array(users)))
  .map(([op, note, relationship, data]) => ({ op, ref: { ...note, relationship }, data }));
const byHref = fc
  .tuple(fc.constantFrom("add", "update", "remove"), href, fc.oneof(note, author, categories))
  .map(([op, href, data]) => ({
    op,
    href,
    data: op === "update" ? { ...data, attributes: { text: "by href" } } : data,
  }));
/** Each refers to the other, and neither exists before. */
const cycle = fc.constant([
  { op: "add", data: { type: "notes", lid: "a", attributes: { text: "x" }, relationships: { author: { data: { type: "users", lid: "b" } } } } },
  { op: "add", data: { type: "users", lid: "b", attributes: { username: "bea", email: "b@example.com", password: "12345678" }, relationships: { articles: { data: [{ type: "notes", lid: "a" }] } } } },
]); // biome-ignore format: two operations

const operation = fc.oneof(
  { weight: 3, arbitrary: newUser },
  { weight: 4, arbitrary: newNote },
  { weight: 1, arbitrary: newFields },
  { weight: 4, arbitrary: withVersion(edit) },
  { weight: 2, arbitrary: withVersion(contract) },
  { weight: 2, arbitrary: withVersion(remove) },
  { weight: 3, arbitrary: withVersion(linkage) },
  { weight: 2, arbitrary: byHref },
  { weight: 1, arbitrary: fc.constantFrom(...PROPER) },
  { weight: 1, arbitrary: fc.tuple(type, lid).map(([type, lid]) => ({ op: "remove", ref: { type, lid } })) },
);

/** Batches that succeed, most of them: every local id is declared once, before it is used. */
const coherent = fc.tuple(newUser, categories, fc.constantFrom("x", "y"), fc.boolean()).map(([user, categories, text, twice]) => {
  const author = { type: "users", lid: "u" };
  const self = { type: "notes", lid: "n" };
  const data = { ...self, attributes: { text }, relationships: { author: { data: author } } };
  return [
    { ...user, data: { ...user.data, lid: "u" } },
    { op: "add", data },
    { op: "update", ref: self, data: { ...self, attributes: { text: "edited" } } },
    { op: "update", ref: { ...self, relationship: "categories" }, data: categories },
    ...(twice ? [{ op: "update", ref: { type: "notes", id: "1", relationship: "author" }, data: author }] : []),
    { op: "remove", ref: { type: "notes", id: "2" } },
  ];
}); // biome-ignore format: one batch

/** As many as are allowed, or one more. */
const thousand = fc.constantFrom(MAX_OPERATIONS, MAX_OPERATIONS + 1).map((length) =>
  Array.from({ length }, (_, index) => ({
    op: "add",
    data: {
      type: "users",
      lid: `${index}`,
      attributes: { username: "many", email: "many@example.com", password: "12345678" },
    },
  })),
);

const operations: fc.Arbitrary<readonly object[]> = fc.oneof(
  { weight: 100, arbitrary: fc.array(operation, { minLength: 1, maxLength: 5 }) },
  { weight: 80, arbitrary: coherent },
  { weight: 4, arbitrary: cycle },
  { weight: 1, arbitrary: thousand },
);
const document = operations.map((operations) => ({ "atomic:operations": operations }));
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "");

const batchBody: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: document.map(bytes) },
  { weight: 5, arbitrary: mutated(document).map(bytes) },
  { weight: 1, arbitrary: body },
);

export const batching: fc.Arbitrary<FuzzRequest> = fc
  .record({
    headers: friendly,
    type: contentType,
    body: batchBody,
    query: fc.constantFrom(...Array<string>(8).fill(""), "?include=author", "?"),
  })
  .map(({ headers, type, body, query }) => ({
    method: "POST",
    target: `/operations${query}`,
    headers: { "content-type": type, ...headers },
    body,
  }));
