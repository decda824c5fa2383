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
