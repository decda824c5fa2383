import { deepEqual, equal, ok } from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { type Check, checkWith } from "../../../../scripts/support/browser-check.js";
import { focused, openList } from "./support.js";

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

/** The main views, each brought into the state that shows most. */
const views: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "the list": (page) => openList(page, "/?page=4"),
  "an empty list": (page) => page.goto("/?search=zzz").then(() => page.getByText("No article fits").waitFor()),
  "the reader": (page) => page.goto("/articles/12").then(() => page.locator(".more-by li").first().waitFor()),
  "the editor with an error": async (page) => {
    await page.goto("/articles/new");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.locator(".field-errors").waitFor();
  },
  "the requests panel and a notice": async (page) => {
    await openList(page, "/?status=draft");
    await page.getByRole("button", { name: "Requests", exact: true }).click();
    await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label^=Delete]")?.click());
    await page.getByRole("button", { name: "Undo" }).waitFor();
  },
};

export const lookChecks: Readonly<Record<string, Check>> = {
  ...accessible("light", {}),
  ...accessible("dark", {}),
  ...accessible("light", phone),
  ...accessible("dark", phone),
  ...steady("/", ".article-link"),
  ...steady("/articles/12", ".more-by li"),
  ...steady("/articles/12/edit", ".toggle"),
  ...steady("/articles/new", ".toggle"),

  "look: nothing is wider than the window, at 320 pixels either": checkWith(
    { viewport: { width: 320, height: 640 }, hasTouch: true },
    async ({ page, expectComplaint }) => {
      expectComplaint(/422/);
      for (const open of Object.values(views)) {
        await open(page);
        equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      }
    },
  ),

  async "look: the theme is the system's until it is switched, and then remembered"({ page }) {
    await openList(page);
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await paper();
    ok(light !== dark);
    await page.getByRole("button", { name: "Switch to light theme" }).click();
    equal(await paper(), light);
    await page.reload();
    equal(await paper(), light);
  },

  async "look: the keyboard reaches everything, beginning with a way past the head"({ page }) {
    await openList(page);
    await page.keyboard.press("Tab");
    equal(await focused(page), "Skip to the articles");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    equal(await focused(page), "Search titles");
    for (const name of ["", "Author", "", "Title↕", "Created↓"]) {
      await page.keyboard.press("Tab");
      equal(await focused(page), name);
    }
  },
};

/** No finding of axe that is serious or worse, in any of the views. */
function accessible(colorScheme: "light" | "dark", size: Partial<typeof phone>): Record<string, Check> {
  const name = `look: axe has nothing serious to say, ${colorScheme}${size.viewport ? ", on a phone" : ""}`;
  return {
    [name]: checkWith({ colorScheme, ...size, reducedMotion: "reduce" }, async ({ page, expectComplaint }) => {
      expectComplaint(/422/);
      for (const [view, open] of Object.entries(views)) {
        await open(page);
        // Given to the debugger, which the page's content security policy does not bind.
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate<AxeResults>("axe.run()");
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        const found = serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${view}: ${id}: ${html}`));
        deepEqual(found, []);
      }
    }),
  };
}

/** Nothing moves by itself while a view loads, however late the data come. */
function steady(path: string, last: string): Record<string, Check> {
  const check: Check = async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry))),
      ).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    await page.route("**/api/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.fallback();
    });
    await page.goto(path);
    await page.locator(last).first().waitFor();
    await page.waitForTimeout(300);
    deepEqual(await page.evaluate<string[]>("shifts"), []);
  };
  return {
    [`look: nothing moves while ${path} loads`]: check,
    [`look: nothing moves while ${path} loads on a phone`]: checkWith(phone, check),
  };
}
