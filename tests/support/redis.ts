import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";

export interface RunningRedis {
  readonly url: string;
  /** Kills the server, which loses everything that it held, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's redis-server, empty, on a free loopback port. It keeps nothing on disk. */
export async function startRedis(): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), "trestle-redis-"));
  const port = await freePort();
  const start = async () => {
    const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
    const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    await new Promise<void>((resolve, reject) => {
      server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        if (output.includes("Ready to accept connections")) resolve();
      });
      server.once("error", reject); // it is not installed
      server.once("close", (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)));
    });
    return server;
  };
  let server = await start();
  const interrupt = () => server.kill("SIGKILL");
  process.once("exit", interrupt);
  const end = async () => {
    server.kill("SIGKILL");
    await once(server, "close");
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await end();
      server = await start();
    },
    async stop() {
      process.off("exit", interrupt);
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
