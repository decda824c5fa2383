// Reads vitest's JSON reports, named on the command line, and prints `N passed, N failed` of all together.
// A file that could not even be loaded holds no failed test, and counts as one failure.
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const passed = reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = reports
  .flatMap(({ testResults }) => testResults)
  .map(({ status, assertionResults }) => {
    const failures = assertionResults.filter((result) => result.status === "failed").length;
    return failures === 0 && status === "failed" ? 1 : failures;
  })
  .reduce((sum, count) => sum + count, 0);

console.log(`${passed} passed, ${failed} failed`);
