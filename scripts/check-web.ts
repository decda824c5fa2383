import { editorChecks } from "../examples/newsroom/web/checks/editor.browser.js";
import { listChecks } from "../examples/newsroom/web/checks/list.browser.js";
import { lookChecks } from "../examples/newsroom/web/checks/look.browser.js";
import { panelChecks } from "../examples/newsroom/web/checks/panel.browser.js";
import { readerChecks } from "../examples/newsroom/web/checks/reader.browser.js";
import { troubleChecks } from "../examples/newsroom/web/checks/trouble.browser.js";
import { runCheck } from "./support/browser-check.js";
import { launchChromium } from "./support/chromium.js";
import { startNewsroom } from "./support/start-newsroom.js";

// The newsroom's back office in a real browser: each thing that a person can do there, with and without a good
// connection, and how it looks to a screen reader and in both themes. A word as argument runs the checks that name it.

const AT_ONCE = 2;

const [wanted = ""] = process.argv.slice(2);
const checks = Object.entries({
  ...listChecks,
  ...readerChecks,
  ...editorChecks,
  ...panelChecks,
  ...troubleChecks,
  ...lookChecks,
}).filter(([name]) => name.includes(wanted));

const newsroom = await startNewsroom();
const browser = await launchChromium();
let failed = 0;
let passed = 0;
try {
  await fetch(newsroom.url); // builds the page, which is not to count as somebody's waiting
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await browser.close();
  await newsroom.stop();
}
console.log(`${passed} checks of the back office passed${failed > 0 ? `, ${failed} failed` : ""}`);
if (failed > 0 || passed === 0) process.exitCode = 1;

async function work(): Promise<void> {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) {
    const [name, check] = next;
    const start = performance.now();
    const problems = await runCheck(browser, newsroom.url, check);
    const took = `${Math.round(performance.now() - start)} ms`;
    if (problems.length === 0) passed += 1;
    else failed += 1;
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name} (${took})`);
    for (const problem of problems) console.error(`     ${problem.replaceAll("\n", "\n     ")}`);
  }
}
