import { equal, match, ok } from "node:assert/strict";
import type { Check } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { focused, openList, rowOf, writeArticle } from "./support.js";

export const panelChecks: Readonly<Record<string, Check>> = {
  async "requests: each as the URL that it became, with method, status and time"({ page }) {
    await openList(page, "/?search=harbour&author=2&sort=title");
    await page.getByRole("button", { name: "Requests", exact: true }).click();
    const list = page.locator(".log-item").filter({ hasText: "/api/articles" });
    equal(
      await list.locator("code").textContent(),
      "/api/articles?filter[title][contains]=harbour&filter[author]=2&sort=title&page[offset]=0&page[limit]=20" +
        "&include=author,categories&fields[articles]=title,published,created_at,author,categories",
    );
    match((await list.locator(".log-head").textContent()) ?? "", /^GET200\d+ ms$/);
    await page.reload();
    await page.getByRole("heading", { name: "Requests" }).waitFor(); // it stays open
    await page.locator(".requests ol").focus();
    await page.keyboard.press("Escape");
    equal(await page.locator("#requests").isVisible(), false);
    equal(await focused(page), "Requests");
  },

  async "requests: each invalidation with its reason"({ page, context }) {
    const title = "Seen in the panel";
    const id = await writeArticle(context, title);
    await openList(page, "/?search=seen+in+the+panel");
    await page.getByRole("button", { name: "Requests", exact: true }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    const again = page.locator(".log-refetch").filter({ hasText: "articles list title__contains=seen in the panel" });
    match((await again.locator("p").last().textContent()) ?? "", new RegExp(`articles ${id}`));
    await eventually(() => page.locator(".log-item:not(.log-refetch) .method").allTextContents(), ["GET", "PUT"]);
    ok((await page.locator(".log-refetch").allTextContents()).every((text) => !text.includes("users list")));
  },
};
