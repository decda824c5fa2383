import { describe, expect, test } from "vitest";
import { toMany, toOne } from "../../define/api/relationship.js";
import type { RelationshipSpec } from "../../define/model/resource.js";
import { errorsOf } from "../fixtures/request-errors.js";
import { users } from "../fixtures/specs.js";
import { LinkageReader, readRelated } from "./linkage-reader.js";

// The values behind the types.
const one = new LinkageReader("author", toOne("users").nullable() as unknown as RelationshipSpec, [users]);
const many = new LinkageReader("editors", toMany("users") as unknown as RelationshipSpec, [users]);

describe("readRelated", () => {
  test("reads a relationship document", () => {
    expect(readRelated('{"data":{"type":"users","id":"7"}}', false, one).related).toBe(7);
    expect(readRelated('{"data":null,"meta":{},"links":{}}', false, one).related).toBeNull();
    expect(readRelated('{"data":[{"type":"users","id":"7"},{"type":"users","id":"8"}]}', false, many).related).toEqual([
      7, 8,
    ]);
    expect(readRelated('{"data":[]}', false, many).related).toEqual([]);
  });

  test("reads bare ids, and documents, under the extension", () => {
    expect(readRelated('{"trestle:related":7}', true, one).related).toBe(7);
    expect(readRelated('{"trestle:related":null}', true, one).related).toBeNull();
    expect(readRelated('{"trestle:related":[7,"8",{"type":"users","id":"9"}]}', true, many).related).toEqual([7, 8, 9]);
    expect(readRelated('{"data":{"type":"users","id":"7"}}', true, one).related).toBe(7);
  });

  test("does not know the extension's member where the media type does not name it", async () => {
    expect(await errorsOf(() => readRelated('{"trestle:related":7}', false, one))).toMatchObject([
      { status: 400, code: "invalid_document", source: { pointer: "" } },
    ]);
    const both = '{"trestle:related":8,"data":{"type":"users","id":"7"}}';
    expect(readRelated(both, false, one).related).toBe(7);
    expect(await errorsOf(() => readRelated(both, true, one))).toMatchObject([
      { status: 400, code: "invalid_document" },
    ]);
  });

  test("says what is wrong with a document, and how deep it may be", async () => {
    const detailOf = async (body: string) => (await errorsOf(() => readRelated(body, true, one)))[0]?.detail;
    expect(await detailOf("{}")).toBe('The document has no data. Send { "data": { "type": "users", "id": "…" } }.');
    const [ofMany] = await errorsOf(() => readRelated("{}", false, many));
    expect(ofMany?.detail).toBe('The document has no data. Send { "data": [{ "type": "users", "id": "…" }] }.');
    expect(await detailOf('{"data":null,"trestle:related":null}')).toBe(
      "The document has both trestle:related and data. Send only one of them.",
    );
    expect(() => readRelated('{"data":{"type":"users","id":"7"}}', false, one, 1)).toThrow("more than 1 levels");
  });

  test.each<[body: string | undefined, extended: boolean, status: number, pointer: string]>([
    [undefined, false, 400, ""],
    ["{", false, 400, ""],
    ["[]", false, 400, ""],
    ["{}", false, 400, ""],
    ["{}", true, 400, ""],
    ['{"__proto__":{"data":null}}', false, 400, ""],
    ['{"data":[]}', false, 422, "/data"],
    ['{"data":7}', false, 422, "/data"],
    ['{"data":7}', true, 422, "/data"],
    ['{"data":{"type":"people","id":"7"}}', false, 409, "/data/type"],
    ['{"trestle:related":"x"}', true, 422, "/trestle:related"],
    ['{"trestle:related":[7]}', true, 422, "/trestle:related"],
  ])("refuses %s (extension: %s) with %i at %j", async (body, extended, status, pointer) => {
    expect(await errorsOf(() => readRelated(body, extended, one))).toMatchObject([{ status, source: { pointer } }]);
  });
});
