import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routerSpec } from "../define/model/router.js";
import { toMany, toOne } from "../define/api/relationship.js";
import { trestle } from "../define/api/trestle.js";
import { RequestError } from "../protocol/errors/request-error.js";
import { RouteTable } from "./router.js";

const t = trestle();
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users"), tags: toMany("users") },
});
const users = t.resource("users", { id: z.int(), attributes: {} });
const row = { id: 1, title: "a", author: 1 };
const api = t.router({
  articles: articles.routes(
    articles.getOne(() => row),
    articles.getMany(() => [row]),
    articles.createOne(() => row),
    articles.deleteOne(() => {}),
    articles.getRelated("author", () => ({ id: 1 })),
    articles.addToRelationship("tags", () => {}),
    articles.rpc("publish", { method: "PUT" }, () => new Response()),
    articles.rpc("publish", () => new Response()),
  ),
  users: users.routes(),
});
const table = new RouteTable(routerSpec(api));

function match(method: string, path: string) {
  const { route, id } = table.match(method, path);
  return [route.operation.info.kind, id];
}

function rejectionOf(method: string, path: string) {
  try {
    table.match(method, path);
  } catch (error) {
    if (error instanceof RequestError) return { status: error.errors[0]?.status, headers: error.headers };
    throw error;
  }
  throw new Error(`${method} ${path} was not rejected.`);
}

describe("match", () => {
  test.each([
    ["GET", "/articles", "getMany", ""],
    ["HEAD", "/articles", "getMany", ""],
    ["POST", "/articles", "createOne", ""],
    ["GET", "/articles/1", "getOne", "1"],
    ["HEAD", "/articles/1", "getOne", "1"],
    ["DELETE", "/articles/1", "deleteOne", "1"],
    ["GET", "/articles/1/author", "getRelated", "1"],
    ["GET", "/articles/1/relationship/author", "getRelationship", "1"],
    ["POST", "/articles/1/relationship/tags", "addToRelationship", "1"],
    ["PUT", "/articles/1/publish", "rpc", "1"],
    ["POST", "/articles/1/publish", "rpc", "1"],
    ["GET", "/articles/a%2Fb%20c", "getOne", "a/b c"],
    ["GET", "/articles/:id", "getOne", ":id"],
    ["GET", "/art%69cles/1", "getOne", "1"],
  ])("%s %s is %s of %j", (method, path, kind, id) => {
    expect(match(method, path)).toEqual([kind, id]);
  });

  test.each([
    "",
    "/",
    "/nothing",
    "/articles/",
    "/articles/1/",
    "/articles/1/nothing",
    "/articles/1/author/",
    "/articles//author",
    "/articles/1/relationship",
    "/articles/1/relationship/nothing",
    "//articles",
    "/articles/1/relationship/author/x",
    "/__proto__",
    "/constructor/1",
    "/articles/1/__proto__",
    "/articles/1/relationship/__proto__",
    "/articles%2F1",
    "/articles%2F:id",
    "/articles/1/relationship%2Fauthor",
  ])("GET %s is nowhere", (path) => {
    expect(rejectionOf("GET", path)).toEqual({ status: 404, headers: {} });
  });

  test.each([
    ["PATCH", "/articles", "GET, HEAD, POST"],
    ["POST", "/articles/1/author", "GET, HEAD"],
    ["GET", "/articles/1/publish", "PUT, POST"],
    ["PUT", "/articles/1/relationship/author", "GET, HEAD"],
    ["OPTIONS", "/articles", "GET, HEAD, POST"],
  ])("%s %s is not allowed", (method, path, allow) => {
    expect(rejectionOf(method, path)).toEqual({ status: 405, headers: { allow } });
  });

  test("PATCH of a resource that cannot be edited is a 403", () => {
    expect(rejectionOf("PATCH", "/articles/1")).toEqual({ status: 403, headers: { allow: "GET, HEAD, DELETE" } });
  });

  test.each([
    ["POST", "/articles/1/relationship/author"],
    ["DELETE", "/articles/1/relationship/author"],
    ["PATCH", "/articles/1/relationship/tags"],
    ["DELETE", "/articles/1/relationship/tags"],
  ])("%s %s is an update that is not supported", (method, path) => {
    expect(rejectionOf(method, path).status).toBe(403);
  });

  test.each(["/%", "/articles/%ff", "/articles/%zz", "/articles/1/%c3%28"])("%s is not UTF-8", (path) => {
    expect(rejectionOf("GET", path).status).toBe(400);
  });
});

test("routes are what is registered, and get relationship with it", () => {
  expect(table.routes.map(({ method, segments }) => `${method} /${segments.join("/")}`)).toEqual([
    "GET /articles/:id",
    "GET /articles",
    "POST /articles",
    "DELETE /articles/:id",
    "GET /articles/:id/author",
    "POST /articles/:id/relationship/tags",
    "PUT /articles/:id/publish",
    "POST /articles/:id/publish",
    "GET /articles/:id/relationship/author",
  ]);
});
