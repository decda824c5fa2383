import { memoryHub } from "trestle/live";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playQuietRound } from "./convergence/quiet-round.js";
import { playRound } from "./convergence/round.js";

const SEEDS = [1, 2, 3];

beforeAll(() => void vi.stubGlobal("window", globalThis)); // only pages connect
afterAll(() => void vi.unstubAllGlobals());

test("after random writes and broken connections, every query shows what is true", { timeout: 120_000 }, async () => {
  const play = async (seed: number) => {
    const hub = memoryHub();
    return (await playRound(seed, { make: () => ({ hub }) })).wrong;
  };
  const rounds = SEEDS.map(async (seed) => [seed, await play(seed)]);
  expect(await Promise.all(rounds)).toEqual(SEEDS.map((seed) => [seed, []]));
});

test("without live notices, every query shows what is true after each write", { timeout: 120_000 }, async () => {
  const rounds = [1, 2, 3, 4, 5].map(async (seed) => [seed, (await playQuietRound(seed)).wrong]);
  expect(await Promise.all(rounds)).toEqual([1, 2, 3, 4, 5].map((seed) => [seed, []]));
});
