import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("100 uploads of 50 MB, four at once, use no more memory than a few chunks each", {
  timeout: 400_000,
}, async () => {
  const args = ["--expose-gc", "--import", "tsx", "tests/services/processes/upload-program.ts", "100", "50", "4"];
  const { stdout } = await run(process.execPath, args);
  const { before, rss, heapUsed, files } = JSON.parse(stdout);
  expect(files).toBe(0);
  expect(rss - before).toBeLessThan(150_000_000); // a single upload in memory, with its copies, would be more
  expect(heapUsed).toBeLessThan(200_000_000);
});
