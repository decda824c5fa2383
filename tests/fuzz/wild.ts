import fc from "fast-check";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";
import { body } from "./documents.js";
import type { FuzzRequest } from "./request.js";
import { field, id, odd, text, type } from "./words.js";

const METHODS = ["GET", "GET", "GET", "POST", "PATCH", "DELETE", "HEAD", "PUT", "OPTIONS"] as const;

/** Percent-encoded completely, in lower case, without need, or incorrectly. */
export const encoded = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(part, fc.nat(99)).map(([text, how]) => {
    const whole = percentEncode(text);
    if (how < 80) return whole;
    if (how < 88) return whole.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    if (how < 96) return whole.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    return `${whole}${["%", "%f", "%ff", "%c3%28"][how - 96]}`;
  });

/** Half of a character outside the basic plane has no encoding. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

const segment = encoded(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "relationship",
        "author",
        "categories",
        "articles",
        "tags",
        "owner",
        "previous",
        "echo",
        "publish",
        "count",
      ),
    },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: field },
  ),
);
const path = fc.oneof(
  { weight: 2, arbitrary: encoded(type).map((one) => `/${one}`) },
  { weight: 4, arbitrary: fc.tuple(encoded(type), encoded(id)).map((parts) => `/${parts.join("/")}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "/articles/1",
      "/articles/1/author",
      "/articles/1/relationship/categories",
      "/articles/1/relationship/author",
      "/users/1/articles",
      "/users/1/relationship/articles",
    ),
  },
  { weight: 2, arbitrary: fc.tuple(encoded(type), encoded(id), segment).map((parts) => `/${parts.join("/")}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(encoded(type), encoded(id), segment, segment).map((parts) => `/${parts.join("/")}`),
  },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`) },
);

const NAMES = [
  ..."filter[title][contains] filter[author] filter[published] filter[category] filter[username][contains] filter[nope] filter".split(
    " ",
  ),
  ..."filter[bytes][gte] filter[ratio] filter[uploaded_at][gte] filter[status] filter[version] filter[archived] filter[id][in]".split(
    " ",
  ),
  ..."filter[names] filter[widths] filter[limit] filter[constructor] sort page page[offset] page[limit] page[after] page[size]".split(
    " ",
  ),
  ..."include fields[articles] fields[users] fields[tags] fields[constructor] custom_thing nope trestle:x".split(" "),
] as const;
const list = (item: fc.Arbitrary<string>) => fc.array(item, { maxLength: 4 }).map((items) => items.join(","));
const VALUES: ReadonlyMap<string, fc.Arbitrary<string>> = new Map(
  Object.entries({
    sort: list(fc.tuple(fc.constantFrom("", "-", "--", "+"), field).map((parts) => parts.join(""))),
    include: list(fc.array(field, { minLength: 1, maxLength: 4 }).map((names) => names.join("."))),
    fields: list(field),
  }),
);
const value = (name: string) =>
  fc.oneof(
    { weight: 4, arbitrary: VALUES.get(name.split("[")[0] ?? "") ?? text },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "1",
        "0",
        "-1",
        "2",
        "true",
        "null",
        "author",
        "title",
        "2026-01-01",
        "draft",
        "1,2",
        "a\\,b",
      ),
    },
    { weight: 1, arbitrary: text },
  );
export const parameter = fc
  .oneof({ weight: 8, arbitrary: fc.constantFrom<string>(...NAMES) }, { weight: 1, arbitrary: text })
  .chain((name) =>
    fc.tuple(
      fc.oneof(fc.constant(/^[\w[\]:]*$/.test(name) ? name : percentEncode(name)), encoded(fc.constant(name))),
      encoded(value(name)),
    ),
  )
  .map(([name, value]) => `${name}=${value}`);
export const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 5, arbitrary: fc.array(parameter, { minLength: 1, maxLength: 4 }).map((parts) => `?${parts.join("&")}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "?",
      "?&&",
      "?=",
      "?include",
      "?%",
      `?custom_thing=${"x".repeat(9000)}`,
      `?${"include=a&".repeat(50)}`,
    ),
  },
);

const mediaType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(MEDIA_TYPE) },
  { weight: 4, arbitrary: fc.constant(EXTENDED) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "*/*",
      "application/*",
      "application/json",
      "text/html, */*;q=0.1",
      "nonsense",
      "",
      ",",
      ";",
      '"',
      `${MEDIA_TYPE};`,
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="urn:other"`,
      `${MEDIA_TYPE}; ext=""`,
      `${MEDIA_TYPE}; ext="`,
      `${MEDIA_TYPE}; profile="https://example.com/p"`,
      `${MEDIA_TYPE};q=0`,
      `${MEDIA_TYPE};q=x, ${EXTENDED};q=0.5`,
      "multipart/form-data; boundary=x",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => text.trim()) },
);
export const headers = fc.record(
  {
    accept: mediaType,
    "content-type": mediaType,
    authorization: fc.constantFrom("editor", "someone"),
    "x-forwarded-host": fc.constant("evil.example"),
    "if-none-match": fc.constant("*"),
    "accept-encoding": fc.constant("gzip"),
    "x-http-method-override": fc.constant("DELETE"),
  },
  { requiredKeys: [] },
);

/** Requests at random. */
export const wild: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path,
    query,
    headers,
    type: mediaType,
    body: fc.option(body, { freq: 12, nil: undefined }),
  })
  .map(({ method, path, query, headers, type, body }) => {
    const target = isDotted(path) ? "/articles" : path + query;
    // Reading has no body, which HTTP allows and neither runtime hands on.
    if (body === undefined || method === "GET" || method === "HEAD") return { method, target, headers };
    return { method, target, headers: { "content-type": type, ...headers }, body };
  });

/** Every client of HTTP takes dot segments out of a path before it sends it. */
function isDotted(path: string): boolean {
  return path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part));
}
