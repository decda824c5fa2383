import { Dice } from "../../schemas/dice.js";
import { checkedBy } from "./check.js";
import { ACCOUNTS, Cluster } from "./cluster.js";
import { History } from "./history.js";
import { writeAtRandom } from "./writers.js";

/** How the standby follows the primary. */
export type Replication = "asynchronous" | "a second behind" | "synchronous";

export interface Loss {
  readonly replication: Replication;
  readonly done: number;
  /** Writes that were answered with a 2xx, and are not in the new primary. */
  readonly lost: number;
  /** Other contradictions. */
  readonly others: number;
}

/** Lets the primary crash while clients write, promotes its standby, and counts what is lost. */
export async function failoverLoss(replication: Replication, seed: number): Promise<Loss> {
  const cluster = await Cluster.start({ instances: 2, services: ["nginx", "pgbouncer", "standby"] });
  try {
    await until(async () => (await walSenders(cluster)).length > 0);
    if (replication === "synchronous") {
      await cluster.query("alter system set synchronous_standby_names = '*'");
      await cluster.query("select pg_reload_conf()");
    }
    const history = new History();
    const stop = new AbortController();
    const { origins, repeatsDeletes } = cluster;
    const dice = Dice.of(seed);
    const write = { history, origins, accounts: ACCOUNTS, dice, repeatsDeletes, signal: stop.signal };
    const writing = Array.from({ length: 8 }, (_, index) => writeAtRandom(`w${index}`, write));
    await wait(3000);
    if (replication === "a second behind") {
      for (const { pid } of await walSenders(cluster)) process.kill(pid, "SIGSTOP"); // it sends nothing more
      await wait(1000);
    }
    await cluster.failOver();
    await wait(3000);
    stop.abort();
    await Promise.all(writing);
    const problems = await checkedBy(history, cluster);
    const lost = problems.filter((problem) => problem.includes("was answered with a 2xx")).length;
    return { replication, done: history.count("done"), lost, others: problems.length - lost };
  } finally {
    await cluster.stop();
  }
}

function walSenders(cluster: Cluster): Promise<{ pid: number }[]> {
  return cluster.query<{ pid: number }>("select pid from pg_stat_replication where state = 'streaming'");
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(50);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
