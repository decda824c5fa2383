import { json, type TypedResponse } from "trestle";
import { expectTypeOf, test } from "vitest";
import { articles, users } from "./blog.js";

test("json is a Response that knows its value", async () => {
  const response = json({ ok: true, count: 1 }, { status: 202 });
  expectTypeOf(response).toEqualTypeOf<TypedResponse<{ readonly ok: true; readonly count: 1 }>>();
  expectTypeOf(response).toExtend<Response>();
  expectTypeOf((await response.json()).ok).toEqualTypeOf<true>();
});

test("a client knows the type of json(value), but not of another Response", () => {
  const ok: boolean = Math.random() > 0.5;
  const result = <T>(operation: { readonly "~endpoint": { readonly result: T } }): T => operation["~endpoint"].result;
  expectTypeOf(result(articles.rpc("a", () => json({ ok })))).toEqualTypeOf<{ readonly ok: boolean }>();
  expectTypeOf(result(articles.rpc("a", async ({ id }) => json([id])))).toEqualTypeOf<readonly [number]>();
  expectTypeOf(result(articles.rpc("a", { method: "PATCH" }, async () => json(null)))).toEqualTypeOf<null>();
  expectTypeOf(result(articles.rpc("a", () => new Response()))).toEqualTypeOf<unknown>();
  expectTypeOf(result(articles.rpc("a", () => Response.json({ ok })))).toEqualTypeOf<unknown>();
  expectTypeOf(result(articles.rpc("a", () => (ok ? json(1) : json("x"))))).toEqualTypeOf<1 | "x">();
  expectTypeOf(result(articles.rpc("a", () => (ok ? json(1) : new Response())))).toEqualTypeOf<unknown>();
});

test("an action shadows no route: a name may be a relationship's, but not to GET", () => {
  articles.rpc("author", () => new Response());
  articles.rpc("author", { method: "PUT" }, () => new Response());
  users.rpc("author", { method: "GET" }, () => new Response());
  // @ts-expect-error the path of what is related
  articles.rpc("author", { method: "GET" }, () => new Response());
  // @ts-expect-error the path of relationships
  articles.rpc("relationship", () => new Response());
});
