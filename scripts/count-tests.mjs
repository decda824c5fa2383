// Reads vitest's JSON report, named on the command line, and prints `N passed, N failed`.
// A file that could not even be loaded holds no failed test, and counts as one failure.
import { readFileSync } from "node:fs";

const { numPassedTests, testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const failed = testResults
  .map(({ status, assertionResults }) => {
    const failures = assertionResults.filter((result) => result.status === "failed").length;
    return failures === 0 && status === "failed" ? 1 : failures;
  })
  .reduce((sum, count) => sum + count, 0);

console.log(`${numPassedTests} passed, ${failed} failed`);
