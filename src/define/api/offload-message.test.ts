import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { respond, toEnvelope } from "../model/response.js";
import { ApiError, ApiErrors, apiError, Conflict, NotFound } from "../errors.js";
import { decodeArgs, decodeResult, encodeArgs, encodeError, encodeResult } from "./offload-message.js";
import { UNSET } from "../unset.js";

describe("arguments", () => {
  const cross = (value: unknown) => decodeArgs(structuredClone(encodeArgs(value)));

  test("keep UNSET at any depth, and objects of a client that look like its mark", () => {
    const key = fc.constantFrom("a", "b", "~trestle.unset", "__proto__", "constructor");
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(UNSET, null, undefined, true, 7, "a", 7n),
        fc.date({ noInvalidDate: true }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc
          .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 3 })
          .map((all) => Object.fromEntries(all)),
      ),
    })).value;
    fc.assert(
      fc.property(values, (value) => {
        expect(cross(value)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test("keep dates, sets and maps", () => {
    const value = { at: new Date(0), ids: new Set([1]), names: new Map([["a", 1]]), bytes: new Uint8Array([1, 2]) };
    expect(cross(value)).toEqual(value);
  });
});

describe("results", () => {
  const cross = (value: unknown) => decodeResult(structuredClone(encodeResult(value)));

  test("cross as they are", () => {
    for (const value of [{ id: 1, at: new Date(0) }, [1], null, undefined, "text"]) expect(cross(value)).toEqual(value);
  });

  test("are not taken for envelopes, nor rows for errors", () => {
    for (const value of [{ kind: "envelope", value: 1 }, { kind: "errors", errors: [] }, { data: 1 }]) {
      expect(toEnvelope(cross(value)).data).toEqual(value);
    }
  });

  test("cross as envelopes where respond made them", () => {
    const options = {
      included: { users: [{ id: 1 }] },
      links: { next: { page: "3" } },
      meta: { a: 1 },
      total: 7,
      hasMore: true,
    };
    for (const envelope of [
      respond([{ id: 1 }], options),
      respond(null),
      respond.sparse([{ id: 1 }], { hasMore: false }),
    ]) {
      const crossed = cross(envelope);
      expect(toEnvelope(crossed)).toBe(crossed);
      expect(crossed).toEqual(envelope);
    }
  });
});

describe("errors", () => {
  /** What is thrown on this side for what was thrown on the other. */
  function cross(error: unknown): unknown {
    const encoded = encodeError(error);
    if (encoded === undefined) return undefined;
    try {
      decodeResult(structuredClone(encoded));
    } catch (thrown) {
      return thrown;
    }
    throw new Error("Nothing was thrown.");
  }

  test("of the library cross as themselves", () => {
    const options = {
      field: "title",
      source: { pointer: "/x" },
      title: "T",
      meta: { a: 1 },
      headers: { "retry-after": "1" },
    };
    const crossed = cross(new Conflict("Taken.", options));
    expect(crossed).toBeInstanceOf(Conflict);
    expect(crossed).toMatchObject({ name: "Conflict", status: 409, code: "conflict", message: "Taken.", ...options });
    expect(cross(new NotFound())).toMatchObject({
      name: "NotFound",
      status: 404,
      message: "Not found",
      field: undefined,
    });
  });

  test("of a class of the user's keep status, code and name", () => {
    class Taken extends apiError({ status: 409, code: "taken", title: "Taken" }) {}
    class MyConflict extends Conflict {}
    expect(cross(new Taken("It is.", { field: "title" }))).toMatchObject({
      name: "Taken",
      status: 409,
      code: "taken",
      title: "Taken",
      message: "It is.",
      field: "title",
    });
    for (const error of [new Taken(), new MyConflict()]) expect(cross(error)).toBeInstanceOf(ApiError);
    expect(cross(new MyConflict())).toMatchObject({ name: "MyConflict", status: 409, code: "conflict" });
  });

  test("of a class that has the name of another stay what they are", () => {
    const Impostor = { Conflict: class Conflict extends apiError({ status: 418, code: "teapot", title: "Teapot" }) {} }
      .Conflict;
    expect(cross(new Impostor("I am."))).toMatchObject({
      name: "Conflict",
      status: 418,
      code: "teapot",
      message: "I am.",
    });
    expect(cross(new Impostor("I am."))).not.toBeInstanceOf(Conflict);
    for (const kind of [
      { status: 409, code: "teapot", title: "Teapot" },
      { status: 418, code: "conflict", title: "Teapot" },
    ]) {
      class Conflict extends apiError(kind) {}
      expect(cross(new Conflict("I am."))).toMatchObject({ name: "Conflict", ...kind });
    }
  });

  test("are told apart from results", () => {
    expect(encodeError(new Conflict())).toMatchObject({ kind: "errors", several: false });
    expect(encodeError(new ApiErrors([new Conflict()]))).toMatchObject({ kind: "errors", several: true });
  });

  test("cross several at once", () => {
    const crossed = cross(new ApiErrors([new Conflict("One."), new NotFound("Two.")]));
    expect(crossed).toBeInstanceOf(ApiErrors);
    expect((crossed as ApiErrors).errors.map(({ name, message }) => [name, message])).toEqual([
      ["Conflict", "One."],
      ["NotFound", "Two."],
    ]);
  });

  test("of any other kind are left to structured clone", () => {
    for (const error of [new Error("x"), "x", null, undefined]) expect(encodeError(error)).toBeUndefined();
  });
});
