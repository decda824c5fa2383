import "../tests/live/convergence/browser.js";
import { setMaxListeners } from "node:events";
import { parseArgs } from "node:util";
import type { LiveHub } from "trestle/live";
import { type HubsOfRound, startHubs } from "../tests/live/convergence/hubs.js";
import { playQuietRound } from "../tests/live/convergence/quiet-round.js";
import { playRound, type Round } from "../tests/live/convergence/round.js";

// Compares live pages with what is true, after random writes and broken connections.
// Pages have random queries, and several instances write. After the last write, each query must show what is true: `npm run fuzz convergence -- --rounds 1000 --hub memory --seed 7`.
// With `--hub redis` or `--hub postgres`, all connections to the real server break every 400 ms until the last write.
// With `--live off`, two clients of one page write without notices, and all its queries must show what is true after each write.
// `--seconds 600` begins no round later than that.
// `--lose 0.1` loses a tenth of the notices, and `--forget 50` the first 50 ms of what a page missed before it was connected, to show that the
// check finds that.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    seed: { type: "string" },
    live: { type: "string", default: "on" },
    hub: { type: "string", default: "memory" },
    parallel: { type: "string", default: "4" },
    seconds: { type: "string", default: "Infinity" },
    lose: { type: "string", default: "0" },
    forget: { type: "string" },
  },
});
// TanStack Query listens once for each page and each attempt of a fetch, and the pages of a round try until they succeed.
setMaxListeners(200);
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const lose = Number(values.lose);
const forget = values.forget === undefined ? undefined : Number(values.forget);
const begin = performance.now();
const since = () => Math.round((performance.now() - begin) / 1000);
let next = first;
if (values.live === "off") await playQuietRounds();
const hubs = await startHubs(values.hub);
const done: Round[] = [];
await play(async (seed) => {
  const round = await playRound(seed, await hubsOfRound(), { forget });
  done.push(round);
  return round.wrong;
});

const failed = done.filter(({ wrong }) => wrong.length > 0);
const times = done.map(({ took }) => Math.round(took)).sort((a, b) => a - b);
const connected = done.map(({ connected }) => Math.round(connected)).sort((a, b) => a - b);
const total = (of: (round: Round) => number) => done.reduce((sum, round) => sum + of(round), 0);
console.log(
  `${done.length} rounds on ${values.hub}, seeds from ${first}, ${since()} s: ${failed.length} with a query that stayed wrong, ` +
    `${times.filter((time) => time > 2000).length} that took more than 2 s. ` +
    `${total(({ resumed }) => resumed)} pages needed no reset. ` +
    `${total(({ compared }) => compared)} queries compared; all right after ${times[times.length >> 1]} ms (median), ${times.at(-1)} ms (most). ` +
    `All pages connected after ${connected[connected.length >> 1]} ms (median), ${connected.at(-1)} ms (most). ` +
    (["reads", "lostRequests", "lostResponses", "lateWrites", "cuts", "kills"] as const)
      .map((name) => `${name} ${total(({ counts }) => counts[name])}`)
      .join(", "),
);
await hubs.stop();
process.exit(failed.length > 0 ? 1 : 0);

/** Plays rounds at the same time, and prints what stayed wrong in each. */
async function play(round: (seed: number) => Promise<readonly string[]>): Promise<void> {
  const playSome = async () => {
    while (next < first + rounds && performance.now() - begin < seconds * 1000) {
      const seed = next++;
      const wrong = await round(seed);
      if (wrong.length > 0) console.error(`seed ${seed}: ${[...new Set(wrong)].join("  ")}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, playSome));
}

async function playQuietRounds(): Promise<never> {
  const done: Awaited<ReturnType<typeof playQuietRound>>[] = [];
  await play(async (seed) => {
    const round = await playQuietRound(seed);
    done.push(round);
    return round.wrong;
  });
  const failed = done.filter(({ wrong }) => wrong.length > 0).length;
  const compared = done.reduce((sum, round) => sum + round.compared, 0);
  const found = `${failed} with a query that was wrong after a write. ${compared} queries compared.`;
  console.log(`${done.length} rounds without live notices, seeds from ${first}, ${since()} s: ${found}`);
  process.exit(failed > 0 ? 1 : 0);
}

async function hubsOfRound(): Promise<HubsOfRound> {
  const { make, ...others } = await hubs.begin();
  return {
    ...others,
    make() {
      const { hub, ...parts } = make();
      return { ...parts, hub: losing(hub) };
    },
  };
}

/** A hub that loses some of what is published. */
function losing(hub: LiveHub<never>): LiveHub<never> {
  const { record } = hub;
  const isLost = () => Math.random() < lose;
  return {
    ...hub,
    publish: async (notices) => (isLost() ? undefined : hub.publish(notices)),
    record: record && (async (ctx, notices) => (isLost() ? undefined : record(ctx, notices))),
  };
}
