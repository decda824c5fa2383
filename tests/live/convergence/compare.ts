import { isDeepStrictEqual } from "node:util";
import { QueryClient } from "@tanstack/query-core";
import type { Client } from "trestle/client";
import type { SharedApi } from "./api.js";
import type { Chosen } from "./queries.js";

/**
 * Compares each query with a new read. One that is marked as stale, and not in use, is refetched when it is next used.
 *
 * @param client Reads without failures.
 * @param form What of their data must be equal. Default: all.
 * @returns The keys of those that differ.
 */
export async function wrongAmong(
  queries: readonly Chosen[],
  queryClient: QueryClient,
  client: Client<SharedApi>,
  form = (data: unknown) => data,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const query of queries) {
    const key = query.key(client);
    const cached = queryClient.getQueryCache().find({ queryKey: key, exact: true });
    if (!cached || (cached.state.isInvalidated && !cached.isActive())) continue;
    const { data, status } = cached.state;
    const fresh = await readAnew(query, client, data);
    const isRight = status === "error" ? fresh === "error" : isDeepStrictEqual(form(data), form(fresh));
    if (!isRight) wrong.push(JSON.stringify(key.slice(2)));
  }
  return wrong;
}

interface CachedDocument {
  readonly data?: Resource | readonly Resource[] | null;
  readonly included?: readonly Resource[];
  readonly links?: unknown;
  readonly meta?: { readonly total?: number };
}
interface Resource {
  readonly type: string;
  readonly id: string;
  readonly relationships?: Readonly<Record<string, { readonly data?: Resource | readonly Resource[] | null }>>;
}

/** What a query shows. An optimistic change may leave resources in `included` to which nothing refers any more. */
export function shownIn(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  return ((data as { pages?: CachedDocument[] }).pages ?? [data as CachedDocument]).map((document) => {
    const included = new Map(document.included?.map((each) => [`${each.type} ${each.id}`, each]));
    const reached = new Map<string, Resource>();
    const visit = (resource: Resource) => {
      for (const { data: linked } of Object.values(resource.relationships ?? {})) {
        for (const { type, id } of [linked ?? []].flat() as Resource[]) {
          const name = `${type} ${id}`;
          const target = included.get(name);
          if (!target || reached.has(name)) continue;
          reached.set(name, target);
          visit(target);
        }
      }
    };
    for (const each of [document.data ?? []].flat() as Resource[]) visit(each);
    const { links, meta } = document;
    return { data: document.data, links, total: meta?.total, included: reached };
  });
}

async function readAnew(query: Chosen, client: Client<SharedApi>, data: unknown): Promise<unknown> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  try {
    await query.fetch(queryClient, client);
    const count = (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;
    for (let page = 1; page < count; page++) await query.more?.(queryClient, client);
    return queryClient.getQueryData(query.key(client));
  } catch {
    return "error";
  } finally {
    queryClient.clear();
  }
}
