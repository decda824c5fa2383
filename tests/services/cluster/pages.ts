import { isDeepStrictEqual } from "node:util";
import { QueryClient, QueryObserver, type QueryObserverOptions } from "@tanstack/query-core";
import { type Client, createClient, Unexpected } from "trestle/client";
import { connectQueries, queryOptions } from "trestle/query";
import type { Dice } from "../../schemas/dice.js";
import type { LedgerApi } from "./ledger-api.js";

/** Milliseconds until every page shows what is true: the longest wait of a client that could not connect, and some time to read. */
const GIVE_UP = 60_000;

/** Open pages, whose queries are live. They read through random origins. Only pages connect: `window` must be there. */
export class Pages {
  readonly #pages: readonly Page[];
  readonly #origins: readonly string[];

  constructor(count: number, origins: readonly string[], accounts: number, dice: Dice) {
    this.#origins = origins;
    this.#pages = Array.from({ length: count }, () => new Page(clientOf(origins, dice), accounts));
  }

  /** Resolves when each page has read its queries. */
  async read(): Promise<void> {
    await Promise.all(this.#pages.map(({ read }) => read));
  }

  /**
   * Waits until each query equals a new read. Nothing may be written meanwhile.
   *
   * @param giveUp Milliseconds.
   * @returns A sentence for each query that stays wrong.
   */
  async problems(giveUp = GIVE_UP): Promise<readonly string[]> {
    const [origin = ""] = this.#origins;
    const direct = createClient<LedgerApi>({ url: `${origin}/api`, name: "cluster" });
    const until = performance.now() + giveUp;
    for (;;) {
      const found = (await Promise.all(this.#pages.map((page) => page.wrong(direct)))).flat();
      if (found.length === 0 || performance.now() > until) return found;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  close(): void {
    for (const page of this.#pages) page.close();
  }
}

class Page {
  /** Resolves when every query was read once. */
  readonly read: Promise<unknown>;
  readonly #observers: readonly QueryObserver[];
  readonly #queries: (client: Client<LedgerApi>) => readonly QueryObserverOptions[];
  readonly #leave: () => void;

  constructor(client: Client<LedgerApi>, accounts: number) {
    // Each query has data of its own type.
    this.#queries = (of) => [
      queryOptions(of.accounts.list()) as QueryObserverOptions,
      queryOptions(of.entries.list().sort("-text")) as QueryObserverOptions,
      ...Array.from(
        { length: accounts },
        (_, index) => queryOptions(of.accounts.get(index + 1)) as QueryObserverOptions,
      ),
    ];
    const retry = (_count: number, error: unknown) => error instanceof Unexpected;
    const queries = { retry, retryDelay: 50, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };
    const queryClient = new QueryClient({ defaultOptions: { queries } });
    queryClient.mount();
    this.#observers = this.#queries(client).map((query) => new QueryObserver(queryClient, query));
    const unsubscribe = this.#observers.map((observer) => observer.subscribe(() => {}));
    const disconnect = connectQueries(queryClient, client, { live: true, onLiveError: () => {} });
    this.read = Promise.all(this.#observers.map((observer) => observer.refetch({ cancelRefetch: false })));
    this.#leave = () => {
      for (const stop of [...unsubscribe, disconnect]) stop();
      queryClient.unmount();
      queryClient.clear();
    };
  }

  async wrong(direct: Client<LedgerApi>): Promise<readonly string[]> {
    const fresh = new QueryClient();
    const truth = await Promise.all(
      this.#queries(direct).map((query) => fresh.fetchQuery(query).catch(() => undefined)),
    );
    const found = this.#observers.flatMap((observer, index) => {
      const { queryKey, state } = observer.getCurrentQuery();
      const isRight = state.status === "success" && isDeepStrictEqual(state.data, truth[index]);
      return isRight ? [] : [`a live page does not show what is true: ${JSON.stringify(queryKey)}`];
    });
    fresh.clear();
    return found;
  }

  close(): void {
    this.#leave();
  }
}

/** A client of a random instance for each request. */
function clientOf(origins: readonly string[], dice: Dice): Client<LedgerApi> {
  return createClient<LedgerApi>({
    url: "http://cluster/api",
    name: "cluster",
    timeout: 20_000,
    fetch: (request) => fetch(new Request(request.url.replace("http://cluster", dice.pick(origins)), request)),
  });
}
