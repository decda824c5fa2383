import { describe, expect, test } from "vitest";
import {
  ApiError,
  ApiErrors,
  apiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  NotFound,
  PreconditionFailed,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
} from "./errors.js";

describe("the classes", () => {
  test.each([
    ["BadRequest", BadRequest, 400, "bad_request"],
    ["Unauthorized", Unauthorized, 401, "unauthorized"],
    ["Forbidden", Forbidden, 403, "forbidden"],
    ["NotFound", NotFound, 404, "not_found"],
    ["Conflict", Conflict, 409, "conflict"],
    ["Gone", Gone, 410, "gone"],
    ["PreconditionFailed", PreconditionFailed, 412, "precondition_failed"],
    ["UnprocessableContent", UnprocessableContent, 422, "unprocessable_content"],
    ["TooManyRequests", TooManyRequests, 429, "too_many_requests"],
    ["ServiceUnavailable", ServiceUnavailable, 503, "service_unavailable"],
  ])("%s", (name, ErrorClass, status, code) => {
    const error = new ErrorClass("What happened.", { cause: "why" });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, status, code, message: "What happened.", cause: "why" });
    expect(ErrorClass["~error"]).toMatchObject({ status, code });
    expect(new ErrorClass().message).toBe(error.title);
  });

  test("take a field, a source, a title, meta and headers", () => {
    const options = {
      field: "title",
      source: { pointer: "/data" },
      title: "Taken",
      meta: { by: 7 },
      headers: { "retry-after": "1" },
    };
    expect(new Conflict("x", options)).toMatchObject(options);
    expect(new Conflict()).toMatchObject({ title: "Conflict", message: "Conflict", field: undefined });
  });
});

describe("a header of an error", () => {
  test.each([
    ["retry-after", "1"],
    ["X_1!#$%&'*+.^`|~", "\t a\xff"],
    ["x", ""],
  ])("may be %j: %j", (name, value) => {
    expect(new Conflict("x", { headers: { [name]: value } }).headers).toEqual({ [name]: value });
  });

  test.each([
    ["\nx", "1"],
    ["x\r\ny", "1"],
    ["x:", "1"],
    ["", "1"],
    ["x", "1\r\ny: 2"],
    ["x", "\0"],
    ["x", "1\n"],
    ["x", "\u0100"],
  ])("that is not a valid header is rejected: %j: %j", (name, value) => {
    expect(() => new Conflict("x", { headers: { [name]: value } })).toThrow(
      new TypeError(`The header ${JSON.stringify(name)} cannot be sent as ${JSON.stringify(value)}.`),
    );
  });
});

describe("apiError", () => {
  test("makes a class with its own status and code", () => {
    class TitleTaken extends apiError({ status: 409, code: "title_taken", title: "Title taken" }) {}
    const error = new TitleTaken("There is one.", { field: "title" });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).not.toBeInstanceOf(Conflict);
    expect(error).toMatchObject({
      name: "TitleTaken",
      status: 409,
      code: "title_taken",
      title: "Title taken",
      field: "title",
    });
    expect(TitleTaken["~error"]).toEqual({ status: 409, code: "title_taken", title: "Title taken" });
  });

  test("makes what can be extended further", () => {
    class ArticleNotFound extends NotFound {
      constructor(readonly id: number) {
        super(`No article has the id ${id}.`);
      }
    }
    expect(new ArticleNotFound(7)).toMatchObject({
      name: "ArticleNotFound",
      status: 404,
      message: "No article has the id 7.",
      id: 7,
    });
    expect(ArticleNotFound["~error"]).toEqual({ status: 404, code: "not_found", title: "Not found" });
  });
});

test.each([200, 302, 399, 600, 700, 404.5, Number.NaN])(
  "apiError refuses the status %s when the class is made",
  (status) => {
    expect(() => apiError({ status, code: "odd", title: "Odd" })).toThrow(
      new TypeError(
        `apiError: status must be an integer from 400 to 599; "odd" has ${status}. For another status of a success, use respond(value, { status }).`,
      ),
    );
  },
);

test("apiError takes every status of an error", () => {
  for (const status of [400, 418, 499, 500, 599])
    expect(new (apiError({ status, code: "fine", title: "Fine" }))()).toMatchObject({ status });
});

test.each(["content-length", "Content-Type", "ETag", "location", "Vary", "Connection", "transfer-encoding"])(
  "the header %s is refused, because Trestle sets it",
  (name) => {
    expect(() => new Conflict("No.", { headers: { [name]: "1" } })).toThrow(
      new TypeError(`Conflict: the header "${name}" is set by Trestle. Remove it from headers.`),
    );
  },
);

test("a header in two spellings is refused", () => {
  expect(() => new Conflict("No.", { headers: { "Retry-After": "1", "retry-after": "2" } })).toThrow(
    new TypeError('Conflict: "Retry-After" and "retry-after" are the same header, so one of them would be lost.'),
  );
});

test("ApiErrors holds several", () => {
  const all = [new Conflict("One."), new NotFound("Two.")];
  const error = new ApiErrors(all);
  expect(error.errors).toEqual(all);
  expect(error).toMatchObject({ name: "ApiErrors", message: "One. Two." });
  expect(error).not.toBeInstanceOf(ApiError);
  expect(() => new ApiErrors([])).toThrow(new TypeError("ApiErrors takes at least one error."));
});
