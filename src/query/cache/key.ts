import type { ReadSource } from "../../client/read/lazy.js";
import { isMembers } from "../../client/send/input.js";
import { queryText } from "../../client/send/url.js";
import type { Scope } from "./scope.js";
import { below } from "../../wire/include-path.js";

/** The query of a read, as in its key: values as they are sent, sorted if their order does not matter. */
export interface KeyState extends Scope {
  readonly filter?: Readonly<Record<string, string>>;
  readonly any?: readonly Readonly<Record<string, string>>[];
  readonly sort?: readonly string[];
  readonly page?: string | Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly includeQueries?: Readonly<Record<string, IncludeKey>>;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly extra?: Readonly<Record<string, string>>;
  /** The link that the read follows. It contains the whole query. */
  readonly link?: string;
}

/** The query of an include: see `KeyState`. */
export interface IncludeKey extends Pick<KeyState, "filter" | "sort"> {
  readonly limit?: string;
}

/** The kind of a read: `/articles`, `/articles/1`, `/articles/1/author`, a relationship's identifiers, or a query that the API declares. */
export type ReadKind = "list" | "get" | "related" | "relationship" | "query";

/**
 * The key of a read: JSON alone, the same for equal reads, and readable.
 *
 * - `["trestle", url, "articles", "list", { filter: { author: "7" }, sort: ["-created_at"] }]`
 * - `["trestle", url, "articles", "get", "1", { include: ["author"] }]`
 * - `["trestle", url, "articles", "related", "1", "categories", {}]`, likewise `"relationship"`
 * - `["trestle", url, "articles", "query", "stats", { extra: { since: "…" } }]`, of one resource `"query", "1", "similar"`. The type of
 *   a query of the API itself is `""`.
 *
 * The object also contains the user and the headers in `vary`: `{ caller: "7", vary: { "accept-language": "de" } }`.
 * The key of an infinite query ends with `"infinite"`. The beginning of a key selects all keys that start with it:
 * `queryClient.invalidateQueries({ queryKey: ["trestle", url, "articles"] })`.
 */
export type ReadKey = readonly ["trestle", api: string, type: string, kind: ReadKind, ...rest: (string | KeyState)[]];

const KINDS = ["list", "get", "related", "relationship"] as const;

/** The key of a read. Different calls that make the same request have the same key. */
export function keyOf(source: ReadSource<unknown>, scope: Scope, ...end: string[]): ReadKey {
  const { api, segments, query, link, isAction } = source;
  const state = { ...scope, ...stateOf(query, link) };
  if (isAction) {
    const [type = "", ...names] = segments.length === 1 ? ["", ...segments] : segments;
    return ["trestle", api, String(type), "query", ...names.map(String), state];
  }
  const [type = "", id, ...names] = segments.map(String);
  const kind = KINDS[segments.length - 1] ?? "list";
  const path = id === undefined ? [] : [id, ...names.slice(-1)]; // `relationship` is a segment, and the kind
  return ["trestle", api, type, kind, ...path, state, ...end];
}

function stateOf(query: ReadSource<unknown>["query"], link: string | undefined): KeyState {
  const { filter, any = [], sort, page, include = [], includeQueries, fields, extra } = query;
  const paths = include.filter((path) => !include.some((other) => below(other, path) !== undefined)); // which say it, too
  const shown = sorted(paths);
  if (link !== undefined) return present({ include: shown, link });
  return present({
    filter: texts(filter),
    any: Array.from(any, (group) => texts(group) ?? {}),
    sort,
    page: isMembers(page) ? texts(page) : page === undefined ? page : queryText(page, "page"),
    include: shown,
    includeQueries: includeQueries && queriesOf(includeQueries),
    fields: fields && mapped(fields, (names) => sorted(names as string[])),
    extra: texts(extra),
  });
}

/** By path, without those that ask for nothing. */
function queriesOf(queries: NonNullable<ReadSource<unknown>["query"]["includeQueries"]>): Record<string, IncludeKey> {
  const byPath = sorted(Object.keys(queries)).map((path) => {
    const { filter, sort, limit } = queries[path] ?? {};
    return [
      path,
      present({ filter: texts(filter), sort, limit: limit === undefined ? limit : queryText(limit, "limit") }),
    ];
  });
  return present(Object.fromEntries(byPath));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Values as they are sent: 7 and "7" are equal, and so are a date and its text. */
function texts(members: object | undefined) {
  return members && mapped(members, queryText);
}

function mapped<T>(members: object, make: (value: unknown, name: string) => T): Record<string, T> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, make(value, name)]));
}

/** Empty parts are left out. */
function present<T extends object>(state: T): T {
  // An empty string is sent: `page("")` is not the same request as one without a page.
  const parts = Object.entries(state).filter(
    ([, part]) => part === "" || (part !== undefined && Object.keys(part).length > 0),
  );
  return Object.fromEntries(parts) as T; // whose parts are optional
}
