// How long the event loop is held up while handlers burn CPU, in place and offloaded.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Load } from "../server/load.js";
import { printTable } from "../support/report.js";
import { quantile } from "../support/statistics.js";

interface Delay {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export async function measureOffload() {
  const child = fork(new URL("./offload-server.js", import.meta.url), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [port] = (await once(child, "message")) as [number];
  const results: { name: string; delay: Delay; quickP99: number }[] = [];
  try {
    for (const name of ["idle", "slow", "offloaded"]) {
      if (name !== "idle") await send(port, `/api/${name}/1`, 2, 1); // starts what has to be started
      child.send("reset");
      await once(child, "message");
      const busy = name === "idle" ? Promise.resolve([]) : send(port, `/api/${name}/1`, 20, 1);
      let isOver = false;
      const latencies: number[] = [];
      const end = Promise.all([busy, new Promise((resolve) => setTimeout(resolve, 2000))]).then(() => {
        isOver = true;
      });
      while (!isOver) latencies.push(...(await send(port, "/api/quick/1", 20, 1)));
      await end;
      child.send("delay");
      const [delay] = (await once(child, "message")) as [Delay];
      results.push({ name, delay, quickP99: quantile(latencies, 0.99) });
    }
  } finally {
    child.kill();
  }
  return results;
}

async function send(port: number, path: string, count: number, connections: number): Promise<number[]> {
  const load = await Load.open(port, connections);
  const latencies = await load.send({ method: "GET", path }, count);
  load.close();
  return latencies;
}

export function printOffload(results: Awaited<ReturnType<typeof measureOffload>>): void {
  console.log("\nEvent-loop delay in ms while one request after the other burns 100 ms of CPU\n");
  printTable(
    ["", "median", "p99", "longest", "p99 of quick requests meanwhile"],
    results.map(({ name, delay, quickP99 }) => [
      name,
      delay.median.toFixed(1),
      delay.p99.toFixed(1),
      delay.max.toFixed(1),
      quickP99.toFixed(1),
    ]),
  );
}
