import { describe, expect, test } from "vitest";
import { z } from "zod";
import { makeRouter } from "./router.js";
import { routerSpec } from "../model/router.js";
import { toMany, toOne } from "./relationship.js";
import { trestle } from "./trestle.js";
import { started } from "../../../tests/support/routed.js";

const t = trestle();
const row = { id: 1, title: "a", author: 1 };

function blog() {
  const articles = t.resource("articles", {
    id: z.int(),
    attributes: { title: z.string() },
    relationships: { author: toOne("users"), tags: toMany("tags", { id: z.string() }) },
  });
  const users = t.resource("users", { id: z.int(), attributes: {}, relationships: { articles: toMany("articles") } });
  const tags = t.resource("tags", { id: z.string(), attributes: {} });
  return { articles, users, tags };
}

/** Routers that do not compile: the same mistakes are caught where types are not looked at. */
function router(routes: object) {
  return makeRouter({ ...routes });
}

describe("a mistake between resources", () => {
  const { articles, users, tags } = blog();
  const others = { users: users.routes(), tags: tags.routes() };

  test.each<[name: string, routes: () => object, message: string]>([
    [
      "a key that is not the type's name",
      () => ({ posts: articles.routes(), ...others }),
      't.router: "articles" is registered as "posts"; the key must be the type\'s name',
    ],
    [
      "no operations",
      () => ({ articles }),
      't.router: "articles" is not a list of operations. Write articles: articles.routes(…).',
    ],
    [
      "a target that is not there",
      () => ({ articles: articles.routes(), users: users.routes() }),
      't.router: relationship "articles.tags": no resource "tags" in this router',
    ],
    [
      "a path that does not resolve",
      () => ({ ...others, articles: articles.routes(articles.getOne({ include: ["author__nope"] }, () => row)) }),
      'articles.getOne: include "author__nope": "users" has no relationship "nope"',
    ],
    [
      "a path of a related operation that does not resolve",
      () => ({
        ...others,
        articles: articles.routes(articles.getRelated("author", { include: ["nope"] }, () => ({ id: 1 }))),
      }),
      'articles.getRelated("author"): include "author__nope": "users" has no relationship "nope"',
    ],
    [
      "an operation registered twice",
      () => ({
        ...others,
        articles: articles.routes(
          articles.getOne(() => row),
          articles.getOne(() => row),
        ),
      }),
      "t.router: articles.getOne is registered twice. Remove one.",
    ],
    [
      "a relationship operation registered twice",
      () => ({
        ...others,
        articles: articles.routes(
          articles.getRelated("author", () => ({ id: 1 })),
          articles.getRelated("author", () => ({ id: 1 })),
        ),
      }),
      't.router: articles.getRelated("author") is registered twice.',
    ],
    [
      "an action registered twice with one method",
      () => ({
        ...others,
        articles: articles.routes(
          articles.rpc("publish", () => new Response()),
          articles.rpc("publish", { method: "POST" }, () => new Response()),
        ),
      }),
      't.router: articles.rpc("publish") is registered twice.',
    ],
  ])("%s", (_name, routes, message) => {
    expect(() => router(routes())).toThrow(TypeError);
    expect(() => router(routes())).toThrow(message);
  });

  test("ids of another kind", () => {
    const notes = t.resource("notes", { id: z.int(), attributes: {}, relationships: { tag: toOne("tags") } });
    const files = t.resource("files", {
      id: z.int(),
      attributes: {},
      relationships: { tag: toOne("tags", { id: z.uuid() }) },
    });
    for (const [name, routes] of Object.entries({ notes: notes.routes(), files: files.routes() })) {
      expect(() => router({ [name]: routes, tags: tags.routes() })).toThrow(
        `t.router: relationship "${name}.tag": its ids have another type than those of "tags"; pass { id: … } to toOne or toMany`,
      );
    }
  });

  test("a path over a relationship that leads nowhere", () => {
    const lost = t.resource("users", { id: z.int(), attributes: {}, relationships: { ghost: toOne("ghosts") } });
    const routes = articles.routes(articles.getOne({ include: ["author__ghost"] }, () => row));
    expect(() => router({ articles: routes, users: lost.routes(), tags: tags.routes() })).toThrow(
      't.router: relationship "users.ghost": no resource "ghosts" in this router', // not what follows from it
    );
  });

  test("a reference over no relationship", () => {
    const ref = articles.ref as (relationship: string) => unknown;
    expect(() => ref("nope")).toThrow(new TypeError('articles.ref("nope"): no such relationship.'));
  });

  test("an operation of another resource", () => {
    const routes = articles.routes as (...operations: unknown[]) => unknown;
    expect(started(() => routes(users.getOne(() => ({ id: 1 }))))).toThrow(
      'articles.routes received an operation of "users". Pass it to users.routes.',
    );
    expect(started(() => routes(() => row))).toThrow(
      "articles.routes takes operations. Make them with articles.getOne(…) or a similar method.",
    );
  });
});

