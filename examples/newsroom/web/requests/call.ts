import type { ReadKey } from "trestle/query";
import { bodyCall } from "./body-call.js";

// The client call that a request came from, as a person writes it. A request and the key of its query give the same text, and by
// that the panel knows which request refetched which query.

/** A read: what it reads, and the arguments of each step of its chain, as text. A step that it does without has none. */
interface Read {
  readonly path: readonly string[];
  readonly steps: Readonly<Record<"filter" | "sort" | "page" | "include" | "fields", string>>;
}

export function callOfKey([, , type, kind, ...rest]: ReadKey): string {
  const ids = rest.filter((part) => typeof part === "string").filter((part) => part !== "infinite");
  const state = rest.find((part) => typeof part === "object") ?? {};
  const { filter = {}, sort = [], page, include = [], fields = {} } = state;
  return print({
    path: kind === "relationship" ? [type, ids[0] ?? "", kind, ids[1] ?? ""] : [type, ...ids],
    steps: {
      filter: members(Object.entries(filter)),
      sort: list(sort),
      page: members(typeof page === "object" ? Object.entries(page) : [], true),
      include: list(include),
      fields: members(Object.entries(fields).map(([name, names]) => [name, [...names]])),
    },
  });
}

export function callOfRequest({ method, url, headers }: Request, body: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.split("/").slice(2).map(decodeURIComponent); // without "/api"
  if (method !== "GET") return bodyCall(method, path, body, headers.has("if-match"));
  const family = (name: string) =>
    [...searchParams].flatMap(([key, value]): [string, string][] => {
      const [head, ...parts] = key.split(/[[\]]+/).filter(Boolean);
      return head === name ? [[parts.join("__"), value]] : [];
    });
  const names = (name: string) => searchParams.get(name)?.split(",") ?? [];
  return print({
    path,
    steps: {
      filter: members(family("filter")),
      sort: list(names("sort")),
      page: members(family("page"), true),
      include: list(names("include").sort()),
      fields: members(family("fields").map(([name, value]) => [name, value.split(",").sort()])),
    },
  });
}

function print({ path: [type, id, name, relationship], steps }: Read): string {
  const start =
    id === undefined
      ? "list()"
      : name === undefined
        ? `get(${list([id])})`
        : relationship === undefined
          ? `related(${list([id, name])})`
          : `relationship(${list([id, relationship])}).get()`;
  const chain = Object.entries(steps).flatMap(([step, text]) => (text ? `  .${step}(${text})` : []));
  return [`client.${type}.${start}`, ...chain].join("\n");
}

function list(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}

function members(entries: readonly (readonly [string, string | readonly string[]])[], isNumbers = false): string {
  const text = (value: string | readonly string[]) =>
    typeof value === "object"
      ? `[${list(value)}]`
      : (isNumbers ? /^-?\d+$/ : /^(true|false|null)$/).test(value)
        ? value
        : `"${value}"`;
  const all = entries.map(([name, value]) => `${name}: ${text(value)}`).join(", ");
  return all && `{ ${all} }`;
}
