import { InfiniteQueryObserver, type QueryClient, type QueryKey, QueryObserver } from "@tanstack/query-core";
import type { Client } from "trestle/client";
import { infiniteQueryOptions, queryOptions } from "trestle/query";
import type { SharedApi } from "./api.js";
import type { Dice } from "./dice.js";

type SharedClient = Client<SharedApi>;

/** A query, for a page and for a check. */
export interface Chosen {
  readonly key: (client: SharedClient) => QueryKey;
  /** Reads it as a component does. Returns how to leave it. */
  readonly observe: (queryClient: QueryClient, client: SharedClient) => () => void;
  /** Reads it, without an observer. */
  readonly fetch: (queryClient: QueryClient, client: SharedClient) => Promise<unknown>;
  /** For an infinite query. */
  readonly more?: (queryClient: QueryClient, client: SharedClient) => Promise<unknown>;
}

/** A random query: a list, a resource, what it includes, what it is related to, or a list without an end. */
export function chooseQuery(dice: Dice): Chosen {
  const id = dice.upTo(6);
  const rank = dice.upTo(6);
  const author = dice.upTo(3);
  const kind = dice.upTo(21);
  switch (kind) {
    case 1:
      return plain((client) => queryOptions(client.articles.list()));
    case 2:
      return plain((client) => queryOptions(client.articles.list().include("author", "tags").page({ limit: 10 })));
    case 3:
      return plain((client) => queryOptions(client.articles.list().filter({ rank__gte: rank }).sort("-rank")));
    case 4:
      return plain((client) => queryOptions(client.articles.list().filter({ author }).include("author")));
    case 5:
      return plain((client) => queryOptions(client.articles.get(id)));
    case 6:
      return plain((client) => queryOptions(client.articles.get(id, { include: ["author", "tags"] })));
    case 7:
      return plain((client) => queryOptions(client.articles.related(id, "author")));
    case 8:
      return plain((client) => queryOptions(client.articles.related(id, "tags")));
    case 9:
      return plain((client) => queryOptions(client.articles.relationship(id, "tags").get()));
    case 10:
      return plain((client) => queryOptions(client.users.get(author, { include: ["articles"] })));
    case 11:
      return plain((client) => queryOptions(client.users.related(author, "articles").include("tags")));
    case 12:
      return plain((client) => queryOptions(client.users.list().sort("name")));
    case 13:
      return plain((client) => queryOptions(client.tags.list()));
    case 14:
      return infinite((client) =>
        infiniteQueryOptions(client.articles.list().filter({ rank__gte: rank }).sort("rank").page({ limit: 2 })),
      );
    case 15:
      return plain((client) => queryOptions(client.articles.list().any({ author }, { rank__gte: rank }).sort("-rank")));
    case 16: {
      const groups = [{ tags__none: [id] }, { author__name__contains: "1" }] as const;
      return plain((client) =>
        queryOptions(
          client.articles
            .list()
            .any(...groups)
            .page({ limit: 20 }),
        ),
      );
    }
    case 17: {
      const groups = [{ tags__none__label__contains: "1", author }, { tags__count__gte: 2 }] as const;
      return plain((client) =>
        queryOptions(
          client.articles
            .list()
            .any(...groups)
            .sort("-tags__count"),
        ),
      );
    }
    case 18:
      return infinite((client) =>
        infiniteQueryOptions(
          client.articles.list().any({ author }, { rank__gte: rank }).sort("rank").page({ limit: 2 }),
        ),
      );
    default:
      return infinite((client) => infiniteQueryOptions(client.articles.list().sort("title").page({ limit: 2 })));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the options of different reads have different types
type Options = any;

function plain(make: (client: SharedClient) => Options): Chosen {
  return {
    key: (client) => make(client).queryKey,
    observe: (queryClient, client) => new QueryObserver(queryClient, make(client)).subscribe(() => {}),
    fetch: (queryClient, client) => queryClient.fetchQuery(make(client)),
  };
}

function infinite(make: (client: SharedClient) => Options): Chosen {
  return {
    key: (client) => make(client).queryKey,
    observe: (queryClient, client) => new InfiniteQueryObserver(queryClient, make(client)).subscribe(() => {}),
    fetch: (queryClient, client) => queryClient.fetchInfiniteQuery(make(client)),
    more: (queryClient, client) => new InfiniteQueryObserver(queryClient, make(client)).fetchNextPage(),
  };
}
