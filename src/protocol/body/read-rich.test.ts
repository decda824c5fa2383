import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorsOf } from "../fixtures/request-errors.js";
import { readRich } from "./read-rich.js";

function request(body: string | undefined, note?: unknown): Request {
  const headers = { ...(note === undefined ? {} : { "trestle-rich": JSON.stringify(note) }) };
  return new Request("http://localhost/", { method: "POST", headers, ...(body === undefined ? {} : { body }) });
}

describe("the body of an rpc", () => {
  test("is its JSON, or undefined where there is none", async () => {
    expect(await readRich(request('{"a":[1,null]}'))).toEqual({ a: [1, null] });
    expect(await readRich(request(undefined))).toBeUndefined();
    expect(await readRich(request("null"))).toBeNull();
  });

  test("is what its header says of it", async () => {
    const note = { at: ["Date"], n: ["bigint"] };
    expect(await readRich(request('{"at":"1970-01-01T00:00:00.000Z","n":"7","m":"7"}', note))).toEqual({
      at: new Date(0),
      n: 7n,
      m: "7",
    });
  });

  test("is what a schema makes of it", async () => {
    const schema = z.object({ at: z.date(), any: z.unknown() });
    const body = '{"at":"2026-01-31","any":"1"}';
    expect(await readRich(request(body), schema)).toEqual({ at: new Date("2026-01-31"), any: "1" });
    const note = { at: ["Date"], any: ["bigint"] };
    expect(await readRich(request(body, note), schema)).toEqual({ at: new Date("2026-01-31"), any: 1n });
    expect(await readRich(request(undefined), schema.optional())).toBeUndefined();
  });
});

describe("a body that is refused", () => {
  test("is not JSON", async () => {
    expect(await errorsOf(() => readRich(request("{")))).toMatchObject([{ status: 400, code: "malformed_json" }]);
  });

  test("is not what its header says", async () => {
    expect(await errorsOf(() => readRich(request('"x"', ["bigint"])))).toEqual([
      {
        status: 400,
        code: "invalid_document",
        title: "Invalid document",
        detail: "The header trestle-rich does not describe the body.",
        source: { header: "trestle-rich" },
      },
    ]);
    expect(await errorsOf(() => readRich(request('"x"', ["bigint"]), z.unknown()))).toEqual([
      {
        status: 422,
        code: "invalid_type",
        title: "Invalid value",
        detail: "The value does not match its type note in meta.trestle or in the header trestle-rich.",
        source: { pointer: "" },
      },
    ]);
  });

  test("is not what its schema wants, each problem with the place in the body", async () => {
    const schema = z.object({ size: z.int("Be whole"), list: z.array(z.object({ name: z.string() })) });
    expect(await errorsOf(() => readRich(request('{"size":1.5,"list":[{}]}'), schema))).toEqual([
      {
        status: 422,
        code: "invalid_type",
        title: "Invalid value",
        detail: "Be whole",
        source: { pointer: "/size" },
        meta: { path: ["size"] },
      },
      {
        status: 422,
        code: "required",
        title: "Required",
        detail: "list.0.name is required.",
        source: { pointer: "/list/0" },
        meta: { path: ["list", 0, "name"] },
      },
    ]);
  });
});
