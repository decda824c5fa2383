import { memoryStore } from "trestle";
import { memoryHub } from "trestle/live";
import { postgresHub, postgresStore } from "trestle/postgres";
import { redisHub, redisStore } from "trestle/redis";
import { expect, test } from "vitest";

const query = async () => ({ rows: [] });
const pool = { query };
const client = { sendCommand: async () => null, duplicate: () => client } as never;

// biome-ignore lint/suspicious/noExplicitAny: each function takes options of its own
const makers: readonly (readonly [name: string, make: (options: any) => unknown, time: string])[] = [
  ["memoryHub", memoryHub, "keep"],
  ["postgresHub", (options) => postgresHub(pool, options), "pollEvery"],
  ["redisHub", (options) => redisHub(client, options), "keep"],
  ["memoryStore", memoryStore, "expiresAfter"],
  ["postgresStore", (options) => postgresStore({ query, ...options }), "expiresAfter"],
  ["redisStore", (options) => redisStore(client, options), "claimExpiresAfter"],
];

test.each(makers)(
  "%s refuses an option that it does not know, and a number that is not positive",
  (name, make, time) => {
    expect(() => make({})).not.toThrow();
    expect(() => make({ [`${time}s`]: 5 })).toThrow(`${name}: "${time}s" is not an option. `);
    for (const value of [0, -1, 1.5, Number.NaN, "5", null]) {
      expect(() => make({ [time]: value }), `${value}`).toThrow(`${name}: ${time} must be a positive integer`);
    }
  },
);

test.each([
  ["a pool", () => postgresHub(undefined as never), "postgresHub needs a pool of node-postgres, or a PGlite."],
  ["a query", () => postgresStore({} as never), "postgresStore needs query"],
  ["a client", () => redisHub({} as never), "redisHub needs a client of the package redis"],
  ["a client", () => redisStore(undefined as never), "redisStore needs a client of the package redis"],
  [
    "a client that is not of ioredis",
    () => redisStore({ sendCommand: () => {}, defineCommand: () => {} } as never),
    "needs a client of the package redis",
  ],
])("a store and a hub need %s", (_, make, message) => {
  expect(make).toThrow(message);
});
