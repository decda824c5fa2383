import { deepEqual, equal, ok } from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { type Check, checkWith } from "../../../../scripts/support/browser-check.js";
import { focused, openList } from "./support.js";

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

/** What the server answers to a change of an older version. */
const mismatch = {
  status: 412,
  contentType: "application/vnd.api+json",
  body: JSON.stringify({
    errors: [
      {
        status: "412",
        code: "version_mismatch",
        title: "Precondition Failed",
        meta: {
          current: {
            type: "articles",
            id: "14",
            attributes: { title: "Theirs", content: "One. Two.", version: 99 },
            relationships: { author: { data: null }, categories: { data: [] } },
          },
        },
      },
    ],
  }),
};

/** The main views, each brought into the state that shows most. */
const views: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "the list": (page) => openList(page, "/?page[offset]=60"),
  "an empty list": (page) =>
    page.goto("/?filter[title][contains]=zzz").then(() => page.getByText("No article fits").waitFor()),
  "the reader": (page) => page.goto("/articles/12").then(() => page.locator(".more-by li").first().waitFor()),
  "the editor with an error": async (page) => {
    await page.goto("/articles/new");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.locator(".field-errors").waitFor();
  },
  "a page that is not there": (page) =>
    page.goto("/?page[offset]=1960").then(() => page.getByText("Page 99 does not exist").waitFor()),
  "an unknown address": (page) => page.goto("/nowhere").then(() => page.getByText("nothing here").waitFor()),
  "the commands": async (page) => {
    await openList(page);
    await page.keyboard.press("Control+k");
    await page.locator(".palette [role=option]").first().waitFor();
  },
  "two versions": async (page) => {
    await page.goto("/articles/14/edit");
    await page.getByLabel("Title").fill("Mine");
    await page.route("**/api/articles/14", (route) => route.fulfill(mismatch));
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.locator(".compare").waitFor();
    await page.unroute("**/api/articles/14");
  },
  "the panel and a notice": async (page) => {
    await openList(page, "/?filter[published]=false");
    if (!(await page.locator("#requests").isVisible())) {
      await page.getByRole("button", { name: "What Trestle did", exact: true }).click();
    }
    await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label^=Delete]")?.click());
    await page.getByRole("button", { name: "Undo" }).waitFor();
  },
};

/** What the console says in some of them. */
const complaints: Readonly<Record<string, RegExp>> = {
  "the editor with an error": /422/,
  "an unknown address": /404/,
  "two versions": /412/,
};

export const lookChecks: Readonly<Record<string, Check>> = {
  ...accessible("light", {}),
  ...accessible("dark", {}),
  ...accessible("light", phone),
  ...accessible("dark", phone),
  ...accessible("dark", {}, "active"),
  ...steady("/", ".article-link"),
  ...steady("/articles/12", ".more-by li"),
  ...steady("/articles/12/edit", ".toggle"),
  ...steady("/articles/new", ".toggle"),

  "look: nothing is wider than the window, at 320 pixels either": checkWith(
    { viewport: { width: 320, height: 640 }, hasTouch: true },
    async ({ page, expectComplaint }) => {
      expectComplaint(/422/);
      expectComplaint(/404/);
      expectComplaint(/412/);
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

  ...unhidden({}),
  ...unhidden({ viewport: { width: 820, height: 780 } }),
  ...unhidden(phone),

  async "look: the keyboard reaches everything, beginning with a way past the head"({ page }) {
    await openList(page);
    await page.keyboard.press("Tab");
    equal(await focused(page), "Skip to the articles");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    equal(await focused(page), "Search titles");
    for (const name of ["", "Author", "Category", "", "Title↕", "Created↓"]) {
      await page.keyboard.press("Tab");
      equal(await focused(page), name);
    }
  },
};

/** People who move with the keyboard see where they are: nothing lies over what has the focus. */
function unhidden(size: Partial<typeof phone>): Record<string, Check> {
  const check: Check = async ({ page }) => {
    await openList(page);
    if (!(await page.locator("#requests").isVisible())) {
      await page.getByRole("button", { name: "What Trestle did", exact: true }).click();
    }
    for (const key of [...Array(40).fill("Tab"), ...Array(36).fill("Shift+Tab")]) {
      await page.keyboard.press(key);
      const hidden = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return "";
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        // The fields of a choice are below their labels.
        const isSeen =
          above &&
          (element.contains(above) || above.contains(element) || above.closest("label, tr")?.contains(element));
        return isSeen ? "" : `${element.outerHTML.slice(0, 200)} is under ${above?.outerHTML.slice(0, 200)}`;
      });
      equal(hidden, "");
    }
  };
  const name = `look: what has the focus is never under something else, ${size.viewport?.width ?? 1440} wide`;
  return { [name]: checkWith(size, check) };
}

/** No finding of axe in any of the views. */
function accessible(
  colorScheme: "light" | "dark",
  size: Partial<typeof phone>,
  forcedColors: "active" | "none" = "none",
): Record<string, Check> {
  const mode = `${colorScheme}${size.viewport ? ", on a phone" : ""}${forcedColors === "active" ? ", in forced colours" : ""}`;
  const checks = Object.entries(views).map(([view, open]) => {
    const check: Check = async ({ page, expectComplaint }) => {
      const complaint = complaints[view];
      if (complaint) expectComplaint(complaint);
      await open(page);
      // Given to the debugger, which the page's content security policy does not bind.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      deepEqual(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        [],
      );
    };
    const options = { colorScheme, forcedColors, ...size, reducedMotion: "reduce" } as const;
    return [`look: axe finds nothing in ${view}, ${mode}`, checkWith(options, check)] as const;
  });
  return Object.fromEntries(checks);
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
