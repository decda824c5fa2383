/** A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`. */
export function queryText(value: unknown): string {
  if (!Array.isArray(value)) return value instanceof Date ? value.toISOString() : `${value}`;
  let list = "";
  for (const one of value) {
    const text = queryText(one);
    list += `,${/[\\,]/.test(text) ? text.replace(/[\\,]/g, "\\$&") : text}`;
  }
  return list.slice(1);
}

/** Percent-encoded, but for the commas, which separate: they stay readable in a URL. */
export function encoded(text: string): string {
  // Most need nothing: to see that is quicker than to encode them.
  return /^[\w,.-]*$/.test(text) ? text : encodeURIComponent(text).replaceAll("%2C", ",");
}

/** Puts `between` between the parts of a name like `title__contains`. Quicker than to replace, where there is one part or two. */
export function parted(name: string, between: string): string {
  const at = name.indexOf("__");
  return at < 0 ? name : name.slice(0, at) + between + parted(name.slice(at + 2), between);
}

/** The same texts, each once. */
export function unique(texts: readonly string[]): readonly string[] {
  return texts[1] ? [...new Set(texts)] : texts;
}
