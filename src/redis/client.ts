/** A connection of node-redis (the package `redis`). */
export interface RedisConnection {
  sendCommand(command: string[]): Promise<unknown>;
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A connected client of node-redis: `await createClient({ url }).connect()`. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>;
  /** Makes another connection to the same server. */
  duplicate(): RedisConnection;
}

/** Throws for a client of another package, whose `sendCommand` is missing or takes other arguments. */
export function requireClient(where: string, client: Pick<RedisClient, "sendCommand">): void {
  if (typeof client?.sendCommand === "function" && !("defineCommand" in client)) return;
  throw new TypeError(`${where} needs a client of the package redis: await createClient({ url }).connect().`);
}
