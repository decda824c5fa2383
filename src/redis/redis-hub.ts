import { checkOptionNames } from "../define/model/names.js";
import { requireInteger } from "../define/model/limit.js";
import type { HubBatch, HubListener, HubNotice, LiveHub } from "../define/types/live.js";
import { type RedisClient, type RedisConnection, requireClient } from "./client.js";
import { Pause } from "../retry/pause.js";
import { RetryWaits } from "../retry/retry-waits.js";

export interface RedisHubOptions {
  /** The key of the stream. APIs that share a Redis need different ones. Default: `trestle:live`. */
  readonly stream?: string;
  /** About how many publishes are kept for clients that connect again. Default: 100 000. */
  readonly keep?: number;
}

/** Milliseconds for which Redis holds a read back. After that time, a reader notices that the stream began anew with lower ids. */
const BLOCK = 1000;

/** How many publishes one read takes. */
const COUNT = 1000;

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
  checkOptionNames("redisHub", options, { stream: true, keep: true });
  const { stream = "trestle:live", keep = 100_000 } = options;
  requireInteger("redisHub: keep", keep);
  const add = async (notices: readonly HubNotice[]) => {
    const mark = crypto.randomUUID().slice(0, 8);
    const entry = ["*", mark, JSON.stringify(notices)];
    const id = await client.sendCommand(["XADD", stream, "MAXLEN", "~", `${keep}`, ...entry]);
    return positionOf({ id: `${id}`, values: [mark] });
  };
  // A stream without any entry has no position from which a client could continue.
  const newest = async () => {
    const [entry] = entriesOf(await client.sendCommand(["XREVRANGE", stream, "+", "-", "COUNT", "1"]));
    return entry === undefined ? add([]) : positionOf(entry);
  };
  return {
    async secret() {
      const key = `${stream}:secret`;
      await client.sendCommand(["SET", key, crypto.randomUUID() + crypto.randomUUID(), "NX"]);
      return `${await client.sendCommand(["GET", key])}`;
    },
    async publish(notices) {
      await add(notices);
    },
    async subscribe(listener) {
      const position = await newest();
      const connection = client.duplicate();
      connection.on("error", listener.fail); // node-redis connects again by itself
      await connection.connect();
      const reader = new Reader(connection, stream, newest, listener, position);
      return { position, close: () => reader.close() };
    },
    async *since(position) {
      let after = position;
      for (let isMore = true; isMore; ) {
        const range = ["XRANGE", stream, idOf(after), "+", "COUNT", `${COUNT + 1}`];
        const [before, ...entries] = entriesOf(await client.sendCommand(range));
        if (before === undefined || positionOf(before) !== after) return yield undefined;
        const page = batchOf(entries, after);
        yield page.notices;
        after = page.position;
        isMore = entries.length === COUNT;
      }
    },
  };
}

interface StreamEntry {
  readonly id: string;
  /** Names and values in turn. */
  readonly values: readonly string[];
}

/** Reads the entries in a raw reply. */
function entriesOf(reply: unknown): readonly StreamEntry[] {
  if (!Array.isArray(reply)) return [];
  return reply.map((entry): StreamEntry => {
    const [id, values] = entry as readonly [unknown, readonly unknown[] | null]; // as Redis documents it
    return { id: `${id}`, values: (values ?? []).map(String) };
  });
}

function batchOf(entries: readonly StreamEntry[], before: string): HubBatch {
  const notices = entries.flatMap(({ values }): HubNotice[] => JSON.parse(values[1] ?? "[]"));
  const last = entries.at(-1);
  return { notices, position: last === undefined ? before : positionOf(last) };
}

/**
 * The position after an entry: its id and its random mark, because a stream that began anew can have the same ids. While the stream contains
 * the entry, it also contains everything after it, because entries are only cut off at the begin.
 */
function positionOf({ id, values }: StreamEntry): string {
  return `${id} ${values[0]}`;
}

function idOf(position: string): string {
  return position.split(" ", 1).join();
}

/** Reads what is published, on a connection that Redis may block. */
class Reader {
  readonly #connection: RedisConnection;
  readonly #stream: string;
  readonly #newest: () => Promise<string>;
  readonly #listener: HubListener;
  readonly #reading: Promise<void>;
  readonly #waits = new RetryWaits();
  #last: string;
  #isClosed = false;
  readonly #pause = new Pause();

  constructor(
    connection: RedisConnection,
    stream: string,
    newest: () => Promise<string>,
    listener: HubListener,
    position: string,
  ) {
    this.#connection = connection;
    this.#stream = stream;
    this.#newest = newest;
    this.#listener = listener;
    this.#last = position;
    this.#reading = this.#readAll();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.destroy(); // the read that it waits for fails
    this.#pause.end();
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#read();
        this.#waits.succeeded();
      } catch (error) {
        if (this.#isClosed) return;
        this.#listener.fail(error);
        await this.#pause.wait(this.#waits.next());
      }
    }
  }

  /** Reads once, and then asks whether the stream still contains the position: entries may be cut off until the read. */
  async #read(): Promise<void> {
    const position = this.#last;
    const id = idOf(position);
    const blocking = ["XREAD", "COUNT", `${COUNT}`, "BLOCK", `${BLOCK}`, "STREAMS", this.#stream, id];
    const [read, at] = await Promise.all([
      this.#connection.sendCommand(blocking),
      this.#connection.sendCommand(["XRANGE", this.#stream, id, id]), // Redis runs it when the read is done
    ]);
    if (!entriesOf(at).some((entry) => positionOf(entry) === position)) {
      this.#last = await this.#newest();
      if (!this.#isClosed) this.#listener.reset(this.#last);
    } else if (read !== null && !this.#isClosed) {
      const batch = batchOf(entriesOf(streamOf(read)), position);
      this.#last = batch.position;
      this.#listener.hear(batch);
    }
  }
}

/** The only stream of a reply: a list of pairs in RESP2, a map or an object in RESP3. */
function streamOf(reply: unknown): unknown {
  if (Array.isArray(reply)) return Array.isArray(reply[0]) ? reply[0][1] : reply[1];
  if (reply instanceof Map) return [...reply.values()][0];
  return typeof reply === "object" && reply !== null ? Object.values(reply)[0] : undefined;
}
