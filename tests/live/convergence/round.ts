import { QueryClient } from "@tanstack/query-core";
import { createClient, Unexpected } from "trestle/client";
import { connectQueries, type Refetch } from "trestle/query";
import { CLIENT_MARK } from "../../../src/wire/headers.js";
import type { SharedApi } from "./api.js";
import { wrongAmong } from "./compare.js";
import { Dice } from "./dice.js";
import type { HubsOfRound } from "./hubs.js";
import { type Chosen, chooseQuery } from "./queries.js";
import { pause, Servers, type ServersOptions } from "./servers.js";
import { lastWrites, type Write, write } from "./writes.js";

/** Milliseconds after which a query that is still wrong stays so: nothing will refetch it. An overloaded machine needs half of it. */
const GIVE_UP = 60_000;

/** Milliseconds in which every page must have connected again: the longest wait of a client, and the time of the request. */
const CONNECT = 40_000;

/** Milliseconds between two times at which all connections to the hub's store break. */
const CUT_EVERY = 400;

export interface RoundOptions extends ServersOptions {
  /** Milliseconds in place of {@link GIVE_UP}. */
  readonly giveUp?: number;
  /** Milliseconds in place of {@link CUT_EVERY}. */
  readonly cutEvery?: number;
}

/** What one round found. */
export interface Round {
  readonly seed: number;
  /** How many queries were compared. */
  readonly compared: number;
  /** Queries that never showed what is true: their pages and keys. */
  readonly wrong: readonly string[];
  /** Milliseconds until all pages were connected, after the last break. */
  readonly connected: number;
  /** Milliseconds from then on until all were right. */
  readonly took: number;
  /** How many pages were connected without a second read of everything. */
  readonly resumed: number;
  readonly counts: Servers["counts"];
}

/** Several pages read and write through several instances, while connections break. */
export async function playRound(seed: number, hubs: HubsOfRound, options: RoundOptions = {}): Promise<Round> {
  const { giveUp = GIVE_UP, cutEvery = CUT_EVERY } = options;
  const dice = new Dice(seed);
  const servers = new Servers(dice.upTo(4), hubs, dice, options);
  const cutting = setInterval(() => hubs.cut?.(), cutEvery);
  // Servers that have been there for a while know what a new page has missed. Others make it read everything again.
  if (dice.chance(0.7)) await pause(2500);
  const pages: Page[] = [];
  const calm = () => {
    servers.isBad = false;
    clearInterval(cutting);
  };
  /** A client that failed to connect several times waits longer and longer: it is not stale, but not connected. */
  const allConnected = async () => {
    const begin = performance.now();
    const areAll = () => pages.every((page) => page.isConnected(servers));
    while (!areAll() && performance.now() - begin < CONNECT) await pause(20);
    return areAll();
  };
  const open = () => {
    const page = new Page(servers, dice);
    pages.push(page);
    for (let index = 0; index < 8; index++) page.read();
  };
  for (let count = 1 + dice.upTo(3); count > 0; count--) open();
  await pause(400); // these are connected: from now on, only notices tell of changes
  const steps = 10 + dice.upTo(30);
  for (let step = 0; step < steps; step++) {
    const page = dice.pick(pages);
    if (dice.chance(0.7)) void page.write();
    else page.read();
    if (dice.chance(0.1)) servers.cut();
    if (dice.chance(0.03)) servers.kill();
    if (dice.chance(0.7)) await pause(dice.next() * (dice.chance(0.1) ? 600 : 40));
  }
  // What is written while a page connects: nothing later covers what it misses.
  const others = [...pages];
  open();
  for (let count = dice.upTo(8); count > 0; count--) {
    void dice.pick(others).write();
    await pause(dice.next() * 15);
  }
  await Promise.all(pages.map(({ written }) => Promise.all(written)));
  await servers.written();
  // In half of the rounds, nothing breaks any more, and each row changes once more. What such a notice leaves stale if it is lost, nothing covers.
  if (dice.chance(0.5)) {
    calm();
    await allConnected();
    for (const page of pages) for (let index = 0; index < 8; index++) page.read();
    await pause(600);
    for (const change of dice.shuffled(lastWrites())) {
      await dice.pick(pages).write(change);
      await pause(dice.next() * 15);
    }
  }
  // The last notices arrive while users scroll: nothing later covers what is missed now.
  for (let step = 0; step < 10; step++) {
    for (const page of pages) page.scroll();
    await pause(dice.next() * 200);
  }
  calm();
  const offline = performance.now();
  const isOffline = !(await allConnected());
  const begin = performance.now();
  let wrong: string[] = [];
  let compared = 0;
  let quietAt: number | undefined; // when all pages had read what they wanted to read
  do {
    await pause(50);
    if (pages.some((page) => page.isBusy)) continue;
    const results = await Promise.all(pages.map((page) => page.compare(servers)));
    wrong = results.flatMap((result, index) => result.wrong.map((key) => `page ${index}: ${key}`));
    compared = results.reduce((sum, result) => sum + result.compared, 0);
    quietAt ??= performance.now();
  } while (
    quietAt === undefined
      ? performance.now() - begin < GIVE_UP
      : wrong.length > 0 && performance.now() - quietAt < giveUp
  );
  if (quietAt === undefined) wrong.push("a page that did not stop reading");
  if (isOffline) wrong.push("a page that did not connect again");
  const took = performance.now() - begin;
  const connected = begin - offline;
  for (const page of pages) page.close();
  await servers.close();
  await hubs.end?.();
  const resumed = pages.filter(({ wasReset }) => !wasReset).length;
  return { seed, compared, wrong, took, connected, resumed, counts: servers.counts };
}

