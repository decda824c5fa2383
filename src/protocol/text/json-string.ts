// Characters that JSON must escape, and lone surrogates, which JSON.stringify escapes to keep the text valid UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON must escape control characters
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The JSON of a string without its quotes. */
export function escapeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** Returns a string unchanged if it needs no escapes, or else its JSON with quotes. */
export function plainOrJson(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : text;
}

/** The JSON of a string. Calls JSON.stringify only for text that needs escapes. */
export function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}
