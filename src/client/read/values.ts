import { unexpected } from "../errors/unexpected.js";

/**
 * A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`.
 *
 * @param name The parameter, for messages.
 * @throws {Unexpected} For a value that has no text of its own, because the server would read another value.
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
  // By its tag, because `instanceof` fails for a date of another realm.
  const isDate = Object.prototype.toString.call(value) === "[object Date]" && Number.isFinite(+(value as Date));
  const text = isDate ? (value as Date).toISOString() : String(value);
  if (/^(NaN|-?Infinity|Invalid Date|\[object .*)$/.test(text)) throw inexpressible(text, name);
  if (/^[fs]/.test(typeof value)) throw inexpressible(`a ${typeof value}`, name); // a function or a symbol
  return text;
}

/** A list of names, each of which the server finds again: none is empty, or holds what separates names. */
export function namesText(names: readonly string[], name: string, separators: RegExp): string {
  for (const one of names) if (!one || separators.test(one)) throw inexpressible(`the name "${one}"`, name);
  return names.join(",");
}

export function inexpressible(value: unknown, name: string) {
  return unexpected("not_sent", `${name}: a query cannot hold ${value}.`);
}

/** A URL without the user name and the password that it may contain. */
export function withoutPassword(url: string): string {
  return `${url}`.replace(/([\\/]{2})[^\\/?#]*@/, "$1");
}

/** Percent-encoded, but for the commas, which separate: they stay readable in a URL. */
export function encoded(text: string): string {
  // Most need nothing: to see that is quicker than to encode them.
  return /^[\w,.-]*$/.test(text) ? text : encodeURIComponent(text).replaceAll("%2C", ",");
}

/** The same texts, each once. */
export function unique(texts: readonly string[]): readonly string[] {
  return texts[1] ? [...new Set(texts)] : texts;
}
