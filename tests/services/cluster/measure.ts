import { readFileSync } from "node:fs";
import { Cluster, type Service } from "./cluster.js";
import { countOf, mixedLoad, type Responses } from "./load.js";

export interface Measured {
  readonly instances: number;
  readonly requestsPerSecond: number;
  /** Milliseconds of CPU that the instances used for a request. */
  readonly cpuPerRequest: number;
  readonly failed: number;
}

/** The throughput of a mixed load through nginx. */
export async function measure(instances: number, seconds: number, services: readonly Service[]): Promise<Measured> {
  const cluster = await Cluster.start({ instances, services: [...services, "nginx"] });
  try {
    await loadFor(cluster, Math.min(3, seconds)); // the compiler warms up
    const before = cpuOf(cluster);
    const from = performance.now();
    const responses = await loadFor(cluster, seconds);
    const done = countOf(responses, false);
    return {
      instances,
      requestsPerSecond: Math.round(done / ((performance.now() - from) / 1000)),
      cpuPerRequest: Math.round(((cpuOf(cluster) - before) / done) * 1000) / 1000,
      failed: countOf(responses, true),
    };
  } finally {
    await cluster.stop();
  }
}

/** What clients of nginx receive while instances leave and come back. */
export async function whileReplacing(
  seconds: number,
  replace: (cluster: Cluster) => Promise<void>,
): Promise<{ readonly responses: Responses; readonly times: number }> {
  const cluster = await Cluster.start({ instances: 2, services: ["nginx"] });
  const stop = new AbortController();
  try {
    const load = mixedLoad(cluster.origins[0] ?? "", 16, stop.signal);
    const until = performance.now() + seconds * 1000;
    let times = 0;
    for (; performance.now() < until; times++) await replace(cluster);
    stop.abort();
    return { responses: await load, times };
  } finally {
    stop.abort();
    await cluster.stop();
  }
}

/** Each instance in turn ends after its last response, and starts again. */
export async function rollingRestart({ instances }: Cluster): Promise<void> {
  for (const instance of instances) {
    await instance.drain();
    await instance.start();
  }
}

/** One instance is killed. It comes back. */
export async function killOne({ instances }: Cluster): Promise<void> {
  await instances[0]?.kill();
  await instances[0]?.start();
}

function loadFor(cluster: Cluster, seconds: number): Promise<Responses> {
  return mixedLoad(cluster.origins[0] ?? "", 32, AbortSignal.timeout(seconds * 1000));
}

/** Milliseconds of CPU that the instances have used. Linux counts in hundredths of a second. */
function cpuOf({ instances }: Cluster): number {
  return instances.reduce((sum, { pid }) => {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13);
    return sum + (Number(user) + Number(system)) * 10;
  }, 0);
}
