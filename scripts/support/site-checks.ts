import { deepEqual, equal, match, ok } from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { type Check, checkWith } from "./browser-check.js";
import { playgroundChecks } from "./playground-checks.js";
import { firstResults } from "./search-results.js";

const pages = [
  "/",
  "/docs/getting-started",
  "/docs/define",
  "/docs/query",
  "/docs/client",
  "/reference/",
  "/reference/trestle-client",
  "/errors/required",
  "/playground",
  "/404",
];
const widths = [390, 820, 1440];

/** What a reader of the site relies on. */
export const siteChecks: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    (["light", "dark"] as const).flatMap((colorScheme) =>
      widths.map((width) => [`axe finds nothing: ${colorScheme}, ${width} pixels`, accessible(colorScheme, width)]),
    ),
  ),

  ...Object.fromEntries(widths.map((width) => [`nothing is cut at ${width} pixels`, nothingIsCut(width)])),

  "a diagram follows the site's own switch of themes": checkWith({ colorScheme: "light" }, async ({ page }) => {
    await page.goto("/docs/lost-updates");
    const diagram = page.locator('.vp-doc img[src*="svg"]').first();
    const light = await diagram.screenshot();
    await page.locator(".VPSwitchAppearance").first().click();
    await page.locator("html.dark").waitFor();
    ok(!light.equals(await diagram.screenshot()));
  }),

  async "a link to a page shows its picture elsewhere"({ page, context }) {
    await page.goto("/docs/define");
    const content = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
    equal(await content("title"), "Define a resource | Trestle");
    match((await content("description")) ?? "", /^A resource is a kind of data/);
    const { pathname } = new URL((await content("image")) ?? "", page.url());
    equal((await context.request.get(pathname)).status(), 200);
  },

  async "a word under the mouse shows its type, which is fetched once"({ page }) {
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/types/")) fetched.push(new URL(request.url()).pathname);
    });
    await page.goto("/docs/define");
    const words = page.locator("pre[data-types] [data-type]");
    await words.nth(8).waitFor();
    deepEqual(fetched, []);
    await words.filter({ hasText: "resource" }).first().hover();
    await typeBox(page).waitFor();
    match((await typeBox(page).textContent()) ?? "", /resource/);
    await words.filter({ hasText: "toOne" }).first().hover();
    await typeBox(page).filter({ hasText: "toOne" }).waitFor();
    equal((await typeBox(page).locator("p").textContent())?.includes("`"), false);
    deepEqual(fetched, ["/types/docs/define.json"]);
    await page.keyboard.press("Escape");
    await typeBox(page).waitFor({ state: "hidden" });
  },

  "a word that is touched shows its type": checkWith(
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    async ({ page }) => {
      await page.goto("/docs/define");
      await page.locator("pre[data-types] [data-type]").filter({ hasText: "resource" }).first().tap();
      await typeBox(page).waitFor();
      const box = await typeBox(page).boundingBox();
      ok(box && box.x >= 0 && box.x + box.width <= 390, "the type is inside the window");
      await page.locator("h1").first().tap();
      await typeBox(page).waitFor({ state: "hidden" });
    },
  ),

  async "the keyboard reaches the types of a block, word by word"({ page }) {
    await page.goto("/docs/define");
    await page.locator("h1").first().focus();
    for (let presses = 0; presses < 40 && !(await blockHasFocus(page)); presses += 1) await page.keyboard.press("Tab");
    ok(await blockHasFocus(page), "a block of code has the focus");
    await page.keyboard.press("ArrowRight");
    await typeBox(page).waitFor();
    const first = await typeBox(page).textContent();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (text) =>
        document.querySelector(".type-box:popover-open")?.textContent !== text &&
        !!document.querySelector(".type-box:popover-open"),
      first,
    );
    await page.keyboard.press("Tab");
    await typeBox(page).waitFor({ state: "hidden" });
  },

  async "the compiler's words stand below a mistake"({ page }) {
    await page.goto("/");
    const words = (await page.locator(".compiler").first().textContent()) ?? "";
    match(words, /TS2561.*'txt__contains'.*Did you mean to write 'text__contains'\?/s);
    await page.goto("/docs/client");
    ok((await page.locator(".compiler").count()) > 0);
  },

  async "the sidebar shows the link of its page"({ page }) {
    for (const path of ["/docs/testing", "/reference/trestle-redis", "/docs/evidence/dependencies"]) {
      await page.goto(path);
      await page.waitForFunction(() => {
        const link = document.querySelector(".VPSidebar .is-link.is-active")?.getBoundingClientRect();
        return link && link.top > 64 && link.bottom < innerHeight;
      });
    }
  },

  async "the search shows guides first"({ page }) {
    await page.goto("/");
    const box = await openSearch(page);
    let before = "";
    for (const word of ["idempotency", "filter", "tenant", "upload", "paginate", "n+1", "infinite scroll"]) {
      await box.fill(word);
      const first = await page.waitForFunction((last) => {
        const href = document.querySelector(".VPLocalSearchBox .result")?.getAttribute("href") ?? "";
        return href !== last && href;
      }, before);
      before = String(await first.jsonValue());
      match(before, /^\/docs\/(?!evidence|decisions)/, word);
    }
  },

  async "the search knows the reference, and what other libraries call its names"({ page }) {
    await searchFinds(page, ".VPLocalSearchBox", [
      ["createClient", "/reference/trestle-client#createclient"],
      ["updateOne", "/reference/trestle#resourceeditone"],
      ["jwt", "/docs/authentication#find-the-user"],
      ["paginaton", "/docs/querying#pages"],
      ["many to many", "/docs/database-relationships#use-a-join-table"],
      ["prisma", "/docs/database#a-database-that-already-exists"],
      ["express", "/docs/coming-from-rest#move-one-route-at-a-time"],
      ["version_mismatch", "/errors/version_mismatch#version_mismatch"],
    ]);
    await page.locator('.VPLocalSearchBox .result[href="/errors/version_mismatch#version_mismatch"]').click();
    await page.locator("main h1", { hasText: "version_mismatch" }).waitFor();
  },

  async "the exact name of an export is the first result, and so is the part that explains what newcomers type"({
    page,
  }) {
    await searchFinds(page, "#localsearch-list > li:first-child", firstResults);
  },

  async "a name of the reference leads to its part, and an error's code to its page"({ page }) {
    await page.goto("/reference/trestle-client#createclient");
    match((await page.locator("#createclient").textContent()) ?? "", /createClient/);
    await page.goto("/errors/");
    await page.getByRole("link", { name: "version_mismatch" }).click();
    await page.locator("main h1", { hasText: "version_mismatch" }).waitFor();
    match((await page.locator("main").textContent()) ?? "", /Somebody else changed the resource/);
  },

  ...playgroundChecks,

  async "the same page is there as Markdown"({ page, context }) {
    await page.goto("/docs/define");
    const link = page.getByRole("link", { name: "This page as Markdown" });
    const response = await context.request.get((await link.getAttribute("href")) ?? "");
    match(await response.text(), /^# Define/);
  },
};

