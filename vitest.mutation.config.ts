import { defineConfig } from "vitest/config";
import { NearestFirst } from "./tests/support/mutation/nearest-first.js";
import { alias, judged } from "./vitest.config.js";

/** What mutants are run against: the tests that start no database, compiler or browser, and do not wait for clocks. */
export default defineConfig({
  resolve: { alias },
  plugins: [judged],
  test: {
    setupFiles: ["tests/support/mutation/no-clock.ts", "tests/support/jsonapi/setup.ts"],
    include: [`${process.env.MUTATION_TESTS ?? "src"}{,/**/*}.test.ts`],
    exclude: [
      "src/openapi/**",
      "src/define/api/offload.test.ts",
      "tests/conformance/page.test.ts",
      "tests/integration/{disconnect,fastify,raw-http,timeout}.test.ts",
      "**/fixtures/**",
    ],
    // Nothing that is mutated knows which adapter asks.
    env: { ADAPTER: "Fetch" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Thousands of runs: modules are loaded once for all files, and no file after one that failed.
    isolate: false,
    maxWorkers: 1,
    runner: "tests/support/mutation/stop-at-failure.ts",
    sequence: { sequencer: NearestFirst },
  },
});
