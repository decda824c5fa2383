import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../../schemas/dice.js";
import type { Cluster, Service } from "./cluster.js";

/** What breaks, and is repaired. */
const FAULTS = {
  /** `kill -9` of an instance. */
  kill: async ({ instances }: Cluster, dice: Dice) => {
    const instance = dice.pick(instances);
    await instance.kill();
    await instance.start();
  },
  /** A new version of the app: each instance in turn ends after its last response. */
  rolling: async ({ instances }: Cluster) => {
    for (const instance of instances) {
      await instance.drain();
      await instance.start();
    }
  },
  /** Postgres ends like in a crash, and starts again. */
  postgres: async ({ postgres }: Cluster) => {
    await postgres.crash();
    await postgres.restart();
  },
  pgbouncer: async ({ pgbouncer }: Cluster) => pgbouncer?.restart(),
  /** Redis forgets everything. */
  redis: async ({ redis }: Cluster) => redis?.restart(),
  nginx: async ({ nginx }: Cluster) => nginx?.restart(),
  failover: async (cluster: Cluster) => cluster.failOver(),
} satisfies Readonly<Record<string, (cluster: Cluster, dice: Dice) => Promise<void>>>;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[]; // the keys of an object literal

/** Those of a cluster with these services that must lose nothing. A Redis that forgets the keys of writes lets a retry run twice. */
export function faultsOf(services: readonly Service[]): Fault[] {
  return ["kill", "rolling", "postgres", ...services.filter((name) => name !== "standby" && name !== "redis")];
}

/** Lets something break at random, again and again, until the signal is aborted. @returns How often each fault happened. */
export async function breakAtRandom(
  cluster: Cluster,
  dice: Dice,
  faults: readonly Fault[],
  pause: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<Fault, number>> {
  const counts = new Map<Fault, number>();
  while (!signal.aborted && faults.length > 0) {
    await wait(pause / 2 + dice.below(pause), signal);
    if (signal.aborted) break;
    const fault = dice.pick(faults);
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    await FAULTS[fault](cluster, dice);
  }
  return counts;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined); // it rejects when the signal is aborted
}
