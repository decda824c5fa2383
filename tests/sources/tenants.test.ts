import { expect, test } from "vitest";
import { attack } from "./tenants/attack.js";
import { runs } from "../support/runs.js";
import { compareResponses } from "./tenants/compare.js";
import { keyTarget } from "./tenants/key-target.js";
import { otherRows } from "./tenants/other-rows.js";
import { ruleTarget } from "./tenants/rule-target.js";
import { memoryTarget, postgresTarget } from "./tenants/targets.js";

// Two tenants send random requests. Each one's rows have a mark in every text, which must be in no response to the other, and only
// their owner changes them. `npm run fuzz tenants` runs more of them.

const REQUESTS = runs(60);
const SEED = 20261122;

test(`${REQUESTS} random requests of two tenants, in memory`, async () => {
  const statuses = await attack(memoryTarget(), SEED, REQUESTS);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
});

test(`${REQUESTS} random requests of two tenants, in Postgres`, async () => {
  const target = await postgresTarget();
  try {
    const statuses = await attack(target, SEED, REQUESTS);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
  } finally {
    await target.close();
  }
}, 120_000);

test.each([false, true])(
  `${REQUESTS} random requests under a tenant rule, in Postgres, with shared ids: %s`,
  async (sharesIds) => {
    const target = await ruleTarget(sharesIds);
    try {
      const statuses = await attack(target, SEED, REQUESTS);
      expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
    } finally {
      await target.close();
    }
  },
  120_000,
);

test("other rows of another tenant change no response, in memory", async () => {
  const statuses = await compareResponses([memoryTarget(), memoryTarget(otherRows)], SEED, REQUESTS);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
});

test("other rows of another tenant change no response, in Postgres", async () => {
  const targets = [await postgresTarget(), await postgresTarget(otherRows)] as const;
  try {
    expect((await compareResponses(targets, SEED, REQUESTS)).get(200)).toBeGreaterThan(REQUESTS / 5);
  } finally {
    for (const target of targets) await target.close();
  }
}, 120_000);

test(`${REQUESTS} random requests to tables whose keys begin with the tenant`, async () => {
  const targets = [await keyTarget(), await keyTarget(true)] as const;
  try {
    for (const statuses of [await attack(targets[0], SEED, REQUESTS), await compareResponses(targets, SEED, REQUESTS)])
      expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
  } finally {
    for (const target of targets) await target.close();
  }
}, 120_000);
