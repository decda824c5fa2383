import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { survey } from "../support/conformance/survey.js";
import type { Json } from "../support/documents.js";
import { isWithin } from "../support/jsonapi/json-pointer.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

const identifier = { type: "articles", id: "1" };

/** Documents with every kind of mistake. */
const WRONG: readonly (readonly [line: string, body: object])[] = [
  ["POST /articles", {}],
  ["POST /articles", { data: [] }],
  ["POST /articles", { data: {} }],
  ["POST /articles", { data: { type: "users" } }],
  ["POST /articles", { data: { type: 7, attributes: 7, relationships: 7 } }],
  ["POST /articles", { data: { type: "articles" } }],
  [
    "POST /articles",
    { data: { type: "articles", attributes: { title: "", nope: 1, "a/b~c": 1 }, relationships: { nope: {} } } },
  ],
  [
    "POST /articles",
    {
      data: {
        type: "articles",
        relationships: {
          author: { data: [] },
          categories: { data: [{ type: "users", id: "1" }, 7, { type: "categories", id: "x" }] },
        },
      },
    },
  ],
  [
    "POST /articles",
    { data: { type: "articles", "trestle:fields": { title: 1, author: "x", categories: [1, "x"], nope: 1 } } },
  ],
  ["POST /articles", { data: { type: "articles", "trestle:fields": 7 } }],
  [
    "POST /articles",
    {
      data: {
        type: "articles",
        attributes: { title: "Learning Zod 1", content: "" },
        relationships: { author: { data: null } },
      },
    },
  ],
  ["PATCH /articles/1", { data: { type: "articles" } }],
  ["PATCH /articles/1", { data: { ...identifier, id: 1 } }],
  ["PATCH /articles/1", { data: { ...identifier, id: "2" } }],
  ["PATCH /articles/1", { data: { ...identifier, attributes: { title: null, published: "yes" } } }],
  ["PATCH /articles/1/relationship/author", { data: { type: "articles", id: "1" } }],
  ["PATCH /articles/1/relationship/author", { data: { type: "users", id: "x" } }],
  ["POST /articles/1/relationship/categories", { data: [{ type: "categories" }] }],
  ["POST /articles/1/relationship/categories", { "trestle:related": ["x"] }],
  [
    "POST /faults",
    {
      data: {
        type: "faults",
        attributes: { name: "x" },
        relationships: { user: { data: { type: "users", id: "1" } } },
      },
    },
  ],
];

describeAdapters("errors", (newsroom) => {
  const send = newsroom.send.bind(newsroom);

  proves(
    ["error-object-key", "error-object-not-empty", "error-status"],
    "errors stand in a list called errors, each with a status and what else is known",
    async () => {
      const failed = (await survey(newsroom)).filter(({ status }) => status >= 400);
      expect(failed.length).toBeGreaterThan(9);
      for (const { document } of failed) {
        expect(Array.isArray(document.errors)).toBe(true);
        expect(document.errors.length).toBeGreaterThan(0);
        for (const error of document.errors)
          expect(error).toMatchObject({ status: expect.stringMatching(/^[45]\d\d$/), code: expect.any(String) });
      }
    },
  );

  proves(
    ["error-general"],
    "problems of one status are told under it, those of several under the general one",
    async () => {
      const told = async (path: string) => {
        const { status, errors } = await send(`GET ${path}`);
        return [status, ...errors.map((error: Json) => error.status)];
      };
      expect(await told("/articles?nope=1&sort=nope")).toEqual([400, "400", "400"]);
      expect(await told("/faults/several")).toEqual([409, "409", "409"]);
      expect(await told("/faults/mixed")).toEqual([400, "409", "400"]);
    },
  );

  proves(
    ["error-title"],
    "every error with the same code has the same title, and the detail describes the occurrence",
    async () => {
      const titles = new Map<string, Set<string>>();
      const details = new Set<string>();
      const tell = (errors: readonly Json[]) => {
        for (const { code, title, detail } of errors) {
          titles.set(code, (titles.get(code) ?? new Set()).add(title));
          details.add(detail);
        }
      };
      for (const [line, body] of WRONG) tell((await send(line, { body })).errors);
      for (const path of ["/nope", "/articles/99", "/articles/x", "/articles?a=1&b=2&sort=x&include=y"])
        tell((await send(`GET ${path}`)).errors);
      expect(details.size).toBeGreaterThan(25);
      const various = [...titles].filter(([, all]) => all.size > 1).map(([code, all]) => [code, ...all]);
      expect(various).toEqual([]);
    },
  );

  proves(
    ["error-source", "error-pointer"],
    "a source is one of pointer, parameter and header, and a pointer leads to what the request holds",
    async () => {
      let pointers = 0;
      for (const type of [MEDIA_TYPE, EXTENDED]) {
        for (const [line, body] of WRONG) {
          const { errors } = await send(line, { body, headers: { "content-type": type } });
          for (const { source } of errors) {
            if (source === undefined) continue;
            expect(Object.keys(source)).toHaveLength(1);
            if (source.pointer === undefined) continue;
            pointers++;
            expect([source.pointer, isWithin(body, source.pointer)]).toEqual([source.pointer, true]);
          }
        }
      }
      expect(pointers).toBeGreaterThan(50);
      expect((await send("GET /articles?sort=x")).errors[0].source).toEqual({ parameter: "sort" });
      const refused = await send("GET /articles", { headers: { accept: "text/html" } });
      expect(refused.errors[0].source).toEqual({ header: "Accept" });
    },
  );
});
