/** What a filter asks, by the operator at the end of its name. */
const ASKED = new Map([
  ["eq", "is this value"],
  ["ne", "is not this value"],
  ["in", "is one of these values, separated by commas"],
  ["gt", "is greater than this value"],
  ["gte", "is this value or greater"],
  ["lt", "is less than this value"],
  ["lte", "is this value or less"],
  ["contains", "contains this text"],
  ["startswith", "starts with this text"],
  ["endswith", "ends with this text"],
  ["has", "has this value"],
  ["hasall", "has all of these values, separated by commas"],
  ["hasany", "has one of these values, separated by commas"],
  ["isnull", "is null, or with `false` is not null"],
]);

const PAGED = new Map([
  ["offset", "How many to skip. `links.next` in the response is the URL of the next page."],
  ["limit", "How many to send at most."],
  ["number", "The number of the page. `links.next` in the response is the URL of the next one."],
  ["size", "How many to send at most."],
  ["after", "Only those after this cursor. `links.next` in the response is the URL of the next page."],
  ["before", "Only those before this cursor."],
]);

/** Says what a parameter of a list does, as far as its name tells: `filter[title][contains]`. Empty if it does not tell. */
export function wordsOf(name: string, isList: boolean): string {
  const [kind = "", ...parts] = name.replace(/\]$/, "").split(/\]?\[/);
  const path = kind.startsWith("include") ? parts.shift() : undefined;
  const last = parts.at(-1) ?? "";
  if (/page$/i.test(kind)) return ofIncluded(path, PAGED.get(last) ?? "");
  if (!/filter$/i.test(kind)) return "";
  const asked = parts.length > 1 ? ASKED.get(last) : undefined;
  const field = (asked === undefined ? parts : parts.slice(0, -1)).join(".");
  return ofIncluded(path, `Only those where \`${field}\` ${asked ?? ASKED.get(isList ? "in" : "eq")}.`);
}

function ofIncluded(path: string | undefined, words: string): string {
  return path === undefined ? words : `Of the included \`${path}\`, ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