/** Returns the field that takes the words. */
async function openSearch(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Search" }).first().click();
  return page.locator(".VPLocalSearchBox input");
}

/** Whether each word has a result with this address, in this part of the box. */
async function searchFinds(page: Page, part: string, results: readonly (readonly [word: string, address: string])[]) {
  await page.goto("/");
  const box = await openSearch(page);
  for (const [word, address] of results) {
    await box.fill(word);
    await page.locator(`${part} .result[href="${address}"]`).waitFor();
  }
}

const typeBox = (page: Page) => page.locator(".type-box");

const blockHasFocus = (page: Page) => page.evaluate(() => document.activeElement?.matches("pre[data-types]") ?? false);

/** Whether no page is wider than its window, and each table, block of code and diagram can be read to its end: what is wider than its box must scroll. */
function nothingIsCut(width: number): Check {
  return checkWith({ viewport: { width, height: 900 } }, async ({ page }) => {
    const links: string[] = [];
    for (const start of ["/docs/define", "/reference/", "/docs/evidence/"]) {
      await page.goto(start);
      const all = page.locator("#VPSidebarNav a");
      links.push(...(await all.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""))));
    }
    ok(links.length > 80, `the sidebar has ${links.length} links`);
    const cut: string[] = [];
    for (const path of ["/", "/errors/required", "/playground", ...links]) {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      // Without a named function inside: esbuild gives these a helper, which the page does not have.
      const found = await page.evaluate(() =>
        [...document.querySelectorAll("main table, main pre, main p, main li, main td")]
          .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
          .filter((box) => getComputedStyle(box).display !== "inline")
          .filter((box) => {
            for (let at: Element | null = box; at; at = at.parentElement)
              if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
            return true;
          })
          .map((box) => `${box.tagName}: ${(box.textContent ?? "").trim().slice(0, 60)}`),
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide !== width) cut.push(`${path} is ${wide} pixels wide`);
      cut.push(...found.map((text) => `${path}: ${text}`));
    }
    deepEqual(cut, []);
  });
}

function accessible(colorScheme: "light" | "dark", width: number): Check {
  const options = { colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" as const };
  return checkWith(options, async ({ page }) => {
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      if (path === "/playground") await page.locator(".numbers").waitFor();
      if (path === "/docs/define") {
        await (await openSearch(page)).fill("filter");
        await page.locator(".VPLocalSearchBox .result").first().waitFor();
      }
      if (path === "/404") await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      found.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${path}: ${id}: ${html.slice(0, 200)}`)),
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide !== width) found.push(`${path} is ${wide} pixels wide`);
    }
    deepEqual(found, []);
  });
}
