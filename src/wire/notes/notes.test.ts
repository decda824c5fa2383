import { inspect } from "node:util";
import fc from "fast-check";
import superjson from "superjson";
import { describe, expect, test, vi } from "vitest";
import { codePoint } from "../../../tests/support/code-point.js";
import { noteOf } from "./note-of.js";
import { type TypeNote, own } from "./note.js";
import { noteName } from "./note-name.js";
import { revive } from "./revive.js";
import { type Superjson, SuperjsonNeeded } from "./superjson.js";
import { richJson } from "./to-json.js";

const engine = superjson as Superjson;

class Money {
  constructor(
    readonly cents: number,
    readonly currency: string,
  ) {}
}

superjson.registerCustom<Money, string>(
  {
    isApplicable: (value): value is Money => value instanceof Money,
    serialize: ({ cents, currency }) => `${cents} ${currency}`,
    deserialize: (text) => new Money(Number.parseInt(text, 10), text.split(" ")[1] ?? ""),
  },
  "money",
);

/** There and back, as a document travels. */
function travel(value: unknown, by: Superjson | undefined = engine): unknown {
  const note = noteOf(value, by);
  const [json, sent] = [JSON.parse(richJson(value, by)), note && JSON.parse(JSON.stringify(note))];
  return revive(json, sent, by, true);
}

const show = (value: unknown) => inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null });

