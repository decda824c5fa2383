import { checkKnownKeys } from "../define/model/known-keys.js";
import { requireInteger } from "../define/model/limit.js";
import type { HubBatch, HubListener, HubNotice, LiveHub } from "../define/types/live.js";
import { type RedisClient, type RedisConnection, requireClient } from "./client.js";
import { RetryWaits } from "../retry/retry-waits.js";
import { entriesOf, type StreamEntry } from "./stream-entries.js";

export interface RedisHubOptions {
  /** The key of the stream. APIs that share a Redis need different ones. Default: `trestle:live`. */
  readonly stream?: string;
  /** About how many publishes are kept for clients that connect again. Default: 100 000. */
  readonly keep?: number;
}

/** Milliseconds for which Redis holds a read back. */
const BLOCK = 5000;

/** How many publishes one read takes. */
const COUNT = 1000;

/** The only field of an entry. */
const FIELD = "n";

/**
 * Carries live notices through a stream in Redis, for any number of processes. A notice is published after the commit of its write, and is
 * lost if the process dies between both. Each process opens one more connection.
 *
 * @param client A connected client of the package `redis`.
 * @throws {TypeError} If `client` is not such a client, or an option is unknown or not a positive integer.
 *
 * @example
 * ```ts no-run
 * import { createClient } from "redis";
 * import { trestle } from "trestle";
 * import { liveChannel } from "trestle/live";
 * import { redisHub } from "trestle/redis";
 *
 * const client = await createClient({ url: process.env.REDIS_URL }).connect();
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() } });
 * const api = t.router({ notes: notes.routes(notes.deleteOne(() => {})) });
 * export const live = liveChannel(api, { hub: redisHub(client) });
 * ```
 */
export function redisHub(client: RedisClient, options: RedisHubOptions = {}): LiveHub {
  requireClient("redisHub", client);
  checkKnownKeys("redisHub", options, { stream: true, keep: true });
  const { stream = "trestle:live", keep = 100_000 } = options;
  requireInteger("redisHub: keep", keep);
  const log = new StreamLog(client, stream);
  return {
    async secret() {
      const key = `${stream}:secret`;
      await client.sendCommand(["SET", key, crypto.randomUUID() + crypto.randomUUID(), "NX"]);
      return `${await client.sendCommand(["GET", key])}`;
    },
    async publish(notices) {
      await client.sendCommand(["XADD", stream, "MAXLEN", "~", `${keep}`, "*", FIELD, JSON.stringify(notices)]);
    },
    async subscribe(listener) {
      // A stream without any entry has no position from which a client could continue.
      if ((await log.last()) === undefined)
        await client.sendCommand(["XADD", stream, "MAXLEN", "~", `${keep}`, "*", FIELD, "[]"]);
      const position = (await log.last()) ?? ZERO;
      const connection = client.duplicate();
      connection.on("error", listener.fail); // node-redis connects again by itself
      await connection.connect();
      const reader = new Reader(connection, log, listener, position);
      return { position, close: () => reader.close() };
    },
    async *since(position) {
      let after = position;
      for (let isMore = true; isMore; ) {
        const reply = await client.sendCommand(["XRANGE", stream, `(${after}`, "+", "COUNT", `${COUNT}`]);
        if (!(await log.has(after))) return yield undefined; // checked afterwards: entries may be cut off meanwhile
        const entries = entriesOf(reply);
        const page = batchOf(entries, after);
        yield page.notices;
        after = page.position;
        isMore = entries.length === COUNT;
      }
    },
  };
}

const ZERO = "0-0";

function batchOf(entries: readonly StreamEntry[], before: string): HubBatch {
  const notices = entries.flatMap(({ values }): HubNotice[] => JSON.parse(values[1] ?? "[]"));
  return { notices, position: entries.at(-1)?.id ?? before };
}

/** What a stream contains. */
class StreamLog {
  constructor(
    readonly client: RedisClient,
    readonly stream: string,
  ) {}

  /** The newest id. Undefined for an empty stream. */
  last(): Promise<string | undefined> {
    return this.#edge(["XREVRANGE", this.stream, "+", "-"]);
  }

  /** Whether the stream contains everything after an id: neither is something cut off, nor did it begin anew. */
  async has(id: string): Promise<boolean> {
    const [first, last] = await Promise.all([this.#edge(["XRANGE", this.stream, "-", "+"]), this.last()]);
    return first !== undefined && last !== undefined && !isBefore(id, first) && !isBefore(last, id);
  }

  async #edge(command: string[]): Promise<string | undefined> {
    return entriesOf(await this.client.sendCommand([...command, "COUNT", "1"]))[0]?.id;
  }
}

/** Whether an id is lower than another: both are a time and a number. */
function isBefore(a: string, b: string): boolean {
  const [time = 0, count = 0] = a.split("-").map(Number);
  const [otherTime = 0, otherCount = 0] = b.split("-").map(Number);
  return time === otherTime ? count < otherCount : time < otherTime;
}

/** Reads what is published, on a connection that Redis may block. */
class Reader {
  readonly #connection: RedisConnection;
  readonly #log: StreamLog;
  readonly #listener: HubListener;
  readonly #reading: Promise<void>;
  readonly #waits = new RetryWaits();
  #last: string;
  #isClosed = false;
  #wake: () => void = () => {};

  constructor(connection: RedisConnection, log: StreamLog, listener: HubListener, position: string) {
    this.#connection = connection;
    this.#log = log;
    this.#listener = listener;
    this.#last = position;
    this.#reading = this.#readAll();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.destroy(); // the read that it waits for fails
    this.#wake();
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    let mayLack = false;
    while (!this.#isClosed) {
      try {
        if (mayLack) await this.#startAnewIfLost();
        mayLack = await this.#read(mayLack);
        this.#waits.succeeded();
      } catch (error) {
        if (this.#isClosed) return;
        mayLack = true;
        this.#listener.fail(error);
        await this.#pause();
      }
    }
  }

  /** Reads once. Returns whether the reader is so far behind that entries may be cut off before it reads them. */
  async #read(mayLack: boolean): Promise<boolean> {
    const { stream } = this.#log;
    const reply = await this.#connection.sendCommand([
      "XREAD",
      "COUNT",
      `${COUNT}`,
      "BLOCK",
      `${BLOCK}`,
      "STREAMS",
      stream,
      this.#last,
    ]);
    if (this.#isClosed || reply === null) return false;
    const entries = entriesOf(streamOf(reply));
    const batch = batchOf(entries, this.#last);
    if (mayLack && (await this.#startAnewIfLost())) return false; // entries were cut off just before the read
    this.#last = batch.position;
    this.#listener.hear(batch);
    return entries.length === COUNT;
  }

  async #startAnewIfLost(): Promise<boolean> {
    if (await this.#log.has(this.#last)) return false;
    this.#last = (await this.#log.last()) ?? ZERO;
    if (!this.#isClosed) this.#listener.reset(this.#last);
    return true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#waits.next());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The only stream of a reply: a list of pairs in RESP2, a map or an object in RESP3. */
function streamOf(reply: unknown): unknown {
  if (Array.isArray(reply)) return Array.isArray(reply[0]) ? reply[0][1] : reply[1];
  if (reply instanceof Map) return [...reply.values()][0];
  return typeof reply === "object" && reply !== null ? Object.values(reply)[0] : undefined;
}
