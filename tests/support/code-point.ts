import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Each code point that is not half of a pair. It is what fast-check takes for `unit: "binary"`, but without the table of all of them,
 * which costs each worker a second and 90 MB.
 */
export const codePoint = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count), indexOf);

/** With it, fast-check also makes the words that are dangerous in JavaScript, such as `__proto__`. */
function indexOf(text: unknown): number {
  const [character = "", ...others] = typeof text === "string" ? text : "";
  const code = character.codePointAt(0);
  const isHalf = code !== undefined && code >= SURROGATES.first && code < SURROGATES.first + SURROGATES.count;
  if (code === undefined || others.length > 0 || isHalf) throw new Error("not one code point");
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
