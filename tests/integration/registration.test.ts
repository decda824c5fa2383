import { NotFound, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routed, started } from "../support/routed.js";

const t = trestle();
const user = { id: 1, name: "Ann" };
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const files = t.resource("files", { id: z.uuid(), attributes: {} });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users"), readers: toMany("users") },
  createFields: ["text"],
});
const note = { id: 1, text: "Hello", author: 1 };

/** Each is also what the compiler says; here it is thrown, for those who do not ask it. */
describe("mistakes at registration throw a sentence", () => {
  // biome-ignore lint/suspicious/noExplicitAny: what does not compile is what is tried here
  const wrong: any = (value: unknown) => value;

  test.each<[string, () => unknown, string]>([
    [
      "an include path that names no relationship",
      () => notes.getOne({ include: wrong(["autor"]) }, () => note),
      'notes.getOne: include "autor": "notes" has no relationship "autor"',
    ],
    [
      "an include path that does not resolve further on",
      () =>
        t.router({
          notes: notes.routes(notes.getOne({ include: wrong(["author__notes"]) }, () => note)),
          users: users.routes(),
        }),
      'include "author__notes": "users" has no relationship "notes"',
    ],
    [
      "an include path of a related operation that does not resolve at its target",
      () =>
        t.router(
          wrong({
            notes: notes.routes(notes.getRelated("author", { include: ["author"] }, () => user)),
            users: users.routes(),
          }),
        ),
      'include "author__author": "users" has no relationship "author"',
    ],
    [
      "an unknown relationship target",
      () => t.router(wrong({ notes: notes.routes() })),
      'relationship "notes.author": no resource "users" in this router',
    ],
    [
      "ids of another kind than the target's",
      () => {
        const links = t.resource("links", { id: z.int(), attributes: {}, relationships: { file: toOne("files") } });
        return t.router(wrong({ links: links.routes(), files: files.routes() }));
      },
      'relationship "links.file": its ids have another type than those of "files"',
    ],
    [
      "a field list that names no field",
      () => routed(t.resource("x", { id: z.int(), attributes: { title: z.string() }, createFields: wrong(["titl"]) })),
      't.resource("x"): createFields contains "titl", which is not a field. Did you mean "title"?',
    ],
    [
      "an id that no path can carry",
      () => routed(t.resource("x", { id: wrong(z.boolean()), attributes: {} })),
      "Use z.int(), z.string() or z.uuid()",
    ],
    [
      "an illegal member name",
      () => routed(t.resource("x", { id: z.int(), attributes: { "a/b": z.string() } })),
      '"a/b" is not a legal',
    ],
    [
      "an attribute called id",
      () => routed(t.resource("x", { id: z.int(), attributes: wrong({ id: z.int() }) })),
      'may be called "id"',
    ],
    [
      "an attribute called __proto__",
      () => routed(t.resource("x", { id: z.int(), attributes: JSON.parse('{"__proto__":1}') })),
      '"__proto__" is not a legal',
    ],
    [
      "one name for an attribute and a relationship",
      () =>
        routed(
          t.resource("x", { id: z.int(), attributes: { a: z.string() }, relationships: wrong({ a: toOne("users") }) }),
        ),
      "both an attribute and a relationship",
    ],
    ["a type that holds __", () => routed(t.resource("a__b", { id: z.int(), attributes: {} })), 'contains "__"'],
    [
      "an operation registered twice",
      () =>
        t.router({
          users: users.routes(
            users.getOne(() => user),
            users.getOne(() => user),
          ),
        }),
      "users.getOne is registered twice",
    ],
    [
      "an operation of another resource",
      () => users.routes(wrong(files.getOne(({ id }) => ({ id })))),
      'received an operation of "files"',
    ],
    [
      "a resource under another name",
      () => t.router(wrong({ people: users.routes() })),
      '"users" is registered as "people"',
    ],
    [
      "an unknown option",
      () => users.getOne(wrong({ includes: ["x"] }), () => user),
      'unknown option "includes". Did you mean "include"?',
    ],
    [
      "errors on an rpc",
      () => users.rpc("act", wrong({ errors: [NotFound] }), () => new Response()),
      'unknown option "errors"',
    ],
    [
      "a value that is not an error class",
      () => users.getOne({ errors: wrong([Error]) }, () => user),
      "not an error class",
    ],
    [
      "an rpc action that shadows the relationship endpoints",
      () => notes.rpc(wrong("relationship"), () => new Response()),
      "would shadow the relationship endpoints",
    ],
    [
      "an rpc action that shadows a related endpoint",
      () => notes.rpc(wrong("author"), { method: "GET" }, () => new Response()),
      "would shadow the related endpoint",
    ],
    [
      "the wrong operation for a relationship's arity",
      () => notes.editRelationship(wrong("readers"), () => {}),
      '"readers" is to-many, but editRelationship is for to-one. Use resetRelationship.',
    ],
    [
      "an operation on a field that is not a relationship",
      () => notes.addToRelationship(wrong("text"), () => {}),
      '"notes" has no relationship "text"',
    ],
    [
      "a filter that no query string carries",
      () => users.getMany({ filter: { when: wrong(z.object({})) } }, () => []),
      'the filter "when" cannot be sent in a query string',
    ],
    [
      "a filter of a nullable string",
      () => users.getMany({ filter: { name: z.string().nullable() } }, () => []),
      '"null" is ambiguous',
    ],
    [
      "an extra that JSON:API gives a meaning",
      () => users.getMany({ extra: { sort: z.string() } }, () => []),
      'extra must not declare "sort"',
    ],
    ["a limit over the maximum", () => offsetPage({ limit: 10, maxLimit: 5 }), "limit 10 is greater than maxLimit 5"],
  ])("%s", (_, register, sentence) => {
    expect(started(register)).toThrow(TypeError);
    expect(started(register)).toThrow(sentence);
  });
});

test("a page that does not say where it ends is a 500 whose log says what to return", async () => {
  const messages: string[] = [];
  const list = users.getMany({ page: offsetPage() }, (() => [user]) as never); // it does not compile
  const handle = fetchHandler(t.router({ users: users.routes(list) }), {
    onError: ({ error }) => messages.push(String(error)),
  });
  expect((await handle(new Request("http://localhost/users"))).status).toBe(500);
  expect(messages[0]).toContain("Return respond(rows, { total }) or respond(rows, { hasMore })");
});

test("hasMore serves where nothing is counted: next without last", async () => {
  const list = users.getMany({ page: offsetPage({ limit: 1 }) }, () => respond([user], { hasMore: true }));
  const handle = fetchHandler(t.router({ users: users.routes(list) }));
  const document = await (await handle(new Request("http://localhost/users"))).json();
  expect(Object.keys(document.links)).toEqual(["self", "first", "next"]);
  expect(document).not.toHaveProperty("meta");
});
