import { beforeAll, describe, expect, test } from "vitest";
import { EXCLUSIONS } from "./judgement.js";
import { type RunResult, run } from "./run.js";

// `npm run fuzz schemas` runs for as long as you like.
const SEED = 20_261_122;
const CASES = 2500;

let result: RunResult;
beforeAll(async () => {
  result = await run({ seed: SEED, cases: CASES, shrinks: 10 });
}, 120_000);

describe("some random schemas, the same every time", () => {
  test("mean the same to Zod, the server, the client and OpenAPI", () => {
    expect([...result.findings.values()].map(({ report }) => report).join("\n\n")).toBe("");
    expect(result.failures).toBe(0);
  });

  test("are judged: the oracle seldom says that it cannot tell", () => {
    const share = (count: number) => (100 * count) / result.cases;
    for (const [reason, count] of Object.entries(result.excluded)) {
      expect(EXCLUSIONS).toHaveProperty(reason);
      expect({ reason, percent: share(count) }).toSatisfy(({ percent }) => percent < 5);
    }
    expect(share(Object.values(result.excluded).reduce((sum, count) => sum + count, 0))).toBeLessThan(15);
  });

  test("are given values that they take and values that they refuse, in every way", () => {
    for (const [giver, { accepted, refused }] of Object.entries(result.judged)) {
      const least = giver === "absent" ? 0.01 : 0.1; // few schemas are optional
      expect(accepted / (accepted + refused)).toBeGreaterThan(least);
      expect(refused / (accepted + refused)).toBeGreaterThan(least);
    }
    expect(result.byFastify).toBeGreaterThan(CASES / 20);
  });
});
