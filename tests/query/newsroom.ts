import { QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, type ReadQueryOptions, type Refetch } from "trestle/query";
import { onTestFinished } from "vitest";
import { type Api, api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

// In a browser a chunk that is loaded beside the first answers; here, before the first write.
await import("../../src/query/later.js");

/** A query client connected to a newsroom of its own, and what went between them. */
export function newsroom() {
  const store = new Store();
  const handle = fetchHandler(api, {
    prefix: "/api",
    context: t.context((_request: Request) => ({ store, user: "editor" })),
  });
  const sent: string[] = [];
  const refetched: Refetch[] = [];
  const gates: Gate[] = [];
  let affects = "";
  /** Lets every write say that it affects a type. */
  const affect = (type: string) => {
    affects = type;
  };

  const client = createClient<Api>({
    url: "http://localhost/api",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const line = `${request.method} ${decodeURIComponent(pathname.slice("/api".length) + search)}`;
      sent.push(line);
      if (affects && request.method !== "GET") {
        const answer = await handle(request);
        answer.headers.set("trestle-affects", affects);
        return answer;
      }
      const gate = gates.find(({ beginning, isUsed }) => !isUsed && line.startsWith(beginning));
      if (!gate) return handle(request);
      gate.isUsed = true;
      // The answer waits, not the request: what it says was true before.
      const answer = gate.isBefore ? undefined : await handle(request);
      gate.reached();
      await gate.opened;
      return gate.failure ? gate.failure() : (answer ?? handle(request));
    },
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const stop = connectQueries(queryClient, client, { onRefetch: (refetch) => refetched.push(refetch) });
  onTestFinished(() => {
    stop();
    queryClient.clear();
  });

  const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
  const idle = async () => {
    do await pause();
    while (queryClient.isFetching() > 0);
  };
  idle.once = pause;

  /** Observes a query, as a component does, and waits for its first result. */
  async function watch<TError, TSelected>(options: ReadQueryOptions<TError, TSelected>) {
    const observer = new QueryObserver(queryClient, options);
    const results: unknown[] = [];
    const unsubscribe = observer.subscribe((result) => results.push(result.data));
    await idle();
    results.length = 0;
    return {
      get data() {
        return observer.getCurrentResult().data;
      },
      get error() {
        return observer.getCurrentResult().error;
      },
      /** What it was rendered with since. */
      results,
      unsubscribe,
    };
  }

  /** Holds back the answer to the next request that begins so. */
  function hold(
    beginning: string,
    { failure, isBefore = false }: { failure?: () => Response; isBefore?: boolean } = {},
  ) {
    const gate = {} as Gate;
    const isThere = new Promise<void>((resolve) => {
      gate.reached = resolve;
    });
    let open = () => {};
    gate.opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    Object.assign(gate, { beginning, failure, isBefore, isUsed: false });
    gates.push(gate);
    return { isThere, open };
  }

  return { store, client, queryClient, sent, refetched, watch, idle, hold, affect };
}

interface Gate {
  beginning: string;
  isUsed: boolean;
  isBefore: boolean;
  reached: () => void;
  opened: Promise<void>;
  failure: (() => Response) | undefined;
}
