import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { liveChannel } from "trestle/live";
import { CLIENT_MARK } from "../../../src/wire/headers.js";
import type { Dice } from "./dice.js";
import { sharedApi } from "./api.js";
import type { HubsOfRound, InstanceParts } from "./hubs.js";

type Handle = (request: Request) => Promise<Response>;

interface Instance {
  readonly handle: Handle;
  readonly settled: () => Promise<void>;
  /** Ends the process: its streams break, its requests get no response, and its memory is gone. */
  readonly kill: () => void;
  readonly isKilled: () => boolean;
}

/** An open stream of live notices. */
interface Stream {
  readonly instance: Instance;
  readonly mark: string | null;
}

export const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** Milliseconds that a client adds to the time for which it asks. */
const MARGIN = 2000;

export interface ServersOptions {
  /** Milliseconds that streams forget of the time between a page's first reads and its connection. A correct server forgets nothing. */
  readonly forget?: number | undefined;
}

/** Instances of one API with one hub, and a bad network before them. */
export class Servers {
  /** How often the network did what. */
  readonly counts = { reads: 0, lostRequests: 0, lostResponses: 0, lateWrites: 0, cuts: 0, kills: 0 };
  /** Whether connections break. */
  isBad = true;
  readonly #api;
  readonly #instances: Instance[] = [];
  readonly #killed: Instance[] = [];
  readonly #partsOf: () => InstanceParts;
  readonly #options: ServersOptions;
  readonly #dice: Dice;
  readonly #late = new Set<Promise<unknown>>();
  /** What breaks each open stream. */
  readonly #cuts = new Map<() => void, Stream>();

  constructor(count: number, { make, store }: HubsOfRound, dice: Dice, options: ServersOptions = {}) {
    this.#api = sharedApi(store);
    this.#partsOf = make;
    this.#options = options;
    this.#dice = dice;
    for (let index = 0; index < count; index++) this.#instances.push(this.#start());
  }

  /** A client's `fetch`: to a random instance, and it may fail. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const dice = this.#dice;
    const instance = dice.pick(this.#instances);
    const { handle } = instance;
    if (new URL(request.url).pathname.endsWith("/live")) return this.#openStream(request, instance);
    const isWrite = request.method !== "GET";
    if (!isWrite) this.counts.reads++;
    await this.#delay();
    if (this.isBad && dice.chance(0.05)) {
      this.counts.lostRequests++;
      throw new TypeError("The request was lost.");
    }
    if (this.isBad && isWrite && dice.chance(0.1)) {
      this.counts.lateWrites++;
      // As behind a proxy that gives up: the client's signal does not reach the server.
      const copy = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        body: (await request.text()) || null,
      });
      const late = pause(dice.next() * 150).then(() => handle(copy));
      this.#late.add(late);
      throw new TypeError("The connection broke before the write was done.");
    }
    const response = await handle(request);
    if (instance.isKilled()) throw new TypeError("The process was killed.");
    await this.#delay();
    if (this.isBad && isWrite && dice.chance(0.1)) {
      this.counts.lostResponses++;
      throw new TypeError("The response was lost.");
    }
    return response;
  };

  /** Most messages are fast, and some are overtaken by many others. */
  #delay(): Promise<void> {
    return pause(this.#dice.next() * (this.isBad && this.#dice.chance(0.1) ? 400 : 15));
  }

  /** A `fetch` that never fails. */
  readonly direct = (request: Request): Promise<Response> => this.#dice.pick(this.#instances).handle(request);

  /** Whether a client has an open stream. `mark` is the name that its requests state. */
  isConnected(mark: string | null): boolean {
    return [...this.#cuts.values()].some((stream) => stream.mark === mark);
  }

  /** Breaks a random stream. */
  cut(): void {
    const all = [...this.#cuts.keys()];
    if (all.length === 0) return;
    this.counts.cuts++;
    this.#dice.pick(all)();
  }

  /** Replaces a random instance by a new one. Its streams break. */
  kill(): void {
    this.counts.kills++;
    const index = this.#dice.upTo(this.#instances.length) - 1;
    for (const [cut, { instance }] of this.#cuts) if (instance === this.#instances[index]) cut();
    const killed = this.#instances[index];
    killed?.kill();
    if (killed) this.#killed.push(killed);
    this.#instances[index] = this.#start();
  }

  /** Resolves when every write is done. */
  async written(): Promise<void> {
    await Promise.all(this.#late);
  }

  async close(): Promise<void> {
    for (const { kill } of this.#instances) kill();
    for (const { settled } of [...this.#instances, ...this.#killed]) await settled();
  }

  #start(): Instance {
    const { hub, context, kill } = this.#partsOf();
    const live = liveChannel(this.#api, { hub, heartbeat: 100, onError: () => {} });
    const controller = new AbortController();
    const { signal } = controller;
    const options = {
      prefix: "/api",
      live,
      signal,
      onError: () => {},
      ...(context && { context: trestle<object>().context(context) }),
    };
    const handle = fetchHandler(this.#api, options);
    handle(new Request("http://localhost/api/live", { method: "HEAD" })); // it reads its hub from now on
    return {
      handle: async (request) => handle(request),
      settled: () => live.settled(),
      kill() {
        controller.abort();
        kill?.();
      },
      isKilled: () => signal.aborted,
    };
  }

  /** Opens a stream, later than the first reads of its page. */
  async #openStream(request: Request, instance: Instance): Promise<Response> {
    const begin = performance.now();
    await pause(this.#dice.next() * 200);
    const response = await instance.handle(this.#forgetting(request, performance.now() - begin));
    return this.#breakable(response, { instance, mark: request.headers.get(CLIENT_MARK) });
  }

  /** A request that asks for too little of what happened before it, to show that the check finds that. */
  #forgetting(request: Request, late: number): Request {
    const { forget } = this.#options;
    const url = new URL(request.url);
    const since = url.searchParams.get("since");
    if (forget === undefined || since === null) return request;
    url.searchParams.set("since", `${Math.max(0, Math.round(Number(since) - MARGIN + late - forget))}`);
    return new Request(url, request);
  }

  #breakable(response: Response, stream: Stream): Response {
    if (!response.ok || !response.body) return response;
    const cuts = this.#cuts;
    const reader = response.body.getReader();
    let cut = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        cut = () => {
          cuts.delete(cut);
          controller.error(new TypeError("The connection broke."));
          reader.cancel().catch(() => {});
        };
        cuts.set(cut, stream);
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            cuts.delete(cut);
            controller.close();
          } else controller.enqueue(value);
        } catch {
          cut();
        }
      },
      cancel: () => {
        cuts.delete(cut);
        return reader.cancel();
      },
    });
    return new Response(body, response);
  }
}
