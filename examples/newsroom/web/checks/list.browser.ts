import { equal, match, ok } from "node:assert/strict";
import { type Check, checkWith } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { focused, holdBack, openList, rowOf, summary, titles } from "./support.js";

export const listChecks: Readonly<Record<string, Check>> = {
  async "list: articles with what was included: the author's name, the categories' names"({ page }) {
    await openList(page, "/?filter[title][contains]=postcards");
    const row = rowOf(page, "A novel written in 200 postcards");
    equal(await row.locator(".column-author").textContent(), "femi");
    await eventually(() => row.locator(".chip").allTextContents(), ["Culture", "Travel"]);
    equal(await row.locator(".column-created_at time").textContent(), "10 Feb 2026");
  },

  async "list: a search narrows as it is typed, survives reloading, and clears"({ page }) {
    await openList(page);
    await page.getByLabel("Search titles").pressSequentially("harbour", { delay: 20 });
    await eventually(() => summary(page), "2 articles");
    await eventually(() => new URL(page.url()).search, "?filter%5Btitle%5D%5Bcontains%5D=harbour");
    await page.reload();
    await eventually(() => titles(page).then((all) => all.length), 2);
    equal(await page.getByLabel("Search titles").inputValue(), "harbour");
    await page.getByLabel("Search titles").fill("no such words");
    await page.getByText("No article fits").waitFor();
    await page.getByRole("link", { name: "Clear all filters" }).click();
    await eventually(() => titles(page).then((all) => all.length), 20);
    equal(await page.getByLabel("Search titles").inputValue(), "");
  },

  async "list: filters by author and status; going back and forward undoes and redoes"({ page }) {
    await openList(page);
    await page.getByLabel("Author").selectOption({ label: "hiroshi" });
    await eventually(
      async () => new Set(await page.locator("td.column-author").allTextContents()),
      new Set(["hiroshi"]),
    );
    const his = await summary(page);
    await page.getByRole("radio", { name: "Drafts" }).check();
    await eventually(async () => new Set(await page.locator("td.column-status").allTextContents()), new Set(["Draft"]));
    await page.goBack();
    await eventually(() => summary(page), his);
    ok(await page.getByRole("radio", { name: "All" }).isChecked());
    await page.goForward();
    await eventually(() => page.getByRole("radio", { name: "Drafts" }).isChecked(), true);
    await page.getByLabel("Author").selectOption("null");
    await eventually(
      async () => new Set(await page.locator("td.column-author").allTextContents()),
      new Set(["No author"]),
    );
  },

  async "list: filters by category, from the toolbar and from a row; the rest of the row opens the article"({ page }) {
    await openList(page);
    await page.getByLabel("Category").selectOption({ label: "Sport" });
    await eventually(async () => (await titles(page)).length < 20, true);
    const all = await page.locator(".article-aside").allTextContents();
    ok(all.length > 0 && all.every((text) => text.includes("Sport")));
    await page.getByRole("button", { name: "Close this panel" }).click();
    await rowOf(page, "Harbour FC").getByRole("link", { name: "Sport" }).click();
    await eventually(() => new URL(page.url()).search, "?filter%5Bcategory%5D=5");
    await rowOf(page, "Harbour FC").locator(".column-status").click({ force: true }); // the link lies above it
    await eventually(() => focused(page), "Harbour FC wins with ten players");
  },

  async "list: an address is the list's own query; one that the API refuses says why, and leads back"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/400/);
    const asked = page.waitForRequest((request) => request.url().includes("/api/articles?"));
    await openList(page, "/?filter[title][contains]=harbour&sort=title&view=endless&page[limit]=1");
    match(
      decodeURIComponent((await asked).url()),
      /\?filter\[title\]\[contains\]=harbour&sort=title&page\[limit\]=1&include/,
    );
    await page.goto("/?filter[titel][contains]=harbour");
    await page.locator("#main").getByText('Did you mean "filter[title][contains]"?').waitFor(); // the panel says it, too
    await page.getByRole("link", { name: "Clear all filters" }).click();
    await eventually(() => titles(page).then((all) => all.length), 20);
    equal(new URL(page.url()).search, "");
  },

  async "list: a column sorts when it is clicked, the other way when clicked again, and says so"({ page }) {
    await openList(page);
    const title = page.getByRole("columnheader", { name: "Title" });
    equal(await page.getByRole("columnheader", { name: "Created" }).getAttribute("aria-sort"), "descending");
    await title.getByRole("button").click();
    await eventually(() => titles(page).then(([first]) => first), "A hostel run by its guests");
    equal(await title.getAttribute("aria-sort"), "ascending");
    await page.keyboard.press("Enter");
    await eventually(() => title.getAttribute("aria-sort"), "descending");
    await eventually(() => titles(page).then(([first]) => first), "Youth team draws 3–3 in the final minute");
    equal(await page.getByRole("columnheader", { name: "Created" }).getAttribute("aria-sort"), null);
  },

  async "list: pages have addresses; the rows before stay until the next are there"({ page }) {
    await openList(page);
    const before = await titles(page);
    const release = await holdBack(page, (request) => request.url().includes("offset%5D=20"));
    await page.getByRole("link", { name: "Next" }).click();
    await eventually(() => page.locator("table").getAttribute("aria-busy"), "true");
    equal((await titles(page)).join(), before.join());
    release();
    await eventually(() => summary(page), "21–40 of 64 articles");
    equal(await page.locator("table").getAttribute("aria-busy"), "false");
    equal(await focused(page), "Articles");
    await page.reload();
    await eventually(() => page.locator("[aria-current=page]").textContent(), "2");
    await page.getByRole("link", { name: "Page 4" }).click();
    await eventually(() => summary(page), "61–64 of 64 articles");
    await page.goto("/?page[offset]=1960");
    await page.getByText("Page 99 does not exist").waitFor();
    await page.getByRole("link", { name: "Go to page 4" }).click();
    await eventually(() => summary(page), "61–64 of 64 articles");
  },

  async "list: an empty one stays, with the focus in the view, until the articles are there"({ page }) {
    await page.goto("/?filter[title][contains]=zzz");
    const release = await holdBack(page, (request) => !request.url().includes("filter"));
    await page.getByRole("link", { name: "Clear all filters" }).focus();
    await page.keyboard.press("Enter");
    await eventually(() => new URL(page.url()).search, "");
    equal(await page.locator(".empty-what").textContent(), "No article fits");
    release();
    await eventually(() => titles(page).then((all) => all.length), 20);
    equal(await focused(page), "Articles");
  },

  async "list: without end: what follows comes as the end comes into sight"({ page }) {
    await openList(page);
    await page.getByRole("radio", { name: "Endless" }).check();
    for (let shown = 20; shown < 60; shown += 20) {
      await page
        .locator(".article-link")
        .nth(shown - 1)
        .scrollIntoViewIfNeeded();
      await page.locator(".article-link").nth(shown).waitFor();
    }
    await page.mouse.wheel(0, 20_000);
    await eventually(() => titles(page).then((all) => new Set(all).size), 64);
    equal(await summary(page), "64 articles");
    equal(await page.getByRole("button", { name: "Load more" }).count(), 0);
  },

  "list: on a phone, articles begin in the upper half; the filters are behind a button, which counts them": checkWith(
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    async ({ page }) => {
      await openList(page);
      ok(((await page.locator(".article-link").first().boundingBox())?.y ?? Number.POSITIVE_INFINITY) < 320);
      equal(await page.getByLabel("Author").isVisible(), false);
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      await page.getByLabel("Author").selectOption("null");
      await page.getByRole("radio", { name: "Drafts" }).check();
      await page.getByRole("button", { name: "Filters (2)", expanded: true }).click();
      equal(await page.getByLabel("Author").isVisible(), false);
      equal(new URL(page.url()).searchParams.get("filter[published]"), "false");
    },
  ),

  async "list: going back finds scroll and focus where they were"({ page }) {
    await openList(page);
    const link = page.locator(".article-link").nth(17);
    await link.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate(() => scrollY);
    ok(scroll > 0);
    const title = (await link.textContent()) ?? "";
    await link.click();
    await eventually(() => focused(page), title); // the heading
    equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await eventually(() => focused(page), title); // the link
    equal(await page.evaluate(() => scrollY), scroll);
  },
};
