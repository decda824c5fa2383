import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiErrors, apiError, Conflict, NotFound, TooManyRequests, UnprocessableContent } from "../../define/errors.js";
import { errorResponse, headersOf, internalError, errorObjectsOf, timeoutError } from "./error-document.js";
import { anyText } from "../fixtures/kinds.js";
import { MAX_ERRORS, notFound, type ErrorObject, RequestError } from "./request-error.js";

const nowhere = { pointerOf: () => undefined, isHidden: () => false };

function problem(status: number): ErrorObject {
  return { status, code: "c", title: "T", detail: "D" };
}

describe("errorObjectsOf", () => {
  test("tells of an API error what it says", () => {
    const error = new Conflict("Taken.", { field: "title", meta: { by: 7 }, title: "Title taken" });
    expect(errorObjectsOf(error, { ...nowhere, pointerOf: (field: string) => `/data/attributes/${field}` })).toEqual([
      {
        status: 409,
        code: "conflict",
        title: "Title taken",
        detail: "Taken.",
        source: { pointer: "/data/attributes/title" },
        meta: { path: ["title"], by: 7 },
      },
    ]);
  });

  test("has no pointer for a field that the request does not hold, and keeps a source that was given", () => {
    expect(errorObjectsOf(new Conflict("x", { field: "title" }), nowhere)).toMatchObject([
      { source: undefined, meta: { path: ["title"] } },
    ]);
    const source = { parameter: "filter[author]" };
    expect(errorObjectsOf(new NotFound("x", { source }), nowhere)).toMatchObject([{ source, meta: undefined }]);
  });

  test("does not name a field that is hidden from the caller", () => {
    const error = new Conflict("x", { field: "salary", meta: { by: 7 } });
    const hidden = { pointerOf: () => "/data/attributes/salary", isHidden: (field: string) => field === "salary" };
    expect(errorObjectsOf(error, hidden)).toMatchObject([{ source: undefined, meta: { by: 7 } }]);
    expect(JSON.stringify(errorObjectsOf(error, hidden))).not.toContain("salary");
  });

  test("takes subclasses and several at once", () => {
    class Gone extends apiError({ status: 410, code: "gone_for_good", title: "Gone" }) {}
    expect(errorObjectsOf(new ApiErrors([new Gone(), new NotFound("There is none.")]), nowhere)).toMatchObject([
      { status: 410, code: "gone_for_good", detail: "Gone" },
      { status: 404, code: "not_found", detail: "There is none." },
    ]);
  });

  test("gives a refusal's own", () => {
    expect(errorObjectsOf(new RequestError([notFound("x")]), nowhere)).toEqual([notFound("x")]);
  });

  test.each([new Error("secret"), "secret", null, undefined, { status: 404, code: "x" }, new TypeError("secret")])(
    "tells nothing of %s",
    (thrown) => {
      expect(errorObjectsOf(thrown, nowhere)).toBeUndefined();
    },
  );
});

describe("headersOf", () => {
  test("joins what errors ask for", () => {
    expect(headersOf(new TooManyRequests("x", { headers: { "retry-after": "30" } }))).toEqual({ "retry-after": "30" });
    expect(
      headersOf(new ApiErrors([new TooManyRequests("x", { headers: { "retry-after": "30" } }), new NotFound()])),
    ).toEqual({
      "retry-after": "30",
    });
    expect(headersOf(new RequestError([notFound("x")], { allow: "GET" }))).toEqual({ allow: "GET" });
    for (const thrown of [new NotFound(), new Error("x"), null, undefined, "x"]) expect(headersOf(thrown)).toEqual({});
  });
});

describe("errorAnswer", () => {
  test("is an error document", () => {
    const { status, body } = errorResponse([{ ...problem(404), source: { parameter: "a" }, meta: { path: ["a"] } }]);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual({
      jsonapi: { version: "1.1" },
      errors: [
        { status: "404", code: "c", title: "T", detail: "D", source: { parameter: "a" }, meta: { path: ["a"] } },
      ],
    });
  });

  test("is written as JSON.stringify writes it, with any text", () => {
    const anyError: fc.Arbitrary<ErrorObject> = fc.record(
      {
        id: anyText,
        status: fc.constantFrom(400, 422),
        code: anyText,
        title: anyText,
        detail: anyText,
        source: fc.oneof(
          fc.record({ pointer: anyText }),
          fc.record({ parameter: anyText }),
          fc.record({ header: anyText }),
        ),
        meta: fc.dictionary(anyText, fc.jsonValue()),
      },
      { requiredKeys: ["status", "code", "title", "detail"] },
    );
    fc.assert(
      fc.property(fc.array(anyError, { minLength: 1, maxLength: 3 }), (errors) => {
        const written = errors.map(({ id, status, code, title, detail, source, meta }) => {
          return { id: id || undefined, status: `${status}`, code, title, detail, source, meta };
        });
        expect(errorResponse(errors).body).toBe(JSON.stringify({ jsonapi: { version: "1.1" }, errors: written }));
      }),
    );
  });

  test("has only the members that are there", () => {
    const { body } = errorResponse([{ ...problem(404), source: undefined, meta: undefined }]);
    expect(Object.keys(JSON.parse(body).errors[0])).toEqual(["status", "code", "title", "detail"]);
  });

  test("has the errors' status where they agree, 500 where one is the server's, else 400", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 400, max: 599 }), { minLength: 1 }), (statuses) => {
        const { status, body } = errorResponse(statuses.map(problem));
        const all = new Set(statuses);
        expect(status).toBe(all.size === 1 ? statuses[0] : statuses.some((one) => one >= 500) ? 500 : 400);
        expect(JSON.parse(body).errors.map((error: { status: string }) => error.status)).toEqual(statuses.map(String));
      }),
    );
  });

  test("of which one is a 500 is one", () => {
    expect(errorResponse([problem(404), problem(500)]).status).toBe(500);
    expect(errorResponse([problem(404), problem(499)]).status).toBe(400);
  });

  test("tells no more errors than anyone reads", () => {
    const { status, body } = errorResponse(Array.from({ length: 5000 }, () => problem(422)));
    expect(status).toBe(422);
    expect(JSON.parse(body).errors).toHaveLength(MAX_ERRORS);
  });

  test("tells of an internal error nothing but its id", () => {
    const { status, body } = errorResponse([internalError("abc")]);
    expect(status).toBe(500);
    const [error] = JSON.parse(body).errors;
    expect(error).toEqual({
      id: "abc",
      status: "500",
      code: "internal_error",
      title: "Internal server error",
      detail: "Something went wrong on the server. The error's id is abc.",
    });
  });

  test("tells of a timeout how long was waited, and no more", () => {
    expect(timeoutError("abc", 1500)).toEqual({
      id: "abc",
      status: 503,
      code: "timeout",
      title: "Timeout",
      detail: 'The operation did not respond within 1.5 s (its option "timeout"). The error\'s id is abc.',
    });
  });

  test("of no errors is the server's own fault, without an id", () => {
    expect(errorResponse([])).toMatchObject({ status: 500, headers: {} });
    expect(errorResponse([{ ...problem(404), id: "" }]).body).not.toContain('"id"');
    expect(errorResponse([problem(405)], { allow: "GET" }).headers).toEqual({ allow: "GET" });
  });

  test("writes what UnprocessableContent and the like say by default", () => {
    expect(errorObjectsOf(new UnprocessableContent(), nowhere)).toMatchObject([{ detail: "Unprocessable content" }]);
  });
});
