import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BUGS } from "./bugs.js";
import { checkHistory } from "./check.js";
import { faultsOf } from "./faults.js";

const SEED = Math.floor(Math.random() * 2 ** 31);

beforeAll(() => void vi.stubGlobal("window", globalThis)); // only pages connect
afterAll(() => void vi.unstubAllGlobals());

describe("a random history on two instances and one Postgres", () => {
  test(`has no contradiction while instances and Postgres crash (seed ${SEED})`, { timeout: 120_000 }, async () => {
    const { history, faults, problems } = await checkHistory({
      seed: SEED,
      seconds: 15,
      instances: 2,
      writers: 8,
      pages: 3,
      faults: faultsOf([]),
    });
    expect(problems).toEqual([]);
    expect(history.count("done")).toBeGreaterThan(100);
    expect(history.count("refused")).toBeGreaterThan(10);
    expect(faults.size).toBeGreaterThan(0);
  });

  test.each(BUGS)("finds a planted bug: %s", { timeout: 120_000 }, async (bug) => {
    const found: string[] = [];
    // A slow machine writes too little in one history.
    for (let seed = SEED; found.length === 0 && seed < SEED + 5; seed++) {
      const pages = bug === "silent" ? 1 : 0;
      const options = { seconds: 6, instances: 2, writers: 8, faults: [], pages, giveUp: 5000, bug };
      const { problems } = await checkHistory({ seed, ...options });
      found.push(...problems);
    }
    expect(found).not.toEqual([]);
  });
});
