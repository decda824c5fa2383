import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Newsroom, startNewsroom } from "../../../examples/newsroom/testing/newsroom.js";
import { editorChecks } from "../../../examples/newsroom/web/checks/editor.browser.js";
import { listChecks } from "../../../examples/newsroom/web/checks/list.browser.js";
import { lookChecks } from "../../../examples/newsroom/web/checks/look.browser.js";
import { panelChecks } from "../../../examples/newsroom/web/checks/panel.browser.js";
import { readerChecks } from "../../../examples/newsroom/web/checks/reader.browser.js";
import { troubleChecks } from "../../../examples/newsroom/web/checks/trouble.browser.js";
import { type Check, checkWith, runCheck } from "../../../scripts/support/browser-check.js";
import { launchChromium } from "../../../scripts/support/chromium.js";

const checks = { ...listChecks, ...readerChecks, ...editorChecks, ...panelChecks, ...troubleChecks, ...lookChecks };

let newsroom: Newsroom;
let browser: Browser;
beforeAll(async () => {
  newsroom = await startNewsroom();
  browser = await launchChromium();
  await fetch(newsroom.origin); // builds the page, so that no check waits for it
});
afterAll(async () => {
  await browser?.close();
  await newsroom?.stop();
});

/** A page that hears nothing: the other checks write at the same time. `two-windows.test.ts` is about what pages hear. */
const deaf = (check: Check): Check =>
  checkWith(check.options ?? {}, async (tools) => {
    await tools.context.route("**/api/live*", () => {});
    await check(tools);
  });

// Two at a time: pages mostly wait.
describe.concurrent("the back office", () => {
  test.each(Object.entries(checks))("%s", async (_, check) => {
    expect((await runCheck(browser, newsroom.origin, deaf(check))).join("\n")).toBe("");
  });
});
