import { quote } from "./json-string.js";

/** What a client sent, quoted, and cut where a message would drown in it. */
export function quoteShort(text: string, length = 80): string {
  return quote(text.length > length ? `${text.slice(0, length)}…` : text);
}
