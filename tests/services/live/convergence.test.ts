import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Hubs, startHubs } from "../../live/convergence/hubs.js";
import { playRound } from "../../live/convergence/round.js";

const SEEDS = [1, 2];

for (const kind of ["redis", "postgres"]) {
  describe(`live queries with the hub of ${kind}`, () => {
    let hubs: Hubs;
    beforeAll(async () => {
      vi.stubGlobal("window", globalThis); // only pages connect
      hubs = await startHubs(kind);
    });
    afterAll(async () => {
      await hubs.stop();
      vi.unstubAllGlobals();
    });

    // The connections to the store break a few times. `npm run fuzz convergence -- --hub redis` breaks them more often.
    test("show what is true after random writes and broken connections", { timeout: 120_000 }, async () => {
      const play = async (seed: number) => (await playRound(seed, await hubs.begin(), { cutEvery: 1500 })).wrong;
      const rounds = SEEDS.map(async (seed) => [seed, await play(seed)]);
      expect(await Promise.all(rounds)).toEqual(SEEDS.map((seed) => [seed, []]));
    });
  });
}
