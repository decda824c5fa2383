import type { QueryClient } from "@tanstack/react-query";
import type { ReadKey, Refetch } from "trestle/query";
import { whoChanges } from "../two/who-changes.js";
import { callOfKey } from "./call.js";
import { begin, change, find, type Group, type RequestEntry } from "./log.js";
import { OPENED } from "./log-views.js";
import { queryName } from "./query-name.js";
import { quote } from "../ui/quote.js";

const SOON = 1000;

/** The reason of a refetch for which the page was too early: the change was made before it listened. It stands here, because because.ts is loaded after the page. */
const EARLY_REASON = "changed while the page opened";

/** The first live notices come within this time, in milliseconds. They are about changes that were made while the page opened, or shortly before. */
const EARLY = 1000;

let listeningSince: number | undefined;

/** Call it when live notices begin to come. */
export function noteListening(): void {
  listeningSince ??= Date.now();
}

/** Writes down a refetched query, in the group of the write that caused it. */
export function logRefetch(queries: QueryClient, { queryKey, reason, cause, notice }: Refetch): void {
  const isEarly = notice && Date.now() - (listeningSince ?? 0) < EARLY;
  const opened = isEarly ? find(({ title }) => title === OPENED) : undefined;
  const title = notice ? theirChange(queries, notice) : "Changes may have been missed";
  const own = notice && find((group) => isUnanswered(group, notice));
  const entry = { name: queryName(queryKey), call: callOfKey(queryKey), reason: opened ? EARLY_REASON : reason };
  const id = (opened ?? own)?.id ?? groupOf(cause, title);
  if (notice) nameLater(queries, notice, id);
  change(id, (group) => {
    const refetches = [...group.refetches.filter(({ call }) => call !== entry.call), entry];
    const told = new Set(refetches.map(({ call }) => call));
    const keys = queries
      .getQueryCache()
      .findAll({ queryKey: ["trestle"] })
      .map((query) => query.queryKey as unknown as ReadKey); // as made by queryOptions
    const leftAlone = keys.filter((key) => !told.has(callOfKey(key))).map(queryName);
    const write = own && group.write && { ...group.write, notice };
    return { refetches, leftAlone, ...(write && { write }) };
  });
}

/** Whether the group wrote what the notice is about, and does not know what became of it: then the notice says so. */
function isUnanswered({ requests, write }: Group, notice: NonNullable<Refetch["notice"]>): boolean {
  const path = `/api/${notice.type}/${notice.id}/`;
  const isOf = ({ method, url, outcome }: RequestEntry) =>
    method !== "GET" && `${url}/`.startsWith(path) && (outcome ?? { status: "no response" }).status === "no response";
  return (write?.notice ?? notice) === notice && requests.some(isOf);
}

/** The newest group that sent this write, or one for what came from elsewhere. */
function groupOf(cause: string, title: string): number {
  const [method, path] = cause.split(" ");
  const isCause = (each: { readonly method: string; readonly url: string }) =>
    each.method === method && each.url === `/api/${path}`;
  const own = find(({ requests }) => requests.some(isCause));
  const theirs = find((group) => group.title === title && Date.now() - group.at.getTime() < SOON);
  return (own ?? theirs)?.id ?? begin(title);
}

/** The API has one command. It may have changed nothing, so it is named. */
const VERBS = { create: "created", update: "edited", delete: "deleted", relate: "changed", call: "published" } as const;

/** A notice has no data, so the title of an article is that of a query that holds it. */
function theirChange(queries: QueryClient, { op, type, id = "" }: NonNullable<Refetch["notice"]>): string {
  const thing = type === "categories" ? "category" : type.slice(0, -1);
  const title = type === "articles" && titleOf(queries, id);
  return `${whoChanges()} ${VERBS[op]} ${title ? quote(title) : `${thing} ${id}`}`.trimEnd();
}

/** What somebody else created has no title here until the page has read it again. */
function nameLater(queries: QueryClient, { id = "" }: NonNullable<Refetch["notice"]>, group: number): void {
  const number = ` article ${id}`;
  if (!find(({ id, title }) => id === group && title.endsWith(number))) return;
  const stop = queries.getQueryCache().subscribe(() => {
    const title = titleOf(queries, id);
    if (!title) return;
    stop();
    change(group, (named) => ({ title: named.title.replace(number, ` ${quote(title)}`) }));
  });
}

interface Listed {
  readonly type: string;
  readonly id: string;
  readonly attributes?: { readonly title?: string };
}

/** What the page holds: the documents of the server. */
type Held = { readonly data?: Listed | readonly Listed[] | null } | undefined;

function titleOf(queries: QueryClient, id: string): string | undefined {
  const found = queries.getQueryCache().findAll({ queryKey: ["trestle"] });
  return found
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt) // an older one may have an older title
    .map(({ state }) => state.data as Held | { readonly pages: readonly Held[] })
    .flatMap((held) => (held && "pages" in held ? held.pages : [held]))
    .flatMap((document) => document?.data ?? [])
    .find((each) => each.type === "articles" && each.id === id)?.attributes?.title;
}
