import { quote } from "./json-string.js";

/** Quotes a client's text for a message, and shortens a long one. */
export function quoteShort(text: string, length = 80): string {
  return quote(text.length > length ? `${text.slice(0, length)}…` : text);
}
