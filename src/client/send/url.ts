import { pathName, SEPARATOR, separatedBy } from "../../wire/include-path.js";
import { unexpected } from "../errors/response-error.js";
import { isMembers } from "./input.js";

/**
 * The path of a request below the API's URL: `/articles`, `/articles/1/author`.
 *
 * @throws {Unexpected} `not_sent`, for an id that would lead to another URL: one that is absent or empty, or a dot segment,
 *   which URLs resolve even if it is percent-encoded.
 */
export function pathOf(segments: readonly unknown[]): string {
  let path = "";
  for (const segment of segments) {
    const id = `${segment ?? ""}`;
    if ("..".startsWith(id) || (typeof segment === "object" && /^\[object /.test(id)))
      throw unexpected("not_sent", `"${id}" cannot be an id. Pass a number or a string.`);
    path += `/${encoded(id)}`;
  }
  return path;
}

/** The query of a read, as the chaining methods build it. */
export interface QueryState {
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Groups of filters, of which a resource must meet one. */
  readonly any?: readonly (Readonly<Record<string, unknown>> | undefined)[];
  readonly sort?: readonly string[];
  readonly page?: unknown;
  readonly include?: readonly string[];
  /** The queries of includes, by path: `{ author__comments: { sort: ["-created"], limit: 3 } }`. */
  readonly includeQueries?: Readonly<Record<string, IncludeQueryState | undefined>>;
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a read asks of the members that an include path ends at. */
export interface IncludeQueryState extends Pick<QueryState, "filter" | "sort"> {
  readonly limit?: unknown;
}

/**
 * The query string of a read, with its `?`. It is empty if the state is empty. Names and values are percent-encoded, and the
 * order is fixed, so the same state always gives the same string. Undefined members are left out.
 *
 * @throws {Unexpected} `not_sent`, for a value that a query string cannot contain.
 */
export function queryString(state: QueryState): string {
  const { filter, any = [], sort, page, include, includeQueries = {}, fields, extra } = state;
  let query = withEach("", filter, "filter", true);
  for (const [index, group] of any.entries()) {
    const within = `filter[any][${index}]`;
    const before = query;
    query = withEach(query, group, within, true);
    if (query === before) query = withOne(query, encoded(within), ""); // the server refuses it, because it would match everything
  }
  query = withOne(query, "sort", namesText(sort, "sort", /[\\,]/));
  if (isMembers(page)) query = withEach(query, page, "page");
  else if (page !== undefined) query = withOne(query, "page", queryText(page, "page"));
  const paths = namesText([...new Set(include)], "include", /[\\,.]/); // a dot would be a second "__"
  query = withOne(query, "include", paths && separatedBy(paths, "."));
  for (const path in includeQueries) {
    const { filter, sort, limit } = includeQueries[path] ?? {};
    const at = `[${separatedBy(path, ".")}]`;
    query = withEach(query, filter, `includeFilter${at}`, true);
    query = withOne(query, encoded(`includeSort${at}`), namesText(sort, `includeSort${at}`, /[\\,]/));
    query = withEach(query, { limit }, `includePage${at}`);
  }
  return withEach(withEach(query, fields, "fields"), extra);
}

/**
 * The filters, the order, the page and the queries of includes in a query string. Values are texts, as they are sent: without a schema,
 * "7" may be 7. Names that {@link queryString} could not write are left out, because a page calls it while it is shown, and its URL can be
 * anything.
 */
export function readSearch(search: string | URLSearchParams): QueryState {
  const query: Record<string, unknown> = {
    filter: undefined,
    any: undefined,
    sort: undefined,
    page: undefined,
    includeQueries: undefined,
  };
  for (const [name, value] of new URLSearchParams(search)) {
    const [, family, path, own, member] =
      /^(?:include(Filter|Sort|Page)\[([^[\]]+)]|(filter|sort|page))(?:\[((?:[^[\]]|]\[)+)])?$/.exec(name) ?? [];
    const [, group, filter] = /^filter\[any]\[(\d)]\[(.*)]$/.exec(member ? name : "") ?? [];
    const part = own ?? family?.toLowerCase();
    const at = path ? ["includeQueries", pathName(path)] : [];
    if (group && filter) {
      query.any ??= [];
      put(query, ["any", group], filter, value);
    } else if (part === "sort" && !member) put(query, at, part, value.match(/[^\\,]+/g) ?? []);
    else if (part === "filter" && member) put(query, [...at, part], member, value);
    else if (own === "page" && member) {
      if (!isMembers(query.page)) query.page = undefined;
      put(query, [own], member, value);
    } else if (part === "page" && member === "limit") put(query, at, member, value);
    else if (name === "page") query.page = value;
  }
  return query;
}

/** Sets a member at any depth. Not in a copy for each name: it would take a time that grows faster than the text. */
function put(target: Record<string, unknown>, path: readonly string[], name: string, value: unknown): void {
  let at = target;
  for (const each of path) {
    at[each] ??= Object.create(null);
    at = at[each] as Record<string, unknown>; // the line above made it, or `readSearch`
  }
  at[name.replaceAll("][", SEPARATOR)] = value;
}

/** @param name Encoded. */
function withOne(query: string, name: string, text: string | undefined): string {
  return text === undefined ? query : `${query}${query ? "&" : "?"}${name}=${encoded(text)}`;
}

/** @param isParted Whether `title__contains` is `[title][contains]`. */
function withEach(query: string, members: object | undefined, within?: string, isParted?: boolean): string {
  for (const key in members) {
    const value: unknown = members[key as never]; // `key` is one of its names
    if (value === undefined) continue;
    if (within && /[[\]]/.test(key)) throw inexpressible(`the name "${key}"`, within);
    const name = encoded(isParted ? separatedBy(key, "][") : key);
    query = withOne(
      query,
      within ? `${encoded(within)}%5B${name}%5D` : name,
      queryText(value, `${within ?? "extra"} "${key}"`),
    );
  }
  return query;
}

/**
 * A value of a query parameter as text. Lists are comma lists, in which `,` and `\` are escaped by `\`.
 *
 * @param name The parameter, for messages.
 * @throws {Unexpected} `not_sent`, for a value whose text the server would read as another value.
 */
export function queryText(value: unknown, name: string): string {
  if (!Array.isArray(value)) return oneText(value, name);
  let list = "";
  for (const each of value) {
    if (each === null || each === undefined || Array.isArray(each)) {
      throw inexpressible(`${each ? "a list" : each} in a list`, name);
    }
    list += `,${oneText(each, name).replace(/[\\,]/g, "\\$&")}`;
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

/**
 * A list of names as text, or undefined without names. A name that is empty or contains a separator is refused, because the server would
 * read others.
 */
function namesText(names: readonly string[] = [], name: string, separators: RegExp): string | undefined {
  for (const each of names) if (!each || separators.test(each)) throw inexpressible(`the name "${each}"`, name);
  return names.join(",") || undefined;
}

function inexpressible(value: unknown, name: string) {
  return unexpected("not_sent", `${name}: a query string cannot contain ${value}.`);
}

/** A URL without its user name and password. */
export function withoutPassword(url: string): string {
  return url.replace(/([\\/]{2})[^\\/?#]*@/, "$1");
}

/** Percent-encodes a text, except its commas, so that lists stay readable in a URL. */
export function encoded(text: string): string {
  // Most texts stay as they are, and this check is faster than encoding them.
  return /^[\w,.-]*$/.test(text) ? text : encodeURIComponent(text).replaceAll("%2C", ",");
}
