import { expect, test } from "vitest";
import { fuzz } from "./run.js";

// `npm run fuzz requests` runs for as long as you like; docs/evidence/fuzz.md tells of a long run.
test("some hundred requests, the same every time, break no promise", async () => {
  const { findings, requests, overSockets, statuses } = await fuzz({
    seed: 1,
    requests: 600,
    socketEvery: 10,
    chunk: 180,
  });
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(600);
  expect(overSockets).toBeGreaterThan(20);
  for (const status of [200, 201, 204, 400, 403, 404, 405, 406, 409, 412, 415, 422, 428])
    expect(statuses).toHaveProperty([status]);
}, 120_000);
