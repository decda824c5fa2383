import fc from "fast-check";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";
import { friendly } from "./aimed.js";
import { mutated } from "./mutate.js";
import { type FuzzRequest, LAST_TAG } from "./request.js";

const ODD_TAGS = [
  '"',
  '""',
  "1",
  "W/1",
  'w/"1"',
  'W/"1',
  '"1" "2"',
  ",",
  ', , "1"',
  '*, "1"',
  "**",
  '"a"b"',
  '"1!"',
  '"!x"',
];
/** Values of `If-Match` and `If-None-Match`. */
const tags = fc.oneof(
  { weight: 4, arbitrary: fc.constant(LAST_TAG) },
  { weight: 4, arbitrary: fc.constantFrom('"1"', '"2"', '"3"', '"1", "2"', '"9"', '"1!0"') },
  { weight: 2, arbitrary: fc.constantFrom("*", `W/${LAST_TAG}`, 'W/"1"', `"9", ${LAST_TAG}`, 'W/"1", "1"') },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_TAGS) },
  { weight: 1, arbitrary: fc.constantFrom(`"${"x".repeat(3000)}"`, `${'"1",'.repeat(500)}"2"`, '"\u00fc"', '"a\tb"') },
);
const conditions = fc.oneof(
  { weight: 3, arbitrary: tags.map((value) => ({ "if-match": value })) },
  { weight: 2, arbitrary: tags.map((value) => ({ "if-none-match": value })) },
  { weight: 1, arbitrary: fc.tuple(tags, tags).map(([one, other]) => ({ "if-match": [one, other] })) },
  { weight: 1, arbitrary: fc.tuple(tags, tags).map(([one, other]) => ({ "if-match": one, "if-none-match": other })) },
  { weight: 1, arbitrary: fc.constant({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }) },
);

const TARGETS = [
  "/notes/1",
  "/notes/1",
  "/notes/2",
  "/notes/9",
  "/contracts/1",
  "/contracts/2",
  "/articles/1",
] as const;
const LINKS = ["/notes/1/relationship/categories", "/notes/2/relationship/author"] as const;

const documentOf = (target: string): object => {
  const [, type, id] = target.split("/");
  if (target.endsWith("author")) return { data: { type: "users", id: "2" } };
  if (target.endsWith("categories")) return { data: [{ type: "categories", id: "2" }] };
  return { data: { type, id, attributes: { [type === "articles" ? "title" : "text"]: "changed" } } };
};

/** Reads and changes of one resource that depend on its version. */
export const conditional: fc.Arbitrary<FuzzRequest> = fc
  .record({
    target: fc.constantFrom(...TARGETS, ...LINKS),
    method: fc.constantFrom("GET", "GET", "HEAD", "PATCH", "PATCH", "PATCH", "DELETE", "POST"),
    headers: friendly,
    conditions: fc.oneof({ weight: 5, arbitrary: conditions }, { weight: 2, arbitrary: fc.constant({}) }),
    query: fc.constantFrom("", "", "", "?include=author", "?fields[notes]=text"),
    mutation: fc.nat(9),
    type: fc.constantFrom(MEDIA_TYPE, EXTENDED),
  })
  .chain(({ target, method, headers, conditions, query, mutation, type }): fc.Arbitrary<FuzzRequest> => {
    const document = fc.constant(documentOf(target));
    const all: FuzzRequest["headers"] = { ...headers, ...conditions };
    if (method === "GET" || method === "HEAD" || (method === "DELETE" && !target.includes("relationship")))
      return fc.constant({ method, target: `${target}${query}`, headers: all });
    return (mutation === 0 ? mutated(document) : document).map((body) => ({
      method,
      target,
      headers: { "content-type": type, ...all },
      body: Buffer.from(JSON.stringify(body) ?? ""),
    }));
  });
