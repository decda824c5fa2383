import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeText } from "./fastify-server-request.js";

const SLAB = 1 << 18;

function bytesOf(encoded: string | Buffer): Buffer {
  return typeof encoded === "string" ? Buffer.from(encoded) : encoded;
}

/** Texts around every length at which something else is done, of letters of one to four bytes and halves of pairs. */
const texts = fc
  .tuple(
    fc.string({
      unit: fc.constantFrom("a", '"', "é", "€", "😀", "\ud83d", "\ude00", "\u0000"),
      minLength: 1,
      maxLength: 20,
    }),
    fc.constantFrom(1, 4095, 4096, 4097, 5000, 87_381, 87_382, 100_000),
  )
  .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

describe("a text", () => {
  test("of 4096 characters stays one, and a longer one becomes bytes", () => {
    expect(encodeText("x".repeat(4096))).toBe("x".repeat(4096));
    expect(encodeText("x".repeat(4097))).toBeInstanceOf(Buffer);
    expect(encodeText("")).toBe("");
  });

  test.each<[name: string, text: string]>([
    ["one byte a letter", "a".repeat(4097)],
    ["three bytes a letter, the most", "€".repeat(4097)],
    ["letters of two halves", "😀".repeat(4097)],
    ["a pair across the 4096th character", `${"a".repeat(4095)}😀`],
    ["halves without their other", `${"a".repeat(4096)}\ud83d|\ude00`],
    ["halves in the wrong order", "\ude00\ud83d".repeat(4097)],
    ["half a pair at its end", `${"a".repeat(4096)}\ud83d`],
    ["the most that a slab takes", "€".repeat(Math.floor(SLAB / 3))],
    ["more than a slab takes", "€".repeat(Math.floor(SLAB / 3) + 1)],
    ["more than a whole slab", "é".repeat(SLAB)],
  ])("with %s is encoded as Node does it", (_name, text) => {
    expect(bytesOf(encodeText(text)).equals(Buffer.from(text))).toBe(true);
  });

  test("keeps its bytes while others are encoded, over the ends of slabs", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 40 }), (all) => {
        const encoded = all.map(encodeText); // all of them held, as by slow connections
        for (const [index, text] of all.entries()) {
          expect(bytesOf(encoded[index] ?? "").equals(Buffer.from(text))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("fills a slab to its last byte, and begins the next", () => {
    const text = "€".repeat(4097);
    const encoded = Array.from({ length: 200 }, () => encodeText(text) as Buffer);
    expect(new Set(encoded.map(({ buffer }) => buffer)).size).toBeGreaterThan(1);
    const expected = Buffer.from(text);
    expect(encoded.every((bytes) => bytes.equals(expected))).toBe(true);
  });
});
