import fc from "fast-check";
import { expect, test } from "vitest";
import { collect, fakeServer } from "./fixtures/fake-server.js";
import { ResponseError } from "./index.js";

const NAMES = [
  "type",
  "id",
  "data",
  "attributes",
  "relationships",
  "author",
  "links",
  "next",
  "meta",
  "included",
  "href",
];
const names = fc.constantFrom(...NAMES, "trestle", "rich", "values", "__proto__", "constructor", "errors", "*");
const leaf = fc.oneof(
  fc.constantFrom(
    "1",
    "articles",
    "users",
    "",
    "/api/articles?page=2",
    "https://evil.example/",
    "Date",
    "superjson",
    "map",
  ),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, true, "2026-01-01T00:00:00Z"),
);
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4 }),
  ),
})).value;

const article = {
  type: "articles",
  id: "1",
  attributes: { title: "x" },
  relationships: { author: { data: { type: "users", id: "7" } } },
  links: { self: "/api/articles/1" },
};
const PARTS = {
  data: [article],
  included: [{ type: "users", id: "7", attributes: {} }],
  links: { next: "/api/articles?page=2" },
  meta: { total: 1 },
};

/** A document of which some parts are something else. */
const document = fc
  .tuple(
    fc.subarray([...Object.keys(PARTS), "attributes", "relationships", "errors"]),
    fc.array(anything, { minLength: 7, maxLength: 7 }),
  )
  .map(([names, values]) => {
    const inside = ["attributes", "relationships"].filter((name) => names.includes(name));
    const broken = { ...article, ...Object.fromEntries(inside.map((name, at) => [name, values[at]])) };
    const outside = names.filter((name) => !inside.includes(name));
    return { ...PARTS, data: [broken], ...Object.fromEntries(outside.map((name, at) => [name, values[at + 2]])) };
  });

/** What a call gives, or the error that it throws, which must be one of ours. */
async function settle(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(ResponseError);
  }
}

test("for any response, a call returns a value or throws a ResponseError", async () => {
  const status = fc.constantFrom(200, 201, 400, 404, 500, 503);
  await fc.assert(
    fc.asyncProperty(fc.oneof(document, anything), status, async (body, code) => {
      const server = () => {
        const response = new Response(JSON.stringify(body), { status: code });
        return fakeServer([response, { data: [] }]).client.articles!;
      };
      await settle(async () => server().get(1, { include: ["author"] }));
      await settle(async () => server().related(1, "author"));
      await settle(async () => server().create({ title: "x" }));
      await settle(async () => server().relationship(1, "author").get());
      await settle(async () => server().find({ title: "x" }));
      await settle(() => collect(server().list().include("author").all()));
      const { error } = await server().list().safe();
      if (error !== undefined) expect(error).toBeInstanceOf(ResponseError);
    }),
    { numRuns: 300 },
  );
  expect(Reflect.get({}, "1")).toBeUndefined();
});

test("and for any text", async () => {
  const text = fc.oneof(
    fc.string(),
    fc.json().map((json) => json.slice(0, -1)),
    fc.constant("<!doctype html><title>502"),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(200, 404, 502), async (body, status) => {
      const { error } = await fakeServer(new Response(body, { status })).client.articles!.get(1).safe();
      expect(error).toBeInstanceOf(ResponseError);
    }),
    { numRuns: 100 },
  );
});
