// A list of 10 000 rows with two includes, in one answer.
import { ContenderProcess } from "../server/contender-process.js";
import { type Contender, contenders, REFERENCE } from "../server/contenders.js";
import { Load } from "../server/load.js";
import { option, printTable, showSpread } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";

const ROWS = 10_000;
const NAMES = [REFERENCE, "trestle-fastify", "fastify-zod", "orpc-openapi", "json-api-serializer"];
const PATHS = {
  "json:api": `/api/articles?include=author,categories&page%5Blimit%5D=${ROWS}`,
  plain: `/api/articles?include=author,categories&limit=${ROWS}`,
};

export async function measureLongList() {
  const rounds = Number(option("rounds") ?? 9);
  const chosen = contenders.filter(({ name }) => NAMES.includes(name));
  const running = new Map<Contender, ContenderProcess>();
  const samples = new Map<string, number[]>(NAMES.map((name) => [name, []]));
  for (const contender of chosen) {
    running.set(contender, await ContenderProcess.start(contender.name, { env: { BENCH_ARTICLES: `${ROWS}` } }));
  }
  const random = seeded(5);
  try {
    for (const [contender, server] of running) await ask(contender, server, 5);
    for (let round = 0; round < rounds; round++) {
      for (const [contender, server] of shuffled([...running], random)) {
        samples.get(contender.name)?.push(await ask(contender, server, 3));
      }
    }
  } finally {
    for (const server of running.values()) server.stop();
  }
  return chosen.map(({ name, title }) => {
    const own = samples.get(name) ?? [];
    const base = samples.get(REFERENCE) ?? [];
    return {
      name,
      title,
      ratio: spreadOf(base.map((value, round) => value / (own[round] ?? Number.NaN))),
      ms: median(own),
    };
  });
}

/** CPU a request, in ms. */
async function ask({ dialect }: Contender, server: ContenderProcess, count: number): Promise<number> {
  const path = dialect === "plain" ? PATHS.plain : PATHS["json:api"];
  const load = await Load.open(server.port, 1);
  const before = await server.cpu();
  await load.send({ method: "GET", path }, count);
  const cpu = (await server.cpu()) - before;
  load.close();
  return cpu / count / 1000;
}

export function printLongList(results: Awaited<ReturnType<typeof measureLongList>>): void {
  console.log(`\nA list of ${ROWS} rows with two includes: CPU relative to the reference, above 1 is less\n`);
  printTable(
    ["", "relative", "CPU, ms"],
    results.map(({ title, ratio, ms }) => [title, showSpread(ratio), ms.toFixed(0)]),
  );
}
