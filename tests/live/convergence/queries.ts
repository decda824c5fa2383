import { InfiniteQueryObserver, type QueryClient, type QueryKey, QueryObserver } from "@tanstack/query-core";
import type { Client } from "trestle/client";
import { infiniteQueryOptions, queryOptions } from "trestle/query";
import { includeSome } from "../../support/include-some.js";
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
  const kind = dice.upTo(32);
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
    case 19:
    case 20:
    case 21:
      return infinite((client) => infiniteQueryOptions(client.articles.list().sort("title").page({ limit: 2 })));
    default:
      return chooseIncludes(dice);
  }
}

/** A random query with groups. Some of its includes have queries, and some take all members. */
function chooseIncludes(dice: Dice): Chosen {
  const id = dice.upTo(6);
  const author = dice.upTo(3);
  const rank = dice.upTo(6);
  const [articles, tags, others] = [articlesQuery(dice), tagsQuery(dice), tagsQuery(dice)];
  switch (dice.upTo(9)) {
    case 1:
      return plain((client) => queryOptions(includeSome(client.articles.list().page({ limit: 10 }), { tags })));
    case 2: {
      const groups = [{ author }, { tags__count__gte: 2 }, { rank__gte: rank }].slice(dice.upTo(2) - 1, 2);
      return plain((client) => {
        const list = client.articles.list().any(...groups);
        return queryOptions(includeSome(list.include("author"), { tags }));
      });
    }
    case 3:
      return plain((client) => queryOptions(includeSome(client.articles.get(id), { tags })));
    case 4:
      return plain((client) => queryOptions(includeSome(client.users.get(author), { articles })));
    case 5:
      return plain((client) =>
        queryOptions(includeSome(client.users.list().sort("name"), { articles, articles__tags: tags })),
      );
    case 6:
      return plain((client) => {
        const list = client.articles.list().sort("-rank");
        return queryOptions(includeSome(list.include("tags"), { author__articles: articles }));
      });
    case 7: {
      // Both paths read the tags of articles, so they have one query.
      const queries = { author__articles: articles, author__articles__tags: others, tags: others };
      return plain((client) => queryOptions(includeSome(client.articles.get(id), queries)));
    }
    case 8:
      return plain((client) => queryOptions(includeSome(client.users.related(author, "articles"), { tags })));
    default:
      return infinite((client) => {
        const list = client.articles.list().any({ author }, { rank__gte: rank });
        return infiniteQueryOptions(includeSome(list.sort("title").page({ limit: 2 }), { tags }));
      });
  }
}

/** A filter, an order and a limit, or some of them. */
function articlesQuery(dice: Dice) {
  const digit = `${dice.upTo(9)}`;
  const filter = dice.pick([
    { rank__gte: dice.upTo(6) },
    { title__contains: digit },
    { tags__none: [dice.upTo(3)] },
    { tags__count__gte: dice.upTo(2) },
    { tags__none__label__contains: digit },
    { author__name__contains: digit },
    { author: dice.upTo(3) },
  ] as const);
  const sort = dice.pick([["-rank"], ["title"], ["author__name", "-title"], ["-tags__count", "rank"]] as const);
  return partly(dice, { filter, sort, limit: dice.upTo(3) });
}

function tagsQuery(dice: Dice) {
  const filter = { label__contains: `${dice.upTo(3)}` };
  const sort = dice.pick([["label"], ["-label"]] as const);
  return partly(dice, { filter, sort, limit: dice.upTo(2) });
}

function partly<T extends object>(dice: Dice, { ...query }: T): Partial<T> {
  const kept = dice.shuffled(Object.keys(query)).slice(0, dice.upTo(3));
  return Object.fromEntries(Object.entries(query).filter(([name]) => kept.includes(name))) as Partial<T>; // some members of it
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
