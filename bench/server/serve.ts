// A contender's process: starts its server, and tells the parent what it costs.
import { createServer } from "node:net";

/** A contender's module: starts listening, and resolves when it does. */
export interface ContenderModule {
  start(port: number): Promise<unknown>;
}

const port = await freePort();
const contender = (await import(`./servers/${process.argv[2]}.js`)) as ContenderModule; // every file there is one
await contender.start(port);

process.on("message", (question) => {
  if (question === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
    return;
  }
  if (question === "heap") globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
process.on("disconnect", () => process.exit());
process.send?.(port);

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
