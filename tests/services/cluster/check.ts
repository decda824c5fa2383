import pg from "pg";
import { Dice } from "../../schemas/dice.js";
import { ACCOUNTS, Cluster, type ClusterOptions } from "./cluster.js";
import { breakAtRandom, type Fault } from "./faults.js";
import { History } from "./history.js";
import { judge } from "./judge.js";
import { Pages } from "./pages.js";
import { writeAtRandom } from "./writers.js";

export interface CheckOptions extends ClusterOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly writers: number;
  readonly faults: readonly Fault[];
  /** Milliseconds between faults, on average. */
  readonly pause?: number;
  /** Live pages that are open meanwhile. Default: none. */
  readonly pages?: number;
  /** Milliseconds after the last write until each page must show what is true. Default: a minute. */
  readonly giveUp?: number;
}

export interface Verdict {
  readonly history: History;
  readonly faults: ReadonlyMap<Fault, number>;
  /** Contradictions between the history and Postgres, instances that ended by themselves, and pages that do not show what is true. */
  readonly problems: readonly string[];
}

/** Runs instances of an app on one Postgres, lets clients write at random while things break, and judges what is there afterwards. */
export async function checkHistory(options: CheckOptions): Promise<Verdict> {
  const cluster = await Cluster.start(options);
  const dice = Dice.of(options.seed);
  const pages = new Pages(options.pages ?? 0, cluster.origins, ACCOUNTS, dice);
  try {
    await pages.read();
    const history = new History();
    const stop = new AbortController();
    const { origins, repeatsDeletes } = cluster;
    const write = { history, origins, accounts: ACCOUNTS, dice, repeatsDeletes, signal: stop.signal };
    const writing = Array.from({ length: options.writers }, (_, index) => writeAtRandom(`w${index}`, write));
    const breaking = breakAtRandom(cluster, dice, options.faults, options.pause ?? 1500, stop.signal);
    await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000));
    stop.abort();
    const faults = await breaking; // everything runs again
    await Promise.all(writing);
    const wrongPages = await pages.problems(options.giveUp);
    const crashes = cluster.instances.flatMap(({ crash }) => crash ?? []);
    const problems = [
      ...crashes.map((output) => `an instance ended by itself: ${output}`),
      ...(await checkedBy(history, cluster)),
      ...wrongPages,
    ];
    return { history, faults, problems };
  } finally {
    pages.close();
    await cluster.stop();
  }
}

export async function checkedBy(history: History, cluster: Cluster): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: cluster.postgres.url });
  pool.on("error", () => {}); // Postgres may end before its connections
  return judge(history, pool).finally(() => pool.end());
}
