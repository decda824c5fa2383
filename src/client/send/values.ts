import { unexpected } from "../errors/unexpected.js";

/**
 * A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`.
 *
 * @param name The parameter, for messages.
 * @throws {Unexpected} `not_sent`, for a value whose text the server would read as another value.
 */
export function queryText(value: unknown, name: string): string {
  if (!Array.isArray(value)) return oneText(value, name);
  let list = "";
  for (const one of value) {
    if (one === null || one === undefined || Array.isArray(one)) {
      throw inexpressible(`${one ? "a list" : one} in a list`, name);
    }
    const text = oneText(one, name);
    list += `,${/[\\,]/.test(text) ? text.replace(/[\\,]/g, "\\$&") : text}`;
  }
  if (list === ",") throw inexpressible('[""]', name); // the text of []
  return list.slice(1);
}

function oneText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (Object.is(value, -0)) return "-0";
  // Checked by its tag, because `instanceof` fails for a date of another realm.
  const isDate = Object.prototype.toString.call(value) === "[object Date]" && Number.isFinite(+(value as Date));
  const text = isDate ? (value as Date).toISOString() : String(value);
  if (/^(NaN|-?Infinity|Invalid Date|\[object .*)$/.test(text)) throw inexpressible(text, name);
  if (/^[fs]/.test(typeof value)) throw inexpressible(`a ${typeof value}`, name); // a function or a symbol
  return text;
}

/** A list of names as text. A name that is empty or contains a separator is refused, because the server would read others. */
export function namesText(names: readonly string[], name: string, separators: RegExp): string {
  for (const one of names) if (!one || separators.test(one)) throw inexpressible(`the name "${one}"`, name);
  return names.join(",");
}

export function inexpressible(value: unknown, name: string) {
  return unexpected("not_sent", `${name}: a query string cannot contain ${value}.`);
}

/** A URL without its user name and password. */
export function withoutPassword(url: string): string {
  return `${url}`.replace(/([\\/]{2})[^\\/?#]*@/, "$1");
}

/** Percent-encodes a text, except its commas, so that lists stay readable in a URL. */
export function encoded(text: string): string {
  // Most texts stay as they are, and this check is faster than encoding them.
  return /^[\w,.-]*$/.test(text) ? text : encodeURIComponent(text).replaceAll("%2C", ",");
}

/** The same texts, each once. */
export function unique(texts: readonly string[]): readonly string[] {
  return texts[1] ? [...new Set(texts)] : texts;
}
