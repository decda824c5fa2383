import { runCheck } from "./support/browser-check.js";
import { launchChromium } from "./support/chromium.js";
import { buildApp, type FrameworkApp, frameworkApps, startApp } from "./support/framework-app.js";
import { apiChecks, browserChecks, pageChecks } from "./support/framework-checks.js";

// Builds the programs of tests/frameworks, starts them, and opens their pages in Chromium; needs a build.
// `-- Hono Next` checks only these, and `-- --built` takes the builds that are there.

const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== "--built");
const browser = await launchChromium();
const problems: string[] = [];

for (const app of frameworkApps) {
  if (names.length > 0 && !names.some((wanted) => app.name.includes(wanted))) continue;
  if (!args.includes("--built")) buildApp(app);
  await check(app);
}
await browser.close();

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function check({ pages, ...app }: FrameworkApp): Promise<void> {
  const { origin, stop } = await startApp(app);
  const report = (name: string, found: readonly string[]) => {
    console.log(`${found.length === 0 ? "passed" : "failed"}: ${app.name}: ${name}`);
    problems.push(...found.map((problem) => `${app.name}: ${name}: ${problem}`));
  };
  try {
    for (const [name, run] of Object.entries(apiChecks)) report(name, await problemsOf(run(origin)));
    if (!pages) return;
    for (const [name, run] of Object.entries(pageChecks)) report(name, await problemsOf(run(origin, pages)));
    for (const [name, run] of Object.entries(browserChecks(pages))) report(name, await runCheck(browser, origin, run));
  } finally {
    stop();
  }
}

function problemsOf(check: Promise<void>): Promise<string[]> {
  return check.then(
    () => [],
    (error: Error) => [error.stack ?? error.message],
  );
}
