// CPU and time from the start of a process to its first answer, in rounds in turn.
import { fork } from "node:child_process";
import { once } from "node:events";
import { option, printTable, showSpread, writeResults } from "../support/report.js";
import { median, seeded, shuffled, spreadOf } from "../support/statistics.js";
import { RESOURCES } from "./resources.js";

const last = RESOURCES[RESOURCES.length - 1];
const contenders = [
  { name: "trestle", title: "Trestle on Fastify", path: `/api/${last}/1` },
  { name: "trestle-one-route", title: 'Trestle on Fastify, `routes: "one"`', path: `/api/${last}/1` },
  { name: "bare-fastify", title: "bare Fastify routes", path: `/api/${last}/1` },
  { name: "bare-fastify-without-head", title: "bare Fastify routes, no HEAD", path: `/api/${last}/1` },
  { name: "orpc", title: "oRPC OpenAPI handler", path: `/api/${last}/1` },
  { name: "hono", title: "hono + zod", path: `/api/${last}/1` },
  { name: "trpc", title: "tRPC 11", path: `/api/${last}.get?input=${encodeURIComponent('{"id":1}')}` },
  { name: "hand-written-fastify", title: "Fastify by hand, every route's schemas compiled", path: `/api/${last}/1` },
];

interface Sample {
  readonly cpu: number;
  readonly wall: number;
}

const rounds = Number(option("rounds") ?? 7);
const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
const random = seeded(2);
let port = 20_000 + Math.floor(Math.random() * 20_000);

for (let round = 0; round < rounds; round++) {
  for (const { name, path } of shuffled(contenders, random)) samples.get(name)?.push(await measure(name, path));
}

async function measure(name: string, path: string): Promise<Sample> {
  const child = fork(new URL("./measure.js", import.meta.url), [name, `${port++}`, path], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [sample] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`${name} did not start.`))),
  ])) as [Sample];
  return sample;
}

const results = contenders.map(({ name, title }) => {
  const own = samples.get(name) ?? [];
  const base = samples.get("trestle") ?? [];
  const ratio = spreadOf(own.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN)));
  return { name, title, ratio, cpu: median(own.map(({ cpu }) => cpu)), wall: median(own.map(({ wall }) => wall)) };
});
console.log(`\n${RESOURCES.length} resources × 8 operations, to the first answer. Median of ${rounds} rounds (95 %)\n`);
printTable(
  ["", "CPU relative to Trestle's", "CPU, ms", "time, ms"],
  results.map(({ title, ratio, cpu, wall }) => [title, showSpread(ratio), cpu.toFixed(0), wall.toFixed(0)]),
);
writeResults("startup", { rounds, results });
