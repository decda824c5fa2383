import { array, assert, constantFrom, integer, oneof, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../tests/support/code-point.js";
import { EventParser, type RawEvent } from "./event-stream.js";

/** Parses the whole text at once, line by line, as the specification is written. */
function parseWhole(bytes: Uint8Array): RawEvent[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replace(/^\uFEFF/, "");
  const lines = text.split(/\r\n|\n|\r/);
  lines.pop(); // not ended
  const events: RawEvent[] = [];
  let block: { event?: string; data?: string; id?: string; note?: string } = {};
  for (const line of lines) {
    if (line === "") {
      const { event, data, id, note } = block;
      if (data !== undefined) events.push({ event: event || "message", data, id, note });
      block = {};
      continue;
    }
    const [, comment] = /^: trestle-rich (.*)$/s.exec(line) ?? [];
    if (comment !== undefined) block.note = comment;
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") block.event = value;
    if (name === "data") block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    if (name === "id" && !value.includes("\0")) block.id = value;
  }
  return events;
}

function parseChunks(bytes: Uint8Array, cuts: readonly number[]): RawEvent[] {
  const parser = new EventParser();
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  return ends.flatMap((end, index) => parser.push(bytes.subarray(ends[index - 1] ?? 0, end)));
}

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => new EventParser().push(encode(text));
const event = (data: string, more: Partial<RawEvent> = {}) => ({
  event: "message",
  data,
  id: undefined,
  note: undefined,
  ...more,
});

describe("EventParser", () => {
  test("gives the same events as the whole text, wherever chunks end", () => {
    const word = oneof(string({ unit: codePoint }), constantFrom("", " ", "a:b", "ä€😀", "\uFEFF", "1\0", "{}"));
    const name = constantFrom("data", "event", "id", "retry", "", " data", ": trestle-rich ", "other");
    const line = oneof(
      tuple(name, constantFrom(":", ": ", "", ":  "), word).map((parts) => parts.join("")),
      constantFrom("", "", ":", "data", "data:"),
    );
    const end = constantFrom("\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n");
    const text = array(tuple(line, end).map((parts) => parts.join(""))).map((lines) => lines.join(""));
    const given = tuple(constantFrom("", "\uFEFF", "\n"), text, constantFrom("", "data: cut")).map((parts) =>
      parts.join(""),
    );
    assert(
      property(given, array(integer({ min: 0, max: 500 }), { maxLength: 30 }), (text, cuts) => {
        const bytes = encode(text);
        expect(parseChunks(bytes, cuts)).toEqual(parseWhole(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  test("gives the same events if every byte is a chunk", () => {
    const bytes = encode(
      '\uFEFF: trestle-rich ["Date"]\r\nevent: ä€😀\r\nid: 1\r\ndata: "a"\r\n\r\ndata: 2\r\rdata: 3\n\n',
    );
    const every = [...bytes.keys()];
    expect(parseChunks(bytes, every)).toEqual([
      event('"a"', { event: "ä€😀", id: "1", note: '["Date"]' }),
      event("2"),
      event("3"),
    ]);
  });

  test("reads the examples of the specification", () => {
    expect(parse("data: YHOO\ndata: +2\ndata: 10\n\n")).toEqual([event("YHOO\n+2\n10")]);
    expect(parse(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n")).toEqual(
      [event("first event", { id: "1" }), event("second event", { id: "" })],
    );
    expect(parse("data\n\ndata\ndata\n\ndata:")).toEqual([event(""), event("\n")]);
    expect(parse("data:test\n\ndata: test\n\n")).toEqual([event("test"), event("test")]);
  });

  test("keeps the id of a block without data, and no note for the next event", () => {
    const parser = new EventParser();
    expect(parser.push(encode(': trestle-rich ["Date"]\nid: 7\n\ndata: 1\n\n'))).toEqual([event("1")]);
    expect(parser.lastId).toBe("7");
  });
});
