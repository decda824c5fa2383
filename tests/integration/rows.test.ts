import { respond, toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expectDocument, type Json } from "../support/documents.js";

const t = trestle();
const posts = t.resource("posts", {
  id: z.int(),
  attributes: { title: z.string(), at: z.date(), constructor: z.string().optional() },
  relationships: { author: toOne("people"), comments: toMany("comments") },
});
const people = t.resource("people", {
  id: z.int(),
  attributes: { name: z.string(), born: z.int() },
  relationships: { posts: toMany("posts") },
});
const comments = t.resource("comments", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("people") },
});

const at = new Date(0);
const ann = { id: 1, name: "Ann", born: 1990 };

/** What a list of posts answers whose handler returns this. */
async function answerTo(result: unknown, query = "") {
  const logged: string[] = [];
  const list = posts.getMany({ include: ["author__posts", "comments__author"] }, () => result as never); // wrong ones, too
  const api = t.router({ posts: posts.routes(list), people: people.routes(), comments: comments.routes() });
  const handle = fetchHandler(api, { onError: ({ error }) => logged.push(String(error)) });
  const response = await handle(new Request(`http://localhost/posts${query}`));
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, logged, document: undefined as Json };
  const headers = Object.fromEntries(response.headers);
  return { status: 200, logged, document: expectDocument({ status: 200, headers, text }) };
}

describe("what handlers return", () => {
  test("respond.sparse: an attribute that fields left out may be missing; one that is sent must be there", async () => {
    const rows = respond.sparse([{ id: 1, title: "Sparse" }]);
    const { document } = await answerTo(rows, "?fields[posts]=title");
    expect(document.data).toEqual([{ type: "posts", id: "1", attributes: { title: "Sparse" } }]);
    const { status, logged } = await answerTo(rows, "?fields[posts]=title,at");
    expect(status).toBe(500);
    expect(logged[0]).toContain('The row of posts 1 does not fit its declaration: "at"');
  });

  test("rows of an included type that no declared include reaches are a 500 that names it", async () => {
    const result = respond([{ id: 1, title: "x", at, author: 1 }], { included: { tags: [{ id: 1 }] } });
    const { status, logged } = await answerTo(result, "?include=author");
    expect(status).toBe(500);
    expect(logged[0]).toContain('included has rows of "tags", but no declared include leads to that type');
  });

  test("rows in included that nobody asked for are dropped", async () => {
    const result = respond([{ id: 1, title: "x", at, author: 1 }], { included: { people: [ann, { ...ann, id: 2 }] } });
    expect((await answerTo(result)).document).not.toHaveProperty("included");
    expect((await answerTo(result, "?include=author")).document.included).toEqual([
      { type: "people", id: "1", attributes: { name: "Ann", born: 1990 } },
    ]);
  });

  test("two nested rows of one resource are merged: the first value wins, relationships unite", async () => {
    const post = (id: number, author: object) => ({ id, title: `${id}`, at, author });
    const rows = [
      post(1, { ...ann, posts: [1] }),
      post(2, { id: 1, name: "Later", born: 1900, posts: [{ id: 2, title: "other", at, author: 1 }] }),
    ];
    const { document } = await answerTo(rows, "?include=author.posts");
    expect(document.included).toEqual([
      {
        type: "people",
        id: "1",
        attributes: { name: "Ann", born: 1990 },
        relationships: {
          posts: {
            data: [
              { type: "posts", id: "1" },
              { type: "posts", id: "2" },
            ],
          },
        },
      },
    ]);
    expect(document.data[1].attributes.title).toBe("2"); // the primary row, not the nested one
  });

  test("rows that hold each other in a circle are written once", async () => {
    const author: { id: number; name: string; born: number; posts: object[] } = { ...ann, posts: [] };
    const post = { id: 1, title: "x", at, author, comments: [{ id: 1, text: "Hm", author }] };
    author.posts.push(post);
    const { document } = await answerTo([post], "?include=author.posts,comments.author");
    expect(document.included.map(({ type, id }: Json) => `${type} ${id}`)).toEqual(["people 1", "comments 1"]);
  });

  test("a row that a join doubled stands in the list once, and its linkage is a set", async () => {
    const row = { id: 1, title: "x", at, author: 1, comments: [1, 1, 2] };
    const { document } = await answerTo([row, { ...row }]);
    expect(document.data).toHaveLength(1);
    expect(document.data[0].relationships.comments.data).toHaveLength(2);
  });

  test("a row may be an instance of a class, its values in accessors, also where several are merged", async () => {
    class Person {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      get id() {
        return 1;
      }
      get name() {
        return this.#name;
      }
      get born() {
        return 1990;
      }
    }
    const posts = [1, 2].map((id) => ({ id, title: `${id}`, at, author: new Person(`Ann ${id}`) }));
    const { document } = await answerTo(posts, "?include=author");
    expect(document.included[0].attributes).toEqual({ name: "Ann 1", born: 1990 });
  });

  test("an optional field called constructor is absent from a row that does not have it", async () => {
    const { document } = await answerTo([{ id: 1, title: "x", at, author: 1 }]);
    expect(Object.keys(document.data[0].attributes)).toEqual(["title", "at"]);
  });

  test("a missing to-one relationship and missing linkage are a 500 that names the field", async () => {
    const missing = await answerTo([{ id: 7, title: "x", at }]);
    expect([missing.status, missing.logged[0]]).toEqual([500, expect.stringContaining("posts 7")]);
    const comments = await answerTo([{ id: 7, title: "x", at, author: 1 }], "?include=comments");
    expect([comments.status, comments.logged[0]]).toEqual([500, expect.stringContaining('"comments" is missing')]);
  });

  test.each([
    ["null", null],
    ["a single row", { id: 1, title: "x", at, author: 1 }],
    ["nothing", undefined],
    ["a list with null", [null]],
    ["a list of ids", [1]],
  ])("%s in place of a list is a 500, never a wrong document", async (_, result) => {
    const { status, logged } = await answerTo(result);
    expect(status).toBe(500);
    expect(logged[0]).not.toMatch(/^TypeError: Cannot read/);
  });
});