describe("a router", () => {
  test("takes two actions of one name that differ in method", () => {
    const { articles, users, tags } = blog();
    const publish = articles.rpc("publish", () => new Response());
    const unpublish = articles.rpc("publish", { method: "DELETE" }, () => new Response());
    expect(() =>
      router({ articles: articles.routes(publish, unpublish), users: users.routes(), tags: tags.routes() }),
    ).not.toThrow();
  });

  test("makes get relationship from get related, unless it is registered", () => {
    const { articles, users, tags } = blog();
    const api = t.router({
      articles: articles.routes(
        articles.getRelated("author", { include: ["articles"], summary: "s", description: "d", timeout: 9 }, () => ({
          id: 1,
        })),
        articles.getRelated("tags", () => []),
        articles.getRelationship("tags", () => ["a"]),
      ),
      users: users.routes(),
      tags: tags.routes(),
    });
    const operations = routerSpec(api).resources.get("articles")?.operations ?? [];
    expect(operations.map(({ info }) => `${info.kind} ${info.relationship}`)).toEqual([
      "getRelated author",
      "getRelated tags",
      "getRelationship tags",
      "getRelationship author",
    ]);
    expect(operations[3]?.options).toEqual({ timeout: 9 });
    expect(operations[3]?.handler).toBe(operations[0]?.handler);
  });

  test("knows each operation by the method that made it", () => {
    const { articles, users, tags } = blog();
    const none = () => {};
    const api = t.router({
      articles: articles.routes(
        articles.getOne(() => row),
        articles.getMany(() => [row]),
        articles.deleteOne(none),
        articles.getRelated("author", () => ({ id: 1 })),
        articles.getRelationship("author", () => 1),
        articles.editRelationship("author", none),
        articles.addToRelationship("tags", none),
        articles.removeFromRelationship("tags", none),
        articles.resetRelationship("tags", none),
        articles.rpc("publish", () => new Response()),
      ),
      users: users.routes(),
      tags: tags.routes(),
    });
    const operations = routerSpec(api).resources.get("articles")?.operations ?? [];
    expect(operations.map(({ info }) => info)).toEqual([
      { type: "articles", kind: "getOne" },
      { type: "articles", kind: "getMany" },
      { type: "articles", kind: "deleteOne" },
      { type: "articles", kind: "getRelated", relationship: "author" },
      { type: "articles", kind: "getRelationship", relationship: "author" },
      { type: "articles", kind: "editRelationship", relationship: "author" },
      { type: "articles", kind: "addToRelationship", relationship: "tags" },
      { type: "articles", kind: "removeFromRelationship", relationship: "tags" },
      { type: "articles", kind: "resetRelationship", relationship: "tags" },
      { type: "articles", kind: "rpc", action: "publish" },
    ]);
    expect(api.url("articles__collection")).toBe("/articles");
  });

  test("takes the types that an operation affects, where it has them", () => {
    const { articles, users, tags } = blog();
    const affecting = (type: string) =>
      router({
        articles: articles.routes(articles.deleteOne({ affects: [type] }, () => {})),
        users: users.routes(),
        tags: tags.routes(),
      });
    expect(() => affecting("users")).not.toThrow();
    expect(() => affecting("ghosts")).toThrow(
      new TypeError('articles.deleteOne: affects "ghosts": no resource "ghosts" in this router.'),
    );
  });

  test("is what adapters take, and nothing else is", () => {
    expect(() => routerSpec({})).toThrow("An adapter needs a router from t.router(…).");
  });
});
