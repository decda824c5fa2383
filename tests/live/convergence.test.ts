import { type LiveHub, memoryHub } from "trestle/live";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playRound, type RoundOptions } from "./convergence/round.js";

const SEEDS = [1, 2, 3];

async function play(seed: number, hub: LiveHub<never>, options?: RoundOptions): Promise<readonly string[]> {
  return (await playRound(seed, { make: () => ({ hub }) }, options)).wrong;
}

beforeAll(() => void vi.stubGlobal("window", globalThis)); // only pages connect
afterAll(() => void vi.unstubAllGlobals());

test("after random writes and broken connections, every query shows what is true", { timeout: 120_000 }, async () => {
  const rounds = SEEDS.map(async (seed) => [seed, await play(seed, memoryHub())]);
  expect(await Promise.all(rounds)).toEqual(SEEDS.map((seed) => [seed, []]));
});

/** What is wrong after the first rounds that find something. One round may end well by luck. */
async function firstWrong(makeHub: () => LiveHub, options: RoundOptions): Promise<readonly string[]> {
  for (let seed = 1; seed < 60; seed += 6) {
    const rounds = [0, 1, 2, 3, 4, 5].map((index) => play(seed + index, makeHub(), options));
    const wrong = (await Promise.all(rounds)).flat();
    if (wrong.length > 0) return wrong;
  }
  return [];
}

test("a hub that loses notices is found out", { timeout: 300_000 }, async () => {
  const silentHub = (): LiveHub => ({ ...memoryHub(), publish: async () => {} });
  expect((await firstWrong(silentHub, { giveUp: 500 })).length).toBeGreaterThan(0);
});

test("a stream that forgets what happened before it is found out", { timeout: 300_000 }, async () => {
  expect((await firstWrong(memoryHub, { giveUp: 500, forget: 2000 })).length).toBeGreaterThan(0);
});
