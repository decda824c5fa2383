import { median } from "../support/statistics.js";
import { headers } from "./headers.js";
import { rejectQuery } from "./reject-query.js";
import { dates, strings } from "./texts.js";
import type { Variants } from "./variants.js";

// Each optimization that a comment of the library defends, against the plain way to do it. Rounds in turn; CPU per call.

const CALLS = 200_000;
const ROUNDS = 9;
const benches: Readonly<Record<string, Variants>> = { headers, "reject-query": rejectQuery, dates, strings };
let sink = 0;

for (const [name, { kept, run }] of Object.entries(benches)) {
  const samples = new Map<string, number[]>(Object.keys(run).map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [variant, call] of Object.entries(run)) {
      const from = process.cpuUsage();
      for (let index = 0; index < CALLS; index++) sink += call(index);
      const { user, system } = process.cpuUsage(from);
      samples.get(variant)?.push(((user + system) * 1000) / CALLS);
    }
  }
  const base = median(samples.get(kept) ?? []);
  for (const [variant, times] of samples) {
    const time = median(times);
    console.log(
      `${name.padEnd(14)} ${variant.padEnd(16)} ${time.toFixed(0).padStart(6)} ns  ${(time / base).toFixed(2)}`,
    );
  }
}
if (!Number.isFinite(sink)) throw new Error("A variant did not return a number.");