const OPTIONS = { url: "http://localhost/api", name: "shared" };

/** A page with queries, which follow live notices. */
class Page {
  readonly written: Promise<unknown>[] = [];
  wasReset = false;
  readonly #queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (_count, error) => error instanceof Unexpected,
        retryDelay: 20,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      },
    },
  });
  readonly #client;
  readonly #dice: Dice;
  readonly #queries: Chosen[] = [];
  readonly #leave: (() => void)[] = [];
  /** The name of its newest stream. */
  #mark: string | null = null;

  constructor({ fetch }: Servers, dice: Dice) {
    this.#dice = dice;
    const noting = (request: Request) => {
      if (new URL(request.url).pathname.endsWith("/live")) this.#mark = request.headers.get(CLIENT_MARK);
      return fetch(request);
    };
    this.#client = createClient<SharedApi>({ ...OPTIONS, fetch: noting });
    this.#queryClient.mount();
    const onRefetch = ({ cause }: Refetch) => {
      if (cause === "reset") this.wasReset = true;
    };
    const stop = connectQueries(this.#queryClient, this.#client, { live: true, onRefetch });
    this.#leave.push(stop, () => this.#queryClient.unmount());
  }

  read(): void {
    const dice = this.#dice;
    if (dice.chance(0.3) && this.scroll()) return;
    const query = chooseQuery(dice);
    this.#queries.push(query);
    if (dice.chance(0.7)) this.#leave.push(query.observe(this.#queryClient, this.#client));
    else query.fetch(this.#queryClient, this.#client).catch(() => {});
  }

  /** Adds a page to a list without an end. Returns whether there is one. */
  scroll(): boolean {
    const endless = this.#queries.flatMap(({ more }) => more ?? []);
    if (endless.length === 0) return false;
    this.#dice
      .pick(endless)(this.#queryClient, this.#client)
      .catch(() => {});
    return true;
  }

  async write(change: Write = (client) => write(client, this.#dice)): Promise<void> {
    const done = change(this.#client).catch(() => {}); // it may fail
    this.written.push(done);
    await done;
  }

  isConnected(servers: Servers): boolean {
    return this.#mark !== null && servers.isConnected(this.#mark);
  }

  get isBusy(): boolean {
    return this.#queryClient.isFetching() > 0;
  }

  async compare(servers: Servers): Promise<{ readonly compared: number; readonly wrong: string[] }> {
    const client = createClient<SharedApi>({ ...OPTIONS, fetch: servers.direct });
    return { compared: this.#queries.length, wrong: await wrongAmong(this.#queries, this.#queryClient, client) };
  }

  close(): void {
    for (const leave of this.#leave) leave();
    this.#queryClient.clear();
  }
}
