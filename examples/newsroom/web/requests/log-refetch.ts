import type { QueryClient } from "@tanstack/react-query";
import type { ReadKey, Refetch } from "trestle/query";
import { callOfKey } from "./call.js";
import { begin, change, find } from "./log.js";
import { queryName } from "./query-name.js";

const SOON = 1000;

/** Writes down a refetched query, in the group of the write that caused it. */
export function logRefetch(queries: QueryClient, { queryKey, reason, cause, notice }: Refetch): void {
  const entry = { name: queryName(queryKey), call: callOfKey(queryKey), reason };
  change(groupOf(cause, notice), (group) => {
    const refetches = [...group.refetches, entry];
    const told = new Set(refetches.map(({ call }) => call));
    const keys = queries
      .getQueryCache()
      .findAll({ queryKey: ["trestle"] })
      .map((query) => query.queryKey as unknown as ReadKey); // as made by queryOptions
    const leftAlone = keys.filter((key) => !told.has(callOfKey(key))).map(queryName);
    return { refetches, leftAlone: [...new Set(leftAlone)] };
  });
}

/** The newest group that sent this write, or one for what came from elsewhere. */
function groupOf(cause: string, notice: Refetch["notice"]): number {
  const [method, path] = cause.split(" ");
  const isCause = (each: { readonly method: string; readonly url: string }) =>
    each.method === method && each.url === `/api/${path}`;
  const own = find(({ requests }) => requests.some(isCause));
  const title = notice ? theirChange(notice) : "Changes may have been missed";
  const theirs = find((group) => group.title === title && Date.now() - group.at.getTime() < SOON);
  return (own ?? theirs)?.id ?? begin(title);
}

const VERBS = { create: "created", update: "edited", delete: "deleted", relate: "changed", call: "changed" } as const;

/** A notice has no data, so it says which article, and not its title. */
function theirChange({ op, type, id = "" }: NonNullable<Refetch["notice"]>): string {
  const thing = type === "categories" ? "category" : type.slice(0, -1);
  return `Somebody else ${VERBS[op]} ${thing} ${id}`.trimEnd();
}
