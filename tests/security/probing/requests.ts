import fc from "fast-check";
import { articleFilter, articleSort, commentFilter, commentSort, tagFilter, tagSort } from "./names.js";
import { day, range } from "./worlds.js";

// Random requests of all families: filters, groups, member values, counts, orders, includes with queries, cursors.

/** The names of hidden fields, and of what reads them. */
const HIDDEN = /secret|salary|grade|weight|editor|report/;
/** Mostly names that the caller sees: a request with another one is refused, so it says nothing about its other parts. */
const oneOf = (names: readonly string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names.filter((name) => !HIDDEN.test(name))) },
    { weight: 1, arbitrary: fc.constantFrom(...names) },
  );
const digits = ["0", "1", "2", "3", "4", "7"];
const LETTERS: Readonly<Record<string, string>> = {
  title: "a",
  name: "u",
  text: "c",
  reason: "r",
  contains: "a",
  search: "u",
  unlike: "c",
};

/** The values that a filter gets: also ids, names and numbers that only rows out of sight have. */
function valuesOf(name: string): string[] {
  const last = name.split("__").at(-1) ?? "";
  if (["none", "all"].includes(last)) return ["", "1", "2,3", "44", "45,46", "1,44", "61"];
  if (["open", "isnull"].includes(last)) return ["true", "false"];
  if (name.startsWith("last") || name.startsWith("created"))
    return digits.map((digit) => day(Number(digit) * 5).toISOString());
  const letter = name.startsWith("tags") && last === "name" ? "t" : LETTERS[last];
  return letter === undefined ? [...digits, "44", "45"] : digits.map((digit) => letter + digit);
}
const textOf = (name: string) => fc.constantFrom(...valuesOf(name));
const brackets = (name: string) =>
  name
    .split("__")
    .map((part) => `[${part}]`)
    .join("");
const parameters = (filter: object, prefix: string, minLength = 0) =>
  fc
    .uniqueArray(oneOf(Object.keys(filter)), { minLength, maxLength: 2 })
    .chain((names) =>
      fc.tuple(...names.map((name) => textOf(name).map((value) => `${prefix}${brackets(name)}=${value}`))),
    )
    .map((all) => all.join("&"));
const keys = (names: readonly string[], name: string) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom("", "-"), oneOf(names)), {
      minLength: 1,
      maxLength: 2,
      selector: ([, key]) => key,
    })
    .map((all) => `${name}=${all.map((key) => key.join("")).join(",")}`);
const maybe = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: one });
const joined = (...parts: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((all) => all.filter((each) => each !== "").join("&"));

const groups = (filter: object) =>
  fc
    .integer({ min: 1, max: 2 })
    .chain((size) => joined(...range(0, size - 1).map((group) => parameters(filter, `filter[any][${group}]`, 1))));
const family = (path: string, filter: object, sort: readonly string[]) =>
  joined(
    fc.constant(`include=${path}`),
    parameters(filter, `includeFilter[${path}]`),
    maybe(keys(sort, `includeSort[${path}]`)),
    maybe(fc.integer({ min: 1, max: 6 }).map((limit) => `includePage[${path}][limit]=${limit}`)),
  );
const paths = ["author", "author.articles", "comments", "comments.author", "comments.article.tags", "tags"];
const included = fc.oneof(
  fc.constant(""),
  fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 3 }).map((all) => `include=${all.join(",")}`),
  family("comments", commentFilter, commentSort),
  family("tags", tagFilter, tagSort),
  family("author.articles", articleFilter, articleSort),
  family("comments.article.tags", tagFilter, tagSort),
  maybe(fc.constantFrom("include=editor", "include=reports", "include=reports&includeFilter[reports][reason]=r1")),
);
const fields = fc.constantFrom(
  ...[
    "articles]=title,comment_count",
    "articles]=comments,tags,last",
    "comments]=text,author",
    "tags]=",
    "articles]=score_sum",
  ],
  ...["users]=name,salary", "articles]=grade_max", "articles]=reports", "comments]=grade"],
);
const list = (filter: object, sort: readonly string[], hasGroups = true) =>
  joined(parameters(filter, "filter"), hasGroups ? maybe(groups(filter)) : fc.constant(""), maybe(keys(sort, "sort")));
const articleList = joined(list(articleFilter, articleSort), included, maybe(fields.map((field) => `fields[${field}`)));
const id = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 53 }) },
);
const related = (relationship: string, query: fc.Arbitrary<string>) =>
  fc
    .tuple(id, fc.constantFrom("", "relationship/"), query)
    .map(([one, kind, all]) => `/articles/${one}/${kind}${relationship}?${all}`);
export const url = fc.oneof(
  { weight: 6, arbitrary: articleList.map((all) => `/articles?${all}`) },
  { weight: 2, arbitrary: fc.tuple(id, included).map(([one, all]) => `/articles/${one}?${all}`) },
  { weight: 2, arbitrary: fc.tuple(id, articleList).map(([one, all]) => `/users/${one}/articles?${all}`) },
  { weight: 2, arbitrary: related("comments", list(commentFilter, commentSort)) },
  related("tags", list(tagFilter, tagSort, false)),
  ...["reports", "author", "editor"].map((name) => related(name, fc.constant(""))),
  fc.tuple(fc.constantFrom("users", "comments", "tags"), id).map((all) => `/${all.join("/")}`),
  { weight: 2, arbitrary: list(commentFilter, commentSort).map((all) => `/comments?include=article.comments&${all}`) },
  list(tagFilter, tagSort, false).map((all) => `/tags?${all}`),
);

/** Each filter with each of its values, and each sort: so no guard is left to chance. */
export function aimed(): string[] {
  const filters = (path: string, filter: object) =>
    Object.keys(filter).flatMap((name) =>
      valuesOf(name).map((value) => `${path}filter${brackets(name)}=${encodeURIComponent(value)}`),
    );
  const sorts = (path: string, names: readonly string[]) =>
    names.flatMap((name) => [`${path}sort=${name}`, `${path}sort=-${name}`]);
  return [
    ...filters("/articles?fields[articles]=title&", articleFilter),
    ...sorts("/articles?page[limit]=20&", articleSort),
    ...filters("/comments?", commentFilter),
    ...sorts("/articles/1/comments?", commentSort),
    ...range(1, 5).flatMap((article) => [
      `/articles/${article}?include=comments.author,tags`,
      `/articles/${article}/author`,
    ]),
    ...["editor", "reports", "reports&includeFilter[reports][reason]=r1"].map((all) => `/articles?include=${all}`),
    ...range(40, 50).flatMap((id) => ["articles", "users", "comments", "tags"].map((type) => `/${type}/${id}`)),
    ...range(40, 50).flatMap((id) => [`/articles/${id}/comments`, `/articles/${id}/tags`, `/users/${id}/articles`]),
  ];
}
