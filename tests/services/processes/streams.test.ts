import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test.each(["fastify", "fetch"])(
  "4000 streams that are opened and dropped leave nothing: %s",
  { timeout: 120_000 },
  async (adapter) => {
    const args = ["--expose-gc", "--import", "tsx", "tests/services/processes/stream-program.ts", adapter, "4000"];
    const { stdout } = await run(process.execPath, args);
    const { before, after, ended } = JSON.parse(stdout);
    expect(ended).toBe(4000);
    expect((after - before) / 4000).toBeLessThan(500); // a stream that stays is larger: its generator, signal and request
  },
);
