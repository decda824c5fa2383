import { MutationObserver, type MutationObserverOptions, QueryClient } from "@tanstack/query-core";
import { type Client, createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, mutationOptions } from "trestle/query";
import { type SharedApi, sharedApi } from "./api.js";
import { shownIn, wrongAmong } from "./compare.js";
import { Dice } from "./dice.js";
import { type Chosen, chooseQuery } from "./queries.js";
import { pause } from "./servers.js";
import { write } from "./writes.js";

const QUERIES = 12;
const WRITES = 12;
const OPTIONS = { url: "http://localhost/api", name: "shared" };

/**
 * Two clients of one page write, without live notices. After each write, every query must show what is true, or be marked as stale.
 *
 * @returns How many queries were compared, and those that were wrong: the write's number and the key.
 */
export async function playQuietRound(seed: number): Promise<{ readonly compared: number; readonly wrong: string[] }> {
  const dice = new Dice(seed);
  const handle = fetchHandler(sharedApi(), { prefix: "/api", onError: () => {} });
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
    },
  });
  const direct = createClient<SharedApi>({ ...OPTIONS, fetch: async (request) => handle(request) });
  const fetch = async (request: Request) => {
    await pause(dice.next() * 2);
    const response = await handle(request);
    if (request.method !== "GET" && dice.chance(0.05)) throw new TypeError("The response was lost.");
    return response;
  };
  const clients = [1, 2].map(() => createClient<SharedApi>({ ...OPTIONS, fetch }));
  const leave = clients.map((client) => connectQueries(queryClient, client));
  const queries: Chosen[] = [];
  const read = () => {
    const query = chooseQuery(dice);
    queries.push(query);
    if (dice.chance(0.7)) leave.push(query.observe(queryClient, direct));
    else query.fetch(queryClient, direct).catch(() => {});
  };
  const idle = async () => {
    do await pause(2);
    while (queryClient.isFetching() + queryClient.isMutating() > 0);
  };
  const wrong: string[] = [];
  let compared = 0;
  for (let count = 0; count < QUERIES; count++) read();
  for (let step = 1; step <= WRITES; step++) {
    // Some changes overtake reads, and each other. None of these is rolled back after it changed a row: the store shows that row to reads.
    const isFast = dice.chance(0.3);
    if (!isFast) await idle();
    const changes = (isFast ? clients : [dice.pick(clients)]).map((client) =>
      isFast || dice.chance(0.3) ? mutate(queryClient, client, dice, isFast) : write(client, dice),
    );
    await Promise.allSettled(changes);
    await idle();
    await idle(); // the rules run after the write, and may begin reads
    compared += queries.length;
    for (const key of await wrongAmong(queries, queryClient, direct, shownIn)) wrong.push(`write ${step}: ${key}`);
    if (wrong.length > 0) break; // later ones follow from it
    if (dice.chance(0.3)) read();
  }
  for (const each of leave) each();
  queryClient.clear();
  return { compared, wrong };
}

/** A random write that the queries show before the server responds. */
function mutate(
  queryClient: QueryClient,
  { articles, users }: Client<SharedApi>,
  dice: Dice,
  isFast: boolean,
): Promise<unknown> {
  const id = dice.upTo(6);
  const [rank, tag, author] = [dice.upTo(9), dice.upTo(3), dice.upTo(3)];
  const title = `title ${dice.upTo(1000)}`;
  const optimistic = true;
  const run = (options: object, variables: object | number) =>
    new MutationObserver(queryClient, options as MutationObserverOptions<unknown, Error, unknown>).mutate(variables);
  switch (dice.upTo(isFast ? 6 : 7)) {
    case 1:
      return run(mutationOptions(articles, "update", { optimistic }), { id, rank, title });
    case 2:
      return run(mutationOptions(articles, "update", { optimistic }), { id, author, tags: [tag, dice.upTo(3)] });
    case 3:
      return run(mutationOptions(articles, "delete", { optimistic }), id);
    case 4:
      return run(mutationOptions(articles, dice.pick(["add", "remove", "reset"]), "tags", { optimistic }), {
        id,
        related: [tag],
      });
    case 5:
      return run(mutationOptions(articles, "set", "author", { optimistic }), { id, related: author });
    case 6:
      return run(mutationOptions(users, "update", { optimistic }), { id: author, name: title });
    default:
      return run(mutationOptions(users, dice.pick(["add", "reset"]), "articles", { optimistic }), {
        id: author,
        related: [id],
      });
  }
}
