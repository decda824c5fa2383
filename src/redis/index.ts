export type { RedisClient, RedisConnection } from "./client.js";
export { redisHub, type RedisHubOptions } from "./redis-hub.js";
export { redisStore, type RedisStoreOptions } from "./redis-store.js";
