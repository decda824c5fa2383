import superjson from "superjson";
import { describe, expect, test } from "vitest";
import type { TypeNote } from "../../wire/notes/note.js";
import { NoteMismatch, reviveSent } from "./request-notes.js";

const time = "2026-11-21T10:00:00.000Z";
const date = new Date(time);

test.each<[name: string, value: unknown, note: unknown, revived: unknown]>([
  ["a date", time, ["Date"], date],
  ["a day", "2026-11-21", ["Date"], new Date("2026-11-21")],
  ["a URL", "https://a.example/", ["URL"], new URL("https://a.example/")],
  ["a bigint", "12", ["bigint"], 12n],
  ["NaN", "NaN", ["number"], Number.NaN],
  ["infinity", "Infinity", ["number"], Number.POSITIVE_INFINITY],
  ["negative infinity", "-Infinity", ["number"], Number.NEGATIVE_INFINITY],
  ["negative zero", "-0", ["number"], -0],
  ["undefined", "a", ["undefined"], undefined],
  ["a set", ["a", "a"], ["set"], new Set(["a"])],
  ["a map", [["a", 1]], ["map"], new Map([["a", 1]])],
  ["a set of dates", [time], ["set", { "*": ["Date"] }], new Set([date])],
  [
    "a map of sets",
    [[time, ["1"]]],
    ["map", { "0": { "0": ["Date"], "1": ["set", { "0": ["bigint"] }] } }],
    new Map([[date, new Set([1n])]]),
  ],
  ["a member", { at: time, text: time }, { at: ["Date"] }, { at: date, text: time }],
  ["all elements", [time, time], { "*": ["Date"] }, [date, date]],
  ["all elements but one", [time, time], { "*": ["Date"], "0": null }, [time, date]],
  ["all members but one", { a: time, b: time }, { "*": ["Date"], a: null }, { a: time, b: date }],
  ["a member called *", { "*": time, a: time }, { "\\*": ["Date"] }, { "*": date, a: time }],
  ["at any depth", { a: [{ b: { c: time } }] }, { a: { "0": { b: { c: ["Date"] } } } }, { a: [{ b: { c: date } }] }],
  ["a value without a note", { a: time }, undefined, { a: time }],
  ["a value whose note is null", time, null, time],
  ["null", { at: null }, { at: ["Date"] }, { at: null }],
  ["undefined for a date", undefined, ["Date"], undefined],
  ["a text with the note of an object", "a", { a: ["Date"] }, "a"],
  [
    "a member that has no note of its own",
    { constructor: "a", toString: "b" },
    {},
    { constructor: "a", toString: "b" },
  ],
  ["a value that superjson wrote", { at: time }, ["superjson", { values: { at: ["Date"] } }], { at: date }],
  ["undefined that superjson wrote", [null], ["superjson", { values: { "0": ["undefined"] } }], [undefined]],
])("gives %s", (_name, value, note, revived) => {
  expect(reviveSent(value, note as TypeNote)).toStrictEqual(revived);
});

test("gives dates, wherever they stand", () => {
  const note: TypeNote = { at: ["Date"], all: ["set", { "*": ["Date"] }] };
  expect(reviveSent({ at: time, all: [time] }, note)).toEqual({ at: date, all: new Set([date]) });
});

test("keeps a member called __proto__", () => {
  const revived = reviveSent(JSON.parse(`{"__proto__":"${time}"}`), JSON.parse('{"__proto__":["Date"]}'));
  expect(Object.entries(revived as object)).toEqual([["__proto__", date]]);
  expect(Object.getPrototypeOf(revived)).toBe(Object.prototype);
});

test.each<[name: string, value: unknown, note: unknown]>([
  ["another text as a date", "2026-13-45T99:99:99.999Z", ["Date"]],
  ["letters as a date", "zzzz-zz-zzTzz:zz:zz.zzzZ", ["Date"]],
  ["more than a date", `${time}?`, ["Date"]],
  ["a number as a date", 7, ["Date"]],
  ["a list as a date", [time], ["Date"]],
  ["another text as a URL", "a", ["URL"]],
  ["another text as a bigint", "1.5", ["bigint"]],
  ["too many digits as a bigint", "1".repeat(10_001), ["bigint"]],
  ["another text as a number", "1", ["number"]],
  ["the name of an inherited member as a number", "constructor", ["number"]],
  ["a text as a set", "ab", ["set"]],
  ["an object as a set", {}, ["set"]],
  ["a list of other values as a map", ["ab"], ["map"]],
  ["a list with one other value as a map", [["a", 1], 2], ["map"]],
  ["a list of short lists as a map", [["a"]], ["map"]],
  ["a list of long lists as a map", [["a", 1, 2]], ["map"]],
  ["an object as a map", {}, ["map"]],
  ["a wrong element", [time, "a"], { "*": ["Date"] }],
  ["what superjson wrote", { at: "a" }, ["superjson", { values: { at: ["Date"] } }]],
])("refuses %s", (_name, value, note) => {
  expect(() => reviveSent(value, note as TypeNote)).toThrow(NoteMismatch);
});

