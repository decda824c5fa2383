import { dirname } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type MutantResult, SCORE_HEAD, scoreRow, survivors } from "./support/mutation-scores.js";

// Makes small changes to the sources, one at a time, and lists those that no test notices: `-- protocol/query`.
// What is named is a folder of src, or a file of one; what was measured and has not changed since is not measured again.

const UNITS = "src";
const SCHEMA = "src/schema";
const CLIENT = "{src,tests/{conformance,integration}/client-*}";
const ALL = "{src,tests/{conformance,integration,security}}";

/** The tests that each part is held to: where units do not do, those that speak HTTP as well, of which each takes longer. */
const PARTS: Readonly<Record<string, string>> = {
  define: ALL,
  "define/api": ALL,
  "define/checks": ALL,
  "define/model": ALL,
  protocol: UNITS,
  "protocol/body": UNITS,
  "protocol/document": UNITS,
  "protocol/errors": UNITS,
  "protocol/negotiation": UNITS,
  "protocol/notes": UNITS,
  "protocol/query": UNITS,
  "protocol/text": UNITS,
  wire: CLIENT,
  "wire/notes": CLIENT,
  schema: SCHEMA,
  client: CLIENT,
  "client/errors": CLIENT,
  "client/read": CLIENT,
  "client/send": CLIENT,
  "client/write": CLIENT,
};

/** What runs in a worker thread, of a process of its own: mutants do not reach it there. */
const OUT_OF_REACH = "src/define/api/offload{,-worker}.ts";

const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const measured = new Map<string, MutantResult[]>();
for (const part of parts) measured.set(part, await measure(part));

for (const line of survivors([...measured.values()].flat())) console.log(line);
console.log(`\n${SCORE_HEAD}`);
for (const [part, results] of measured) console.log(scoreRow(part, results));
for (const folder of new Set(parts.map((part) => part.split("/")[0]))) {
  const within = [...measured].filter(([part]) => part.split("/")[0] === folder);
  if (within.length > 1)
    console.log(
      scoreRow(
        `${folder}/**`,
        within.flatMap(([, results]) => results),
      ),
    );
}

async function measure(part: string): Promise<MutantResult[]> {
  const name = part.endsWith(".ts") ? dirname(part) : part;
  const tests = PARTS[name];
  if (tests === undefined) throw new Error(`"${part}" is none of ${Object.keys(PARTS).join(", ")}.`);
  process.env.MUTATION_TESTS = tests; // for vitest.mutation.config.ts, in processes of their own
  const folder = `.cache/mutation/${name.replaceAll("/", "-")}`;
  const stryker = new Stryker({
    mutate: [`src/${name === part ? `${part}/*.ts` : part}`, "!src/**/*.test.ts", `!${OUT_OF_REACH}`],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "vitest.mutation.config.ts" },
    coverageAnalysis: "perTest",
    // A mutant of what runs at import would have every test run, in modules that are loaded anew.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `${folder}/incremental.json`,
    reporters: ["progress-append-only", "html"],
    htmlReporter: { fileName: `${folder}/report.html` },
    tempDirName: `${folder}/sandbox`,
    ignorePatterns: [".cache", "bench", "dist", "docs/screenshots"],
    // Stryker reads it by TypeScript's JavaScript API, which TypeScript 7 has not.
    tsconfigFile: "none",
    disableTypeChecks: "src/**/*.ts",
    concurrency: 2,
    timeoutMS: 20_000,
  });
  return stryker.runMutationTest();
}
