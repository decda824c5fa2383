import { type LiveHub, memoryHub } from "trestle/live";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playRound, type RoundOptions } from "../../live/convergence/round.js";

// The rounds that prove live queries find a fault, too: see convergence.test.ts.

beforeAll(() => void vi.stubGlobal("window", globalThis)); // only pages connect
afterAll(() => void vi.unstubAllGlobals());

/** What is wrong after the first rounds that find something. One round may end well by luck. */
async function firstWrong(makeHub: () => LiveHub, options: RoundOptions): Promise<readonly string[]> {
  for (let seed = 1; seed < 60; seed += 6) {
    const play = async (index: number) => {
      const hub = makeHub();
      return (await playRound(seed + index, { make: () => ({ hub }) }, options)).wrong;
    };
    const wrong = (await Promise.all([0, 1, 2, 3, 4, 5].map(play))).flat();
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
