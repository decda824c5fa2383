import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { FILE_ID } from "../support/newsroom/store.js";

describeAdapters("middleware and wrappers", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const trace = () => newsroom.store.trace;

  test("the API's list runs around every handler, the first outermost, and adds to its context", async () => {
    await send("GET /articles/1");
    expect(trace()).toEqual(["before articles.getOne", "greeting", "after articles.getOne"]);
    expect(newsroom.store.last.ctx).toMatchObject({ traced: true, greeting: "Hello stranger" });
  });

  test("an operation's own list replaces the API's, and an empty one skips it", async () => {
    const id = "4f0c7b9e-1111-4222-8333-444455556666";
    expect((await send("POST /files", { body: { data: { type: "files", id } } })).status).toBe(403);
    expect(trace()).toEqual(["onlyEditors"]);
    newsroom.store.trace.length = 0;
    await send("GET /categories/1");
    expect(trace()).toEqual([]);
    expect(newsroom.store.last.ctx).toEqual({ store: newsroom.store, user: undefined });
  });

  test("a wrapper runs before its handler, inside the middleware, and adds to its context", async () => {
    const body = { data: { type: "files", id: FILE_ID } };
    const refused = await send(`PATCH /files/${FILE_ID}`, { body });
    expect([refused.status, refused.errors[0].detail]).toEqual([401, "Log in first."]);
    expect(trace()).toEqual(["before files.editOne", "greeting", "requireLogin"]);
    expect(newsroom.store.calls).toEqual([]);
    expect((await send(`PATCH /files/${FILE_ID}`, { body, headers: { authorization: "ann" } })).status).toBe(200);
    expect(newsroom.store.last.ctx).toMatchObject({ login: "ann", greeting: "Hello ann", traced: true });
  });

  test("who may not ask learns nothing of what else is wrong: middleware comes before query and body", async () => {
    const body = { data: { type: "nope" } };
    const answer = await send("POST /files?nope=1", { body });
    expect([answer.status, answer.errors.length]).toEqual([403, 1]);
    expect((await send("POST /files?nope=1", { body, headers: { authorization: "editor" } })).status).not.toBe(403);
  });

  test("query and body come before the wrapper", async () => {
    const body = { data: { type: "files", id: FILE_ID, attributes: { name: 7 } } };
    expect((await send(`PATCH /files/${FILE_ID}`, { body })).status).toBe(422);
    expect(trace()).not.toContain("requireLogin");
  });

  test("negotiation comes before middleware", async () => {
    expect((await send("GET /articles/1", { headers: { accept: "text/html" } })).status).toBe(406);
    expect(trace()).toEqual([]);
  });

  describe("calling an operation from another handler", () => {
    test("runs that operation's middleware, defaults and handler", async () => {
      await send("GET /users/1/articles");
      expect(trace().filter((entry) => entry.startsWith("before"))).toEqual([
        "before users.getRelated",
        "before users.getOne",
        "before articles.getMany",
      ]);
      const { filter, extra, page, sort, include } = newsroom.store.last;
      expect(filter).toEqual({ author: 1, title__contains: undefined, published: undefined, category: undefined });
      expect({ extra, page, sort, include }).toEqual({
        extra: { custom_thing: undefined },
        page: { offset: 0, limit: 20 },
        sort: [],
        include: { author: false, categories: false, author__articles: false },
      });
    });

    test("passes what it throws on", async () => {
      const { status, errors } = await send("GET /categories/99/articles");
      expect([status, errors[0].detail]).toEqual([404, "No category has the id 99."]);
    });
  });
});
