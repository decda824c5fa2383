import { ApiError, BadRequest, Conflict, NotFound } from "trestle";
import { describe, expect, test } from "vitest";
import { expectInternalError } from "../support/expect-internal-error.js";
import { describeAdapters } from "../support/adapters.js";

test("NotFound, Conflict and BadRequest derive from one base, each with its status", () => {
  const errors = [new NotFound(), new Conflict(), new BadRequest()];
  expect(errors.every((error) => error instanceof ApiError && error instanceof Error)).toBe(true);
  expect(errors.map(({ status }) => status)).toEqual([404, 409, 400]);
});

describeAdapters("errors", (newsroom) => {
  const send = newsroom.send.bind(newsroom);

  describe("what handlers throw for the client", () => {
    test.each<[string, number, object]>([
      ["BadRequest", 400, { code: "bad_request", title: "Bad request", detail: "Said badly." }],
      ["Unauthorized", 401, { code: "unauthorized", title: "Unauthorized", detail: "Unauthorized" }],
      ["Forbidden", 403, { code: "forbidden", title: "Forbidden" }],
      ["NotFound", 404, { code: "not_found", title: "Not found" }],
      ["Conflict", 409, { code: "conflict", title: "Conflict", detail: "Taken.", meta: { holder: 7 } }],
      ["Gone", 410, { code: "gone", title: "Gone" }],
      ["PreconditionFailed", 412, { code: "precondition_failed", title: "Precondition failed" }],
      ["UnprocessableContent", 422, { code: "unprocessable_content", source: { pointer: "/data/attributes/name" } }],
      ["TooManyRequests", 429, { code: "too_many_requests", title: "Too many requests" }],
      ["ServiceUnavailable", 503, { code: "service_unavailable", title: "Service unavailable" }],
      ["Teapot", 418, { code: "teapot", title: "I am a teapot", detail: "Short and stout." }],
    ])("%s is a %i", async (name, status, error) => {
      const answer = await send(`GET /faults/${name}`);
      expect(answer.status).toBe(status);
      expect(answer.errors).toEqual([expect.objectContaining({ status: `${status}`, ...error })]);
      expect(newsroom.logged).toEqual([]);
    });

    test("several at once are all told, under their common status, or the most general one", async () => {
      const several = await send("GET /faults/several");
      expect([several.status, several.errors.map(({ detail }) => detail)]).toEqual([409, ["One.", "Two."]]);
      const mixed = await send("GET /faults/mixed");
      expect([mixed.status, mixed.errors.map(({ status }) => status)]).toEqual([400, ["409", "400"]]);
    });

    test("bring their headers", async () => {
      expect((await send("GET /faults/TooManyRequests")).headers["retry-after"]).toBe("30");
      expect((await send("GET /faults/Unauthorized")).headers["www-authenticate"]).toBe("Bearer");
    });
  });

  describe("what is the server's own fault", () => {
    test.each(["error", "string", "nothing", "abort", "like"])(
      "a thrown %s is a 500 that tells nothing but an id, and the log gets all of it",
      async (fault) => {
        const answer = await send(`GET /faults/${fault}`);
        expect(answer.status).toBe(500);
        expect(answer.text).not.toContain("hunter2");
        const error = expectInternalError(answer.errors);
        expect(newsroom.logged).toHaveLength(1);
        expect(newsroom.logged[0]?.text).toContain(error.id);
        if (fault === "error") expect(newsroom.logged[0]?.text).toContain("hunter2");
      },
    );

    test.each<[string, string]>([
      ["noRow", "must return a row"],
      ["nullRow", "must return a row"],
      ["list", "must return a row"],
      ["wrongDate", '"since" is a string, not a valid Date'],
      ["missingAttribute", '"name" is undefined, not a string'],
      ["missingRelationship", '"user" is missing'],
      ["nullRelationship", '"user" is null'],
      ["wrongId", '"id" is the number 7, not a string'],
    ])("a row that does not fit its declaration (%s) is a 500 whose log names the field", async (fault, sentence) => {
      expect((await send(`GET /faults/${fault}`)).status).toBe(500);
      expect(newsroom.logged[0]?.text).toContain(sentence);
      expect(newsroom.logged[0]?.text).toMatch(fault === "wrongId" ? /faults 7/ : /faults( "|\.getOne)/);
    });

    test("an include that was asked for and is missing is a 500 that names it, never a wrong document", async () => {
      expect((await send("GET /faults/missingInclude")).status).toBe(200);
      expect((await send("GET /faults/missingInclude?include=user")).status).toBe(500);
      expect(newsroom.logged[0]?.text).toContain("users 1");
    });

    test("a context that cannot be made is a 500", async () => {
      const answer = await send("GET /articles/1", { headers: { authorization: "broken" } });
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain("hunter2");
      expect(newsroom.logged[0]?.text).toContain("session store");
    });

    test("the server goes on serving", async () => {
      await send("GET /faults/error");
      expect((await send("GET /articles/1")).status).toBe(200);
    });
  });

  describe("where nothing is served", () => {
    test.each([
      "/nope",
      "/nope/1",
      "/articles/",
      "/articles//author",
      "/articles/1/",
      "/articles/1/nope",
      "/articles/1/author/",
      "/articles/1/author/1",
      "/articles/1/relationship",
      "/articles/1/relationship/nope",
      "/articles/1/relationships/author",
      "/Articles",
      "/__proto__",
      "/__proto__/1",
      "/articles/1/__proto__",
      "/articles/1/relationship/__proto__",
      "/articles/1/constructor",
      "/articles/1/relationship/constructor",
      "/hasOwnProperty/1/toString",
      "/users/1/relationship/nope",
      "/article",
      "/%E2%82%AC",
    ])("%j is a 404", async (path) => {
      for (const method of ["GET", "POST", "PATCH", "DELETE", "PUT"]) {
        const { status, errors } = await send(`${method} ${path}`);
        expect([method, status, errors[0].code]).toEqual([method, 404, "not_found"]);
      }
    });

    test.each<[string, string]>([
      ["PUT /articles", "GET, HEAD, POST"],
      ["PATCH /articles", "GET, HEAD, POST"],
      ["DELETE /articles", "GET, HEAD, POST"],
      ["POST /articles/1", "GET, HEAD, PATCH, DELETE"],
      ["PUT /articles/1", "GET, HEAD, PATCH, DELETE"],
      ["POST /categories", "GET, HEAD"],
      ["PATCH /articles/1/author", "GET, HEAD"],
      ["PUT /articles/1/relationship/categories", "GET, HEAD, POST, DELETE, PATCH"],
      ["GET /articles/1/publish", "PUT"],
      ["OPTIONS /articles/1", "GET, HEAD, PATCH, DELETE"],
    ])("%s is a 405 with Allow", async (line, allow) => {
      const { status, errors, headers } = await send(line);
      expect([status, errors[0].code]).toEqual([405, "method_not_allowed"]);
      expect(headers.allow?.split(", ").sort()).toEqual(allow.split(", ").sort());
    });
  });

  test("an edit of a resource that cannot be edited is a 403", async () => {
    const { status, errors, headers } = await send("PATCH /users/1", { body: { data: { type: "users", id: "1" } } });
    expect([status, errors[0].code, headers.allow]).toEqual([403, "update_not_allowed", "GET, HEAD"]);
  });

  describe("an id of the wrong form names nothing: 404", () => {
    test.each([
      "/articles/one",
      "/articles/1.0",
      "/articles/1e0",
      "/articles/0x1",
      "/articles/+1",
      "/articles/01",
      "/articles/-0",
      "/articles/%201",
      "/articles/1%00",
      "/articles/99999999999999999999",
      "/articles/null",
      "/articles/one/author",
      "/articles/one/relationship/author",
      "/files/1",
      "/files/0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d1",
      "/files/0B1F3B1E-6F0E-4A53-9D7E-3F3A4C1F2D1Z",
      "/files/one/relationship/tags",
    ])("%s", async (path) => {
      const { status, errors } = await send(`GET ${path}`);
      expect([status, errors[0].code]).toEqual([404, "not_found"]);
      expect(newsroom.store.calls).toEqual([]);
    });
  });

  test("a record that does not exist is the handler's NotFound", async () => {
    const { errors } = await send("GET /articles/99");
    expect(errors).toEqual([
      { status: "404", code: "not_found", title: "Not found", detail: "No article has the id 99." },
    ]);
    expect((await send("DELETE /articles/99")).status).toBe(404);
    expect((await send("PATCH /articles/99", { body: { data: { type: "articles", id: "99" } } })).status).toBe(404);
  });
});
