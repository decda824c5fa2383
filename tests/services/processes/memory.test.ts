import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

// Streamed bodies of Fetch requests are slow to make, which is not what is tested.
test.each([
  ["fastify", 10_000],
  ["fetch", 5000],
])(
  "requests over a few connections that stay open leave nothing behind: %s, %i of them",
  { timeout: 120_000 },
  async (adapter, count) => {
    const args = ["--expose-gc", "--import", "tsx", "tests/services/processes/memory-program.ts", adapter, `${count}`];
    const { stdout } = await run(process.execPath, args);
    const { before, after, connections } = JSON.parse(stdout);
    expect(connections).toBeLessThanOrEqual(8);
    // Anything that a request left would be larger than 300 bytes: its path and its headers alone are.
    expect((after - before) / count).toBeLessThan(300);
  },
);
