// Reading a document of 1 000 resources with includes into joined results, beside its JSON.parse alone.
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { printTable, showSpread } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";

const ROWS = 1000;
const WARM_UP = 60;
/** Many, since a full collection takes as long as ten of them, and falls where it will. */
const TURNS = 60;

export async function measureReading(rounds: number) {
  process.env.BENCH_ARTICLES = `${ROWS}`; // read by the module that makes the data
  const { api } = await import("../server/trestle-api.js");
  const variants: { name: string; run: () => unknown }[] = [];
  for (const richTypes of ["always", "never"] as const) {
    const handle = fetchHandler(api, { prefix: "/api", richTypes, limits: { included: 1_000_000 } });
    const url = `http://localhost/api/articles?include=author,categories&page%5Blimit%5D=${ROWS}`;
    const text = await (await handle(new Request(url))).text();
    const answer = { ok: true, status: 200, text: () => text } as unknown as Response; // no network, no decoding
    const client = createClient<typeof api>({ url: "http://localhost/api", fetch: () => answer });
    const read = () => client.articles.list().page({ limit: ROWS }).include("author", "categories").fetch();
    const [first] = await read();
    if ((await read()).length !== ROWS || !first?.author.username) throw new Error("The document was not read whole.");
    const rich = richTypes === "always" ? "dates revived" : "plain JSON";
    variants.push({ name: `JSON.parse (${rich})`, run: () => JSON.parse(text) });
    variants.push({ name: `from text to joined results (${rich})`, run: read });
  }

  const samples = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (const { run } of variants) for (let turn = 0; turn < WARM_UP; turn++) await run();
  const random = seeded(4);
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of shuffled(variants, random)) {
      const before = process.cpuUsage();
      for (let turn = 0; turn < TURNS; turn++) await run();
      const { user, system } = process.cpuUsage(before);
      samples.get(name)?.push((user + system) / 1000 / TURNS);
    }
  }
  return variants.map(({ name }, index) => {
    const own = samples.get(name) ?? [];
    const parse = samples.get(variants[index - (index % 2)]?.name ?? "") ?? [];
    return { name, ratio: spreadOf(own.map((value, round) => value / (parse[round] ?? Number.NaN))), ms: median(own) };
  });
}

export function printReading(results: Awaited<ReturnType<typeof measureReading>>): void {
  console.log(`\nReading ${ROWS} resources with two includes, warm: CPU relative to JSON.parse, below is better\n`);
  printTable(
    ["", "relative", "CPU, ms"],
    results.map(({ name, ratio, ms }) => [name, showSpread(ratio), ms.toFixed(2)]),
  );
}
