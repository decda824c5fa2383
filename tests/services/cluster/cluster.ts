import pg from "pg";
import { type RunningNginx, startNginx } from "../../support/nginx.js";
import { type RunningPgbouncer, startPgbouncer } from "../../support/pgbouncer.js";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";
import { type RunningRedis, startRedis } from "../../support/redis.js";
import type { Bug } from "./bugs.js";
import { Instance } from "./instances.js";
import { createLedger } from "./ledger-api.js";

/** Accounts that all writers edit. */
export const ACCOUNTS = 4;

/** What can stand around the instances. Redis keeps the idempotency keys. */
export const SERVICES = ["nginx", "pgbouncer", "redis", "standby"] as const;
export type Service = (typeof SERVICES)[number];

export interface ClusterOptions {
  readonly instances: number;
  readonly services?: readonly Service[];
  /** What the instances do wrong on purpose. */
  readonly bug?: Bug | undefined;
}

/** Instances of the app before one Postgres, and the services around them. All of them are real programs on this machine. */
export class Cluster {
  readonly instances: Instance[] = [];
  readonly #stops: (() => Promise<unknown>)[] = [];
  #postgres: RunningPostgres | undefined;
  standby: RunningPostgres | undefined;
  pgbouncer: RunningPgbouncer | undefined;
  redis: RunningRedis | undefined;
  nginx: RunningNginx | undefined;

  private constructor() {}

  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.#start(options);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Whether a proxy sends a DELETE again if the instance dies before it has responded. nginx does. */
  get repeatsDeletes(): boolean {
    return this.nginx !== undefined;
  }

  /** The server that accepts writes. */
  get postgres(): RunningPostgres {
    if (!this.#postgres) throw new Error("Postgres is not started");
    return this.#postgres;
  }

  /** Where clients send requests: nginx, or each instance. */
  get origins(): readonly string[] {
    return this.nginx ? [this.nginx.origin] : this.instances.map(({ origin }) => origin);
  }

  /** The primary crashes, and its standby takes over for good. */
  async failOver(): Promise<void> {
    const { standby } = this;
    if (!standby) return;
    this.standby = undefined;
    await this.postgres.crash();
    this.#postgres = standby;
    await this.query("select pg_promote()");
    await this.pgbouncer?.pointTo(standby.url);
  }

  /** Runs one statement on the server that accepts writes. */
  async query<T extends object>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    client.on("error", () => {}); // Postgres may end
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
  }

  async #start({ instances, services = [], bug }: ClusterOptions): Promise<void> {
    const has = (service: Service) => services.includes(service);
    this.#postgres = this.#stopped(await startPostgres());
    const pool = new pg.Pool({ connectionString: this.postgres.url });
    pool.on("error", () => {}); // Postgres may end before its connections
    await createLedger(pool, ACCOUNTS).finally(() => pool.end());
    if (has("standby")) this.standby = this.#stopped(await this.postgres.startStandby());
    if (has("pgbouncer")) this.pgbouncer = this.#stopped(await startPgbouncer(this.postgres.url));
    if (has("redis")) this.redis = this.#stopped(await startRedis());
    const { url } = this.postgres;
    const own = { databaseUrl: (this.pgbouncer ?? this.postgres).url, listenUrl: url, redisUrl: this.redis?.url, bug };
    this.#stops.push(() => Promise.all(this.instances.map((instance) => instance.kill())));
    const start = async () => void this.instances.push(await Instance.start(own));
    await Promise.all(Array.from({ length: instances }, start));
    if (has("nginx")) this.nginx = this.#stopped(await startNginx(this.instances.map(({ port }) => port)));
  }

  #stopped<T extends { stop(): Promise<void> }>(service: T): T {
    this.#stops.push(() => service.stop());
    return service;
  }
}
