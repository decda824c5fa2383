import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Finding, run } from "../tests/schemas/run.js";
import { type Counts, countsOf, describeCounts, sum } from "../tests/schemas/totals.js";

// Checks values of random schemas against Zod: `npm run fuzz schemas -- --cases 500000 --seed 7`.
// One process for each core; each checks schemas of its own seed.

type Message = { readonly begins: number } | { readonly counts: Counts } | { readonly finding: Finding };

const SILENCE = 120_000; // longer than any batch takes, also while its findings are made smaller
const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    seed: { type: "string" },
    shrinks: { type: "string" },
    workers: { type: "string" },
    child: { type: "boolean" },
  },
});
const cases = Number(values.cases ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const workers = Number(values.workers ?? availableParallelism());
const shrinks = Number(values.shrinks ?? 200);

if (values.child) await work();
else await manage();

async function work(): Promise<void> {
  const tell = (message: Message) => process.send?.(message);
  await run({
    seed,
    cases,
    shrinks,
    begin: (begins) => tell({ begins }),
    found: (finding) => tell({ finding }),
    progress: (result) => tell({ counts: countsOf(result) }),
  });
  process.exit(0); // a schema may have started what does not end
}

async function manage(): Promise<void> {
  const began = Date.now();
  const findings = new Map<string, Finding>();
  const counts: Counts[] = [];
  let tens = 0;
  const found = (finding: Finding) => {
    const key = `${finding.what} ${finding.outline}`;
    if (!findings.has(key)) console.log(`\n${finding.report}`);
    findings.set(key, finding);
  };
  const progress = () => {
    const { cases: done, failures } = sum(counts);
    const now = Math.floor((10 * done) / cases);
    if (now > tens) console.log(`\n${now * 10} %: ${done} cases, ${failures} failures, ${findings.size} findings`);
    tens = Math.max(tens, now);
  };
  console.log(`npm run fuzz schemas -- --cases ${cases} --seed ${seed} --workers ${workers}`);
  const share = Math.ceil(cases / workers);
  await Promise.all(
    Array.from({ length: workers }, (_, index) => watch(seed + index * 1_000_003, share, counts, found, progress)),
  );
  const total = sum(counts);
  console.log(`\n${describeCounts(total)}`);
  console.log(`${Math.round((total.cases * 1000) / (Date.now() - began))} cases/s`);
  console.log(`${total.failures} failures, ${findings.size} findings`);
  process.exit(findings.size > 0 || total.failures > 0 ? 1 : 0);
}

/** Runs a process to its end. One that hangs is ended, and another goes on behind the schemas that it hung on. */
async function watch(
  from: number,
  share: number,
  counts: Counts[],
  found: (finding: Finding) => void,
  progress: () => void,
): Promise<void> {
  let left = share;
  let begin = from;
  while (left > 0) {
    const at = counts.push(sum([])) - 1;
    let batch = begin;
    const child = start(begin, left);
    let timer = setTimeout(() => {}, 0);
    const isHung = await new Promise<boolean>((resolve) => {
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve(true), SILENCE);
      };
      wait();
      child.on("message", (message: Message) => {
        wait();
        if ("begins" in message) batch = message.begins;
        else if ("finding" in message) found(message.finding);
        else {
          counts[at] = message.counts;
          progress();
        }
      });
      child.once("exit", () => resolve(false));
    });
    clearTimeout(timer);
    child.kill("SIGKILL");
    left -= counts[at]?.cases ?? 0;
    if (!isHung && child.exitCode === 0) return;
    const what = isHung ? "a batch of schemas takes more than two minutes" : "a batch of schemas ends the process";
    found({ what, outline: `${batch}`, report: `${what}\n  seed:     ${batch}` });
    begin = batch + 1;
  }
}

function start(from: number, share: number): ChildProcess {
  const args = ["--child", "--seed", `${from}`, "--cases", `${share}`, "--shrinks", `${shrinks}`];
  return fork(fileURLToPath(import.meta.url), args);
}
