import { Socket } from "node:net";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createClient } from "redis";
import { drizzleQuery } from "trestle/drizzle";
import { type LiveHub, memoryHub } from "trestle/live";
import { migrate, postgresHub } from "trestle/postgres";
import { redisHub } from "trestle/redis";
import { giveBackBroken } from "../../../examples/newsroom/db/pool.js";
import { startPostgres } from "../../support/postgres.js";
import { startRedis } from "../../support/redis.js";
import { startTcpProxy } from "../../support/tcp-proxy.js";
import type { StoreOf } from "./api.js";
import { type Context, createTables, inPostgres } from "./postgres-store.js";

/** The hubs of a kind. */
export interface Hubs {
  begin(): Promise<HubsOfRound>;
  stop(): Promise<void>;
}

/** What one instance uses. */
export interface InstanceParts {
  readonly hub: LiveHub<never>;
  /** The context of its requests. */
  readonly context?: () => object;
  /** Called when the instance is killed. Nothing that it does from then on may reach the store. */
  readonly kill?: () => void;
}

/** The hubs of the instances of one round. */
export interface HubsOfRound {
  /** Makes the parts of an instance. */
  readonly make: () => InstanceParts;
  /** Where the rows are. Default: in memory. */
  readonly store?: StoreOf;
  /** Breaks all connections to the store. */
  readonly cut?: () => void;
  readonly end?: () => Promise<void>;
}

const KINDS = { memory: memoryHubs, redis: redisHubs, postgres: postgresHubs };

/** @throws {TypeError} For another kind. */
export function startHubs(kind: string): Promise<Hubs> {
  const start = Object.entries(KINDS).find(([name]) => name === kind)?.[1];
  if (start === undefined) throw new TypeError(`--hub must be one of ${Object.keys(KINDS).join(", ")}; it is ${kind}.`);
  return start();
}

async function memoryHubs(): Promise<Hubs> {
  return {
    async begin() {
      const hub = memoryHub();
      return { make: () => ({ hub }) };
    },
    stop: async () => {},
  };
}

async function redisHubs(): Promise<Hubs> {
  const server = await startRedis();
  let count = 0;
  return {
    async begin() {
      const stream = `round-${count++}`;
      const proxy = await startTcpProxy(Number(new URL(server.url).port));
      const clients: { destroy(): void }[] = [];
      return {
        make() {
          const client = createClient({ url: proxy.through(server.url), socket: { reconnectStrategy: 20 } });
          client.on("error", () => {}); // it is cut, and connects again
          client.connect().catch(() => {});
          clients.push(client);
          return { hub: redisHub(client, { stream }) };
        },
        cut: proxy.cut,
        async end() {
          for (const client of clients) client.destroy();
          await proxy.close();
        },
      };
    },
    stop: () => server.stop(),
  };
}

/** The rows are in Postgres, too, and each write stores its notice in its own transaction. */
async function postgresHubs(): Promise<Hubs> {
  const server = await startPostgres();
  const admin = quietPool(server.url, 2);
  let count = 0;
  return {
    async begin() {
      const database = `round_${count++}`;
      await admin.query(`create database ${database}`);
      const url = server.url.replace(/\/postgres$/, `/${database}`);
      const setup = quietPool(url, 1);
      await migrate(setup);
      await createTables(setup);
      await setup.end();
      const proxy = await startTcpProxy(Number(new URL(server.url).port));
      const pools: pg.Pool[] = [];
      return {
        store: inPostgres,
        make() {
          const sockets = new ProcessSockets();
          const pool = quietPool(proxy.through(url), 6, sockets.make);
          pools.push(pool);
          const db = drizzle({ client: pool });
          const hub = postgresHub<Context>(pool, { query: drizzleQuery("db"), pollEvery: 500 });
          // A process that is gone wakes nobody up. The others find its notices when they next look.
          const wake = async () => (sockets.isKilled ? undefined : hub.wake?.());
          const publish = () => Promise.reject(new Error("Every write stores its notice in its transaction."));
          return { hub: { ...hub, publish, wake }, context: () => ({ db }), kill: sockets.kill };
        },
        cut: proxy.cut,
        async end() {
          for (const pool of pools) await pool.end();
          await proxy.close();
          await admin.query(`drop database ${database} with (force)`);
        },
      };
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

/** A pool whose connections may break at any time. */
function quietPool(url: string, max: number, stream?: () => Socket): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, stream });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  giveBackBroken(pool);
  return pool;
}

/** The connections of one process. When it is killed, all of them break, and no other can be made. */
class ProcessSockets {
  isKilled = false;
  readonly #sockets = new Set<Socket>();

  readonly make = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    if (this.isKilled) setImmediate(() => socket.destroy(new Error("The process was killed.")));
    return socket;
  };

  readonly kill = (): void => {
    this.isKilled = true;
    for (const socket of this.#sockets) socket.destroy();
  };
}