const leaves = fc.oneof(
  fc.date({ noInvalidDate: true }),
  fc.bigInt(),
  fc.webUrl().map((text) => new URL(text)),
  fc.constantFrom(/a/, /[/\\"]+/giu, /(?:)/),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.string({ unit: codePoint }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const awkward = fc.constantFrom("a", "a.b", "*", "\\*", "0", "", "constructor", "prototype", "__proto__", "toJSON.x");
const { value: rich } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaves, tie("list"), tie("set"), tie("map"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  set: fc.uniqueArray(tie("value"), { maxLength: 3 }).map((values) => new Set(values)),
  map: fc.array(fc.tuple(fc.oneof(fc.string(), fc.bigInt()), tie("value")), { maxLength: 3 }).map((e) => new Map(e)),
  object: fc
    .uniqueArray(fc.tuple(awkward, tie("value")), { maxLength: 4, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries)),
}));

describe("rich values", () => {
  test("are revived in any container and under any key", () => {
    fc.assert(
      fc.property(rich, (value) => {
        expect(show(travel(value, undefined))).toBe(show(value)); // equality matchers trip over `constructor`
      }),
      { numRuns: 1000 },
    );
  });

  test("plain JSON has no note, and is the very same object after reading", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(noteOf(value, undefined)).toBeUndefined();
        expect(revive(value, undefined, undefined)).toBe(value);
      }),
    );
  });

  test.each<[name: string, value: unknown]>([
    ["a Date", new Date(0)],
    ["a bigint", 9007199254740993n],
    ["a URL", new URL("https://example.org/a?b=c#d")],
    ["a regular expression", /a\/b/giu],
    ["NaN", Number.NaN],
    ["-Infinity", Number.NEGATIVE_INFINITY],
    ["a Set", new Set(["a", 1])],
    ["a Map", new Map([["a", 1]])],
  ])("%s has superjson's own tag and form", (_name, value) => {
    const theirs = superjson.serialize(value);
    expect(noteOf(value, undefined)).toEqual(theirs.meta?.values);
    expect(JSON.parse(richJson(value, undefined))).toEqual(theirs.json);
    expect(revive(theirs.json, theirs.meta?.values as never, undefined)).toStrictEqual(superjson.deserialize(theirs));
  });

  test.each<[name: string, value: unknown]>([
    ["a registered transformer", { price: new Money(995, "EUR"), at: new Date(1) }],
    ["an error", [Object.assign(new Error("too far"), { name: "Error" })]],
    ["a typed array", { bytes: new Uint8Array([1, 2, 255]) }],
  ])("superjson itself carries %s", (_name, value) => {
    expect(travel(value)).toEqual(value);
    expect(() => noteOf(value, undefined)).toThrow(SuperjsonNeeded);
    const note = noteOf(value, engine);
    expect(() => revive(JSON.parse(richJson(value, engine)), note, undefined)).toThrow(/loadSuperjson/);
  });

  test("an instance that nobody registered is its members, or what its toJSON gives", () => {
    class Point {
      readonly x = 1;
      readonly seen = new Date(0);
    }
    expect(travel(new Point())).toEqual({ x: 1, seen: new Date(0) });
    expect(travel({ at: { toJSON: () => ({ when: new Date(5) }) } })).toEqual({ at: { when: new Date(5) } });
  });

  test("a thousand alike are described once, also where some are missing", () => {
    const dates = Array.from({ length: 1000 }, (_, index) => (index % 7 ? new Date(index) : null));
    expect(noteOf(new Map(dates.map((date, index) => [index, date])), undefined)).toEqual([
      "map",
      expect.objectContaining({ "1": { "1": ["Date"] } }), // a null among them: each entry by itself
    ]);
    expect(noteOf(dates, undefined)).toEqual({ "*": ["Date"] });
    expect(travel(dates)).toEqual(dates);
  });

  test("notes inside notes are not written as text again at each level", () => {
    const nested = (depth: number): unknown => (depth === 0 ? new Date(0) : new Set([nested(depth - 1)]));
    const written = vi.spyOn(JSON, "stringify");
    const cost = (depth: number) => {
      written.mockClear();
      noteOf([nested(depth), nested(depth)], undefined);
      return written.mock.results.reduce((length, { value }) => length + String(value).length, 0);
    };
    const [short, long] = [cost(50), cost(100)];
    written.mockRestore();
    expect(long).toBeLessThanOrEqual(short * 2);
  });

  test("elements are described once only if all of them are alike, at any depth", () => {
    const [date, none] = [new Date(0), new Date(0).toISOString()];
    expect(noteOf([[date], new Set([date])], undefined)).toEqual({
      "0": { "*": ["Date"] },
      "1": ["set", { "*": ["Date"] }],
    });
    expect(noteOf([{ a: date }, { a: date, b: date }], undefined)).toEqual({
      "0": { a: ["Date"] },
      "1": { a: ["Date"], b: ["Date"] },
    });
    expect(
      noteOf(
        [
          { a: date, b: none },
          { a: none, b: date },
        ],
        undefined,
      ),
    ).toEqual({
      "0": { a: ["Date"] },
      "1": { b: ["Date"] },
    });
    expect(
      noteOf(
        [
          { a: date, b: date },
          { b: date, a: date },
        ],
        undefined,
      ),
    ).toEqual({
      "*": { a: ["Date"], b: ["Date"] },
    });
  });

  test("a reference that is repeated is written twice, and is equal", () => {
    const at = new Date(0);
    expect(travel({ a: [at], b: at })).toEqual({ a: [at], b: at });
  });

  test("null and what is missing stay as they are, never 1970", () => {
    const note: TypeNote = { a: ["Date"], b: ["bigint"], c: ["set", { "*": ["Date"] }], d: { "*": ["Date"] } };
    expect(revive({ a: null, c: null, d: [null, "1970-01-01T00:00:00.000Z"] }, note, undefined)).toEqual({
      a: null,
      c: null,
      d: [null, new Date(0)],
    });
  });

  test.each([
    ["-271821-04-20T00:00:00.000Z"],
    ["-000001-12-31T23:59:59.999Z"],
    ["0000-01-01T00:00:00.000Z"],
    ["0099-12-31T23:59:59.999Z"],
    ["0999-12-31T23:59:59.999Z"],
    ["1000-01-01T00:00:00.000Z"],
    ["2024-02-29T12:34:56.789Z"],
    ["9999-12-31T23:59:59.999Z"],
    ["+010000-01-01T00:00:00.000Z"],
    ["+275760-09-13T00:00:00.000Z"],
    ["2026-11-21T10:00:00Z"],
    ["2026-11-21T10:00:00.123+01:00"],
    ["2026-11-21"],
  ])("%s is the time that Date takes it for", (text) => {
    expect(revive(text, ["Date"], undefined)).toEqual(new Date(text));
  });

  test("every time comes back", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.date({ noInvalidDate: true }),
          fc.date({ min: new Date(-1e13), max: new Date(1e13), noInvalidDate: true }),
        ),
        (time) => {
          expect(revive(time.toISOString(), ["Date"], undefined)).toEqual(time);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test("a note speaks of the form that its type has: another branch of a union stays", () => {
    expect(revive(5, ["Date"], undefined)).toBe(5);
    expect(revive("x", ["set"], undefined)).toBe("x");
    expect(revive(["x"], ["Date"], undefined)).toEqual(["x"]);
    expect(revive("x", { "*": ["Date"] }, undefined)).toBe("x");
  });

  test.each<readonly [note: unknown, value: unknown]>([
    [["Date"], "no date"],
    [["Date"], "2026-13-01T00:00:00.000Z"],
    [["Date"], "20a6-01-01T00:00:00.000Z"],
    [["Date"], "2026-01-01T24:01:00.000Z"],
    [["bigint"], ""],
    [["bigint"], " 1"],
    [["bigint"], "0x10"],
    [["bigint"], "1".repeat(20_000)],
    [["number"], "abc"],
    [["number"], ""],
    [["number"], "5"],
    [["URL"], "x"],
    [["regexp"], "abc"],
    [["regexp"], "g"],
    [["regexp"], "/a/?"],
    [["map"], [["a"]]],
    [["map"], [{}]],
    [["map"], ["ab"]],
    [["map"], [null]],
    [["map"], [["a", 1, 2]]],
    [["Dates"], "x"],
    [["set", { "*": ["Date"] }], ["x"]],
    ["Date", "2026-01-01T00:00:00.000Z"],
    [5, "x"],
    [{ a: true }, { a: "x" }],
  ])("a value that its note cannot be true of is refused: %j of %j", (note, value) => {
    for (const isExact of [false, true]) {
      const read = (given: unknown, of: unknown) => () => revive(given, of as TypeNote, undefined, isExact);
      expect(read(value, note)).toThrow();
      expect(read({ in: value }, { in: note })).toThrow();
      expect(read([value], { "*": note })).toThrow();
    }
  });

  test.each<[note: TypeNote, value: unknown]>([
    [["Date"], 5],
    [["Date"], ["x"]],
    [["Date"], {}],
    [["bigint"], 5],
    [["set"], "x"],
    [["map"], {}],
    [{ "*": ["Date"] }, "x"],
    [{ a: ["Date"] }, { b: "2026-01-01T00:00:00.000Z" }],
    [{ "0": ["Date"] }, []],
    [{ "\\*": ["Date"] }, { a: 1 }],
    [{ a: null }, {}],
    [JSON.parse('{"toString":["Date"]}'), {}],
  ])("a note that was made for one value fits it in all parts: %j of %j", (note, value) => {
    expect(revive(value, note, undefined)).toEqual(value);
    expect(() => revive(value, note, undefined, true)).toThrow(/does not fit its note/);
    expect(() => revive({ a: [value] }, { a: { "*": note } }, undefined, true)).toThrow(/does not fit its note/);
  });

  test("null in a note excepts a member from what holds for all others", () => {
    const note: TypeNote = { "*": ["Date"], label: null };
    const at = "1970-01-01T00:00:00.000Z";
    expect(revive({ label: at, x: at }, note, undefined)).toEqual({ label: at, x: new Date(0) });
  });

  test.each<[name: string, note: unknown]>([
    ["an unknown type", ["nonsense"]],
    ["a type that every object has", ["constructor"]],
    ["a value that is not a bigint", ["bigint"]],
    ["a value that is not a URL", ["URL"]],
    ["no type at all", [{}]],
  ])("throws for %s", (_name, note) => {
    expect(() => revive("x y", note as TypeNote, undefined)).toThrow();
  });

  test("nothing that a note says reaches a prototype", () => {
    const json = JSON.parse('{"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"1"}}}');
    const note = JSON.parse(
      '{"__proto__":{"polluted":["bigint"]},"constructor":{"prototype":{"polluted":["bigint"]}}}',
    );
    const revived = revive(json, note, undefined) as object;
    expect(Object.getPrototypeOf(revived)).toBe(Object.prototype);
    expect(Object.keys(revived)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(own(own(revived as Record<string, Record<string, unknown>>, "__proto__"), "polluted")).toBe(1n);
  });

  test("an invalid date throws: null would lose it", () => {
    expect(() => richJson({ at: new Date(Number.NaN) }, undefined)).toThrow(RangeError);
  });
});

test("a member that is called * is written \\*, and so on", () => {
  expect(["a", "*", "\\*", "\\\\*", "\\a", "**"].map(noteName)).toEqual(["a", "\\*", "\\\\*", "\\\\\\*", "\\a", "**"]);
});
