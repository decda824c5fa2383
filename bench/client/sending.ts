// Building and sending a query, and reading its answer, beside a bare fetch of the same URL and its JSON. A fifth of the
// fetch is a few dozen microseconds, and a busy machine makes any request dearer by more: so single requests are measured,
// in turn, after one of the same kind that is not, and what each kind costs is the lower quartile of a round's.
import { createClient } from "trestle/client";
import { ContenderProcess } from "../server/contender-process.js";
import type { api } from "../server/trestle-api.js";
import { printTable, showSpread } from "../support/report.js";
import { quantile, seeded, shuffled, spreadOf } from "../support/statistics.js";

const WARM_UP = 3000;
const TURNS = 60;
const IN_A_ROW = 5;

/** The network, and what was last sent by it while answers are kept from the client. */
const network = globalThis.fetch;
let isKept = false;
let sent: Promise<Response>;

globalThis.fetch = (input, init) => {
  const answer = network(input, init);
  if (!isKept) return answer;
  sent = answer;
  return new Promise(() => {}); // what the client would do with an answer is not done
};

/** What stands behind a read: its document, not joined. */
interface Source {
  readonly "~": { load(): Promise<unknown> };
}

export async function measureSending(rounds: number) {
  const server = await ContenderProcess.start("trestle-fastify");
  const root = `http://127.0.0.1:${server.port}/api`;
  const client = createClient<typeof api>({ url: root });
  const url = `${root}/articles?filter%5Btitle%5D%5Bcontains%5D=Article&sort=-created_at&page%5Blimit%5D=1&include=author`;
  const headers = { accept: "application/vnd.api+json" }; // JSON:API requires it of requests written by hand
  const query = () =>
    client.articles
      .list()
      .filter({ title__contains: "Article" })
      .sort("-created_at")
      .page({ limit: 1 })
      .include("author");
  const bare = async () => (await network(url, { headers })).json();
  // All that the client does until it waits for the answer, which is then read as the bare one's is.
  const send = async () => {
    isKept = true;
    void query().fetch();
    isKept = false;
    return (await sent).json();
  };
  const variants = [
    { name: "fetch and response.json()", run: bare },
    { name: "the same again: what is error", run: async () => (await network(url, { headers })).json() },
    { name: "client, built and sent, read as the bare one", run: send },
    { name: "client, the document not joined", run: () => (query() as unknown as Source)["~"].load() },
    { name: "client.articles.list()…", run: async () => query() },
  ];
  const costs = variants.map((): number[] => []); // by variant: its cost in each round
  const random = seeded(6);
  try {
    const answer = JSON.stringify(await bare());
    for (const { run } of variants.slice(1, 4))
      if (JSON.stringify(await run()) !== answer) throw new Error("Not the same was read.");
    for (const { run } of variants) for (let turn = 0; turn < WARM_UP; turn++) await run();
    for (let round = 0; round < rounds; round++) {
      const samples = variants.map((): number[] => []);
      for (let turn = 0; turn < TURNS; turn++) {
        for (const variant of shuffled(variants, random)) {
          await variant.run();
          for (let count = 1; count < IN_A_ROW; count++) {
            const before = process.cpuUsage();
            await variant.run();
            const { user, system } = process.cpuUsage(before);
            samples[variants.indexOf(variant)]?.push(user + system);
          }
        }
      }
      for (const [index, own] of samples.entries()) costs[index]?.push(quantile(own, 0.25));
    }
  } finally {
    server.stop();
  }
  const base = costs[0] ?? [];
  return variants.map(({ name }, index) => {
    const own = costs[index] ?? [];
    const ratio = spreadOf(own.map((value, round) => value / (base[round] ?? Number.NaN)));
    return { name, ratio, us: quantile(own, 0.5) };
  });
}

export function printSending(results: Awaited<ReturnType<typeof measureSending>>): void {
  console.log("\nA query over HTTP, of one resource with an include: CPU relative to a bare fetch, below is better\n");
  printTable(
    ["", "relative", "CPU, µs"],
    results.map(({ name, ratio, us }) => [name, showSpread(ratio), us.toFixed(0)]),
  );
}
