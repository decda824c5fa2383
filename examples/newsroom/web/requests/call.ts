import type { ReadKey } from "trestle/query";
import { bodyCall } from "./body-call.js";

// The client call that a request came from, as a person writes it. A request and the key of its query give the same text, and by
// that the panel knows which request refetched which query.

/** A read: what it reads, and the steps of its chain with their arguments as text. */
interface Read {
  readonly path: readonly string[];
  readonly steps: readonly (readonly [name: string, text: string])[];
}

export function callOfKey([, , type, kind, ...rest]: ReadKey): string {
  const ids = rest.filter((part) => typeof part === "string").filter((part) => part !== "infinite");
  const state = rest.find((part) => typeof part === "object") ?? {};
  const { filter, sort, page, include, fields } = state;
  return print({
    path: kind === "relationship" ? [type, ids[0] ?? "", kind, ids[1] ?? ""] : [type, ...ids],
    steps: [
      ...(filter ? [["filter", members(Object.entries(filter))] as const] : []),
      ...(sort ? [["sort", list(sort)] as const] : []),
      ...(typeof page === "object" ? [["page", members(Object.entries(page), true)] as const] : []),
      ...(include ? [["include", list(include)] as const] : []),
      ...(fields
        ? [["fields", members(Object.entries(fields).map(([name, names]) => [name, [...names]]))] as const]
        : []),
    ],
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
  const [filter, page, fields] = [family("filter"), family("page"), family("fields")];
  const names = (name: string) => searchParams.get(name)?.split(",") ?? [];
  const [sort, include] = [names("sort"), names("include").sort()];
  return print({
    path,
    steps: [
      ...(filter.length > 0 ? [["filter", members(filter)] as const] : []),
      ...(sort.length > 0 ? [["sort", list(sort)] as const] : []),
      ...(page.length > 0 ? [["page", members(page, true)] as const] : []),
      ...(include.length > 0 ? [["include", list(include)] as const] : []),
      ...(fields.length > 0
        ? [["fields", members(fields.map(([name, value]) => [name, value.split(",").sort()]))] as const]
        : []),
    ],
  });
}

function print({ path: [type, id, name, relationship], steps }: Read): string {
  const args = [id, name].filter((part) => part !== undefined).map((part) => JSON.stringify(part));
  const start =
    id === undefined
      ? "list()"
      : name === undefined
        ? `get(${args})`
        : relationship === undefined
          ? `related(${args.join(", ")})`
          : `relationship(${[id, relationship].map((part) => JSON.stringify(part)).join(", ")}).get()`;
  return [`client.${type}.${start}`, ...steps.map(([step, text]) => `  .${step}(${text})`)].join("\n");
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
  return `{ ${entries.map(([name, value]) => `${name}: ${text(value)}`).join(", ")} }`;
}
