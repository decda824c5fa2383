import { toMany, trestle } from "trestle";
import { openapiPages } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { describeEveryServer } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { answerProblems } from "../support/jsonapi/answer-problems.js";
import { MEDIA_TYPE } from "../support/media-type.js";

const t = trestle();
const tags = t.resource("tags", { id: z.int(), attributes: {} });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { tags: toMany("tags") },
});
const blogPosts = t.resource("blog-posts", { id: z.int(), attributes: {} });
const api = t.router({
  notes: notes.routes(
    notes.getMany(() => []),
    notes.getOne(({ id }) => ({ id, text: "", tags: [] })),
    notes.getRelated("tags", () => []),
  ),
  tags: tags.routes(tags.getOne(({ id }) => ({ id }))),
  "blog-posts": blogPosts.routes(blogPosts.getMany(() => [])),
});
const pages = openapiPages(api, { info: { title: "Notes", version: "1.0.0" } });

describeEveryServer("the mount point", ({ serve }) => {
  test("links to the description, to the page, and to each list", async () => {
    const { origin, logged } = await serve(api, { pages });
    const response = await sendRaw(origin, "GET /api");
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe(MEDIA_TYPE);
    const document = JSON.parse(response.text);
    expect(document).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "/api", describedby: "/api/openapi.json" },
      meta: { links: { notes: "/api/notes", "blog-posts": "/api/blog-posts", docs: "/api/docs" } },
    });
    const { status, text } = response;
    expect(
      answerProblems({
        method: "GET",
        url: "/api",
        sent: "",
        status,
        headers: new Headers({ "content-type": MEDIA_TYPE, vary: "Accept" }),
        text,
      }),
    ).toEqual([]);
    for (const url of [document.links.describedby, ...Object.values(document.meta.links)]) {
      expect((await sendRaw(origin, `GET ${url}`)).status).toBe(200);
    }
    expect((await sendRaw(origin, "GET /api/")).text).toBe(response.text);
    expect((await sendRaw(origin, "GET /%61pi")).text).toBe(response.text);
    expect(logged).toEqual([]);
  });

  test("has neither link without pages, and starts links with the base URL", async () => {
    const { origin } = await serve(api, { baseUrl: "https://example.org" });
    expect(JSON.parse((await sendRaw(origin, "GET /api")).text)).toEqual({
      jsonapi: { version: "1.1" },
      links: { self: "https://example.org/api" },
      meta: { links: { notes: "https://example.org/api/notes", "blog-posts": "https://example.org/api/blog-posts" } },
    });
  });

  test("is the root of an API that is mounted there", async () => {
    const { origin } = await serve(api, { prefix: "" });
    expect(JSON.parse((await sendRaw(origin, "GET /")).text)).toMatchObject({
      links: { self: "/" },
      meta: { links: { notes: "/notes" } },
    });
    expectErrorDocument(await sendRaw(origin, "GET /api"), 404);
  });

  test("has no body for HEAD, and is a 405 for other methods", async () => {
    const { origin } = await serve(api);
    const head = await sendRaw(origin, "HEAD /api");
    expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", MEDIA_TYPE]);
    for (const method of ["POST", "PATCH", "DELETE", "PUT"]) {
      const refused = await sendRaw(origin, `${method} /api`);
      expectErrorDocument(refused, 405);
      expect(refused.headers.allow).toBe("GET, HEAD");
    }
  });

  test("negotiates like every document, and takes no parameter", async () => {
    const { origin } = await serve(api);
    expectErrorDocument(await sendRaw(origin, "GET /api", { headers: { accept: "text/html" } }), 406);
    const [error] = expectErrorDocument(await sendRaw(origin, "GET /api?include=notes"), 400);
    expect(error).toMatchObject({ code: "unknown_parameter", source: { parameter: "include" } });
    expectErrorDocument(await sendRaw(origin, "GET /api?%ff"), 400);
  });

  test("a neighbour of the mount point is not it", async () => {
    const { origin } = await serve(api);
    for (const path of ["/apis", "/", "/api//", "/nope"])
      expect((await sendRaw(origin, `GET ${path}`)).status).toBe(404);
  });
});
