import { equal } from "node:assert/strict";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Newsroom, startNewsroom } from "../../../examples/newsroom/testing/newsroom.js";
import { runCheck } from "../../../scripts/support/browser-check.js";
import { launchChromium } from "../../../scripts/support/chromium.js";

let newsroom: Newsroom;
let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  newsroom = await startNewsroom();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await newsroom?.stop();
});

// Under the policy that the page is sent with. `runCheck` reports what the console says, and requests to other servers.
test("the documentation page shows every operation, and the response to a request that it sends", async () => {
  const description = await fetch(`${newsroom.url}/openapi.json`);
  const { paths }: { paths: Record<string, object> } = JSON.parse(await description.text());
  const operations = Object.values(paths).flatMap((path) => Object.keys(path));
  const problems = await runCheck(browser, newsroom.origin, async ({ page }) => {
    await page.goto("/api/docs");
    await page.waitForSelector(".opblock");
    equal(await page.locator(".opblock").count(), operations.length);

    const operation = page.locator("#operations-categories-categories_getMany");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator(".try-out__btn").click();
    await operation.locator(".execute").click();
    const status = operation.locator(".live-responses-table tbody .response-col_status").first();
    equal((await status.textContent())?.slice(0, 3), "200");
  });
  expect(problems.join("\n")).toBe("");
});
