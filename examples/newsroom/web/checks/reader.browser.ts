import { equal } from "node:assert/strict";
import type { Check } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { focused, holdBack, openList, rowOf, sent, titles, writeArticle } from "./support.js";

export const readerChecks: Readonly<Record<string, Check>> = {
  async "reader: an article opens from the list, with its author and what else they wrote"({ page }) {
    await openList(page);
    await page.getByRole("link", { name: "Hearing tests reach every school", exact: true }).click();
    await eventually(() => focused(page), "Hearing tests reach every school");
    equal(await page.title(), "Hearing tests reach every school · Newsroom");
    await page.getByText("By femi", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "More by femi" }).waitFor();
    await eventually(() => page.locator(".more-by li").count(), 4);
    await page.getByRole("link", { name: "All articles" }).click();
    await eventually(() => titles(page).then((all) => all.length), 20);
  },

  async "reader: categories are added and removed as a relationship, and the list follows"({ page, context }) {
    const title = "Filed and filed again";
    const id = await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=filed");
    await page.getByRole("link", { name: title, exact: true }).click();
    const requests = sent(page, "POST", "DELETE");
    const release = await holdBack(page, (request) => request.url().includes("/relationship/"));
    await page.getByRole("checkbox", { name: "Sport" }).click();
    await eventually(() => page.getByRole("checkbox", { name: "Sport" }).isChecked(), true); // the server has not answered
    release();
    await page.getByRole("checkbox", { name: "Business" }).click();
    await eventually(
      () => requests.map((request) => `${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`),
      [
        `POST /api/articles/${id}/relationship/categories {"trestle:related":["5"]}`,
        `DELETE /api/articles/${id}/relationship/categories {"trestle:related":["2"]}`,
      ],
    );
    const group = page.locator(".group").filter({ hasText: `You changed the categories of “${title}”` });
    await eventually(() => group.count(), 2);
    await page.getByRole("link", { name: "All articles" }).click();
    await eventually(() => rowOf(page, title).locator(".chip").allTextContents(), ["Sport"]);
  },

  async "publish: shows at once, everywhere, and the list of drafts lets it go by itself"({ page, context }) {
    const title = "Out at last";
    await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=out+at+last&filter[published]=false");
    const release = await holdBack(page, (request) => request.url().endsWith("/publish"));
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    await eventually(() => rowOf(page, title).locator(".column-status").textContent(), "Published");
    equal(await focused(page), title);
    release();
    await page.getByText("No article fits").waitFor();
    await page.getByText(`“${title}” is published.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(() => rowOf(page, title).locator(".column-status").textContent(), "Draft");
    await page.goto("/?filter[title][contains]=out+at+last");
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByText(`“${title}” is a draft again.`).waitFor();
    equal(await page.getByText(`“${title}” is published.`).count(), 0); // its Undo would take back nothing
  },

  async "publish: what the server refuses is taken back, and said"({ page, context, expectComplaint }) {
    const title = "Never out";
    await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=never+out");
    await page.route("**/publish", (route) => route.fulfill({ status: 503, body: "" }));
    expectComplaint(/503/);
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    await page.getByText(`“${title}” was not published.`).waitFor();
    await eventually(() => rowOf(page, title).locator(".column-status").textContent(), "Draft");
  },

  async "delete: can be undone, by button and by key, and then nothing was sent"({ page, context }) {
    const title = "Deleted in error";
    await writeArticle(context, title);
    await writeArticle(context, `${title}, its neighbour`);
    await openList(page, "/?filter[title][contains]=deleted+in+error&sort=title");
    const requests = sent(page, "DELETE");
    for (const undo of [
      () => page.getByRole("button", { name: "Undo" }).click(),
      () => page.keyboard.press("Control+z"),
      () => page.keyboard.press("Control+Z"), // with Caps Lock
    ]) {
      await page.getByRole("button", { name: `Delete ${title}`, exact: true }).click();
      await eventually(() => titles(page), [`${title}, its neighbour`]);
      equal(await focused(page), `${title}, its neighbour`);
      await undo();
      await eventually(() => titles(page).then((all) => all.length), 2);
    }
    equal(requests.length, 0);
  },

  async "delete: the time to undo stands still with the focus inside, wherever the pointer goes"({ page, context }) {
    const title = "Deleted slowly";
    const id = await writeArticle(context, title);
    await page.clock.install();
    await openList(page, "/?filter[title][contains]=deleted+slowly");
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.hover();
    await undo.focus();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(9000);
    await undo.press("Enter");
    await eventually(() => titles(page), [title]);
    await context.request.delete(`/api/articles/${id}`);
  },

  async "delete: undone after somebody else deleted it, it says so"({ page, context, expectComplaint }) {
    expectComplaint(/404/);
    const title = "Deleted by two";
    const id = await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=deleted+by+two");
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    await context.request.delete(`/api/articles/${id}`);
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`“${title}” does not come back. Somebody else has deleted it.`).waitFor();
    equal(await focused(page), "Articles"); // the button that had the focus is gone
  },

  async "delete: is sent when the time to undo is over; a failure brings the article back"({
    page,
    context,
    expectComplaint,
  }) {
    const title = "Gone for good";
    const id = await writeArticle(context, title);
    await page.clock.install();
    await page.goto(`/articles/${id}`);
    await page.route(`**/api/articles/${id}`, (route) =>
      route.request().method() === "DELETE" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
    );
    expectComplaint(/500/);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByLabel("Search titles").fill("gone for good");
    await page.getByText("No article fits").waitFor();
    await page.clock.fastForward(9000);
    await page.getByText("could not be deleted").waitFor();
    await eventually(() => titles(page), [title]);
    await page.unroute(`**/api/articles/${id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await eventually(() => titles(page), []);
    await page.mouse.move(0, 0); // a notice under the pointer waits
    const answer = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.clock.fastForward(9000);
    equal((await answer).status(), 204);
  },

  async "reader: an article that is not there says so, and an address that is none does too"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/404/);
    await page.goto("/articles/99999");
    await page.getByRole("heading", { name: "No article has this address" }).waitFor();
    await page.getByText("It may have been deleted.").waitFor();
    for (const path of ["/articles/nonsense", "/no/such/place"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    }
    await page.getByRole("link", { name: "All articles" }).click();
    await page.locator(".article-link").first().waitFor();
  },
};
