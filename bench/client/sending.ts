// Building and sending a query and reading its answer, beside a bare fetch of the same URL and its JSON.
import { createClient } from "trestle/client";
import { ContenderProcess } from "../server/contender-process.js";
import type { api } from "../server/trestle-api.js";
import { printTable, showSpread } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";

const WARM_UP = 3000;
const COUNT = 500;

export async function measureSending(rounds: number) {
  const server = await ContenderProcess.start("trestle-fastify");
  const root = `http://127.0.0.1:${server.port}/api`;
  const client = createClient<typeof api>({ url: root });
  const url = `${root}/articles?filter%5Btitle%5D%5Bcontains%5D=Article&sort=-created_at&page%5Blimit%5D=1&include=author`;
  const headers = { accept: "application/vnd.api+json" };
  const variants = [
    { name: "fetch and response.json()", run: async () => (await fetch(url, { headers })).json() },
    {
      name: "client.articles.list()…",
      run: async () =>
        client.articles
          .list()
          .filter({ title__contains: "Article" })
          .sort("-created_at")
          .page({ limit: 1 })
          .include("author"),
    },
  ];
  const samples = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  const random = seeded(6);
  try {
    for (const { run } of variants) for (let turn = 0; turn < WARM_UP; turn++) await run();
    for (let round = 0; round < rounds; round++) {
      for (const { name, run } of shuffled(variants, random)) {
        const before = process.cpuUsage();
        for (let turn = 0; turn < COUNT; turn++) await run();
        const { user, system } = process.cpuUsage(before);
        samples.get(name)?.push((user + system) / COUNT);
      }
    }
  } finally {
    server.stop();
  }
  const base = samples.get(variants[0]?.name ?? "") ?? [];
  return variants.map(({ name }) => {
    const own = samples.get(name) ?? [];
    return { name, ratio: spreadOf(own.map((value, round) => value / (base[round] ?? Number.NaN))), us: median(own) };
  });
}

export function printSending(results: Awaited<ReturnType<typeof measureSending>>): void {
  console.log("\nA query over HTTP, of one resource with an include: CPU relative to a bare fetch, below is better\n");
  printTable(
    ["", "relative", "CPU, µs"],
    results.map(({ name, ratio, us }) => [name, showSpread(ratio), us.toFixed(0)]),
  );
}