test("says which type does not fit, and not the value", () => {
  const message = (note: unknown) => {
    try {
      reviveSent("secret", note as TypeNote);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  expect(message(["Date"])).toBe('a value does not fit the type "Date"');
  expect(message(["regexp"])).toBe('a request may not name the type "regexp"');
  expect(message(["nope"])).toBe('a request may not name the type "nope"');
  expect(message([["symbol", "a"]])).toBe('a request may not name the type ["symbol","a"]');
  expect(message([["nope", "a"]])).toBe('a request may not name the type ["nope","a"]');
  expect(message("Date")).toBe('a type note is an object or a list, not "Date"');
  expect(message([["custom", "nope"]])).toBe('superjson cannot revive the type ["custom","nope"]');
});

describe("a type that a request may name only where it is allowed", () => {
  const REGEXP = "/a/g";
  test.each<[name: string, value: unknown, type: unknown, allowed: string, revived: unknown]>([
    ["RegExp", REGEXP, "regexp", "RegExp", /a/g],
    ["Error", { name: "Error", message: "a" }, "Error", "Error", Object.assign(new Error("a"), { name: "Error" })],
    ["Uint8Array", [1, 2], ["typed-array", "Uint8Array"], "Uint8Array", new Uint8Array([1, 2])],
    ["Float64Array", [1.5], ["typed-array", "Float64Array"], "Float64Array", new Float64Array([1.5])],
  ])("%s", (_name, value, type, allowed, revived) => {
    expect(reviveSent(value, [type as string], new Set([allowed]))).toEqual(revived);
    const inside = reviveSent({ a: value }, ["superjson", { values: { a: [type] } }], new Set([allowed]));
    expect(inside).toEqual({ a: revived });
    expect(() => reviveSent(value, [type as string])).toThrow(NoteMismatch);
    expect(() => reviveSent(value, [type as string], new Set(["other"]))).toThrow(NoteMismatch);
    expect(() => reviveSent({ a: value }, ["superjson", { values: { a: [type] } }])).toThrow(NoteMismatch);
  });

  test("symbol", () => {
    const symbol = Symbol("revive-sent.test");
    superjson.registerSymbol(symbol, "revive-sent.test");
    const type = ["symbol", "revive-sent.test"];
    expect(reviveSent("a", [type as never], new Set(["symbol"]))).toBe(symbol);
    expect(() => reviveSent("a", [type as never])).toThrow(NoteMismatch);
  });

  test.each<[name: string, value: unknown, type: unknown, allowed: string]>([
    ["a number as a RegExp", 1, "regexp", "RegExp"],
    ["a text that is not a RegExp", "/(/", "regexp", "RegExp"],
    ["a text as an Error", "a", "Error", "Error"],
    ["a length as a typed array", 1e9, ["typed-array", "Uint8Array"], "Uint8Array"],
    ["a typed array of another class", [1], ["typed-array", "Uint16Array"], "Uint8Array"],
    ["a typed array of no class", [1], ["typed-array"], "undefined"],
  ])("and that its value fits: not %s", (_name, value, type, allowed) => {
    expect(() => reviveSent(value, [type as string], new Set([allowed]))).toThrow(NoteMismatch);
  });

  test("inside a list, a member, a set and a map", () => {
    const allowed = new Set(["RegExp"]);
    const note = { a: { "*": ["regexp"] }, b: ["set", { "0": ["regexp"] }] } as TypeNote;
    const value = { a: [REGEXP], b: [REGEXP] };
    expect(reviveSent(value, note, allowed)).toEqual({ a: [/a/g], b: new Set([/a/g]) });
    expect(() => reviveSent(value, note)).toThrow(NoteMismatch);
  });
});

describe("a type that the application registered", () => {
  class Money {
    constructor(readonly cents: number) {}
  }
  class Point {
    x = 0;
  }
  superjson.registerCustom<Money, number>(
    {
      isApplicable: (value) => value instanceof Money,
      serialize: ({ cents }) => cents,
      deserialize: (cents) => {
        if (typeof cents !== "number") throw new Error("not cents");
        return new Money(cents);
      },
    },
    "revive-sent.test.money",
  );
  superjson.registerClass(Point, { identifier: "revive-sent.test.point" });
  const money = ["custom", "revive-sent.test.money"] as never;
  const point = ["class", "revive-sent.test.point"] as never;

  test("needs no other permission", () => {
    expect(reviveSent(5, [money])).toEqual(new Money(5));
    expect(reviveSent({ x: 1 }, [point])).toEqual(Object.assign(new Point(), { x: 1 }));
    expect(reviveSent({ price: 5 }, ["superjson", { values: { price: [money] } }])).toEqual({ price: new Money(5) });
  });

  test("that refuses a value, or is not known, is a mismatch", () => {
    let thrown: unknown;
    try {
      reviveSent("5", [money]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(NoteMismatch);
    expect((thrown as Error).cause).toEqual(new Error("not cents"));
    expect(() => reviveSent({}, [["class", "Object"] as never])).toThrow(NoteMismatch);
  });
});
