import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Route } from "playwright-core";
import { type Check, checkWith } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { holdBack, openList, rowOf, sent, titles, writeArticle } from "./support.js";

export const troubleChecks: Readonly<Record<string, Check>> = {
  async "trouble: offline it says so, shows what it has, and loads the rest when it is back"({
    page,
    context,
    expectComplaint,
  }) {
    await openList(page);
    expectComplaint(/ERR_INTERNET_DISCONNECTED/); // the live connection
    await context.setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.getByRole("radio", { name: "Drafts" }).check();
    equal((await titles(page)).length, 20);
    await context.setOffline(false);
    await eventually(async () => new Set(await page.locator("td.column-status").allTextContents()), new Set(["Draft"]));
    equal(await page.getByText("You are offline.").count(), 0);
  },

  async "trouble: what is saved offline waits, and is sent once when the connection is back"({ page, context }) {
    const id = await writeArticle(context, "Saved on a train");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Text").fill("Written in a tunnel.");
    const requests = sent(page, "PATCH");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Waiting for a connection" }).click({ force: true }); // deaf
    await context.setOffline(false);
    await page.getByText("Your changes are saved.").waitFor();
    equal(requests.length, 1);
  },

  async "trouble: it says that a person is online again only when the server has answered"({
    page,
    context,
    allowComplaint,
  }) {
    allowComplaint(/ERR_/);
    await page.clock.install();
    await openList(page);
    await context.setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.clock.fastForward(60_000); // what was loaded is old, so it is read again
    const release = await holdBack(page, (request) => request.url().endsWith("/api"));
    await context.setOffline(false);
    const heading = page.locator(".group h3").first();
    await heading.getByText("You may be online again").waitFor();
    release();
    await heading.getByText("You are online again").waitFor();
  },

  async "trouble: a lost server is seen by a page that does nothing, which asks until it is back"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    await openList(page);
    let lost = true;
    await context.route("**/api{,/**}", (route) => (lost ? route.abort() : route.fallback()));
    const reads = sent(page, "GET");
    // As the end of a stream of notices does: the page connects again.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const bar = page.locator(".lost-server");
    await bar.getByText("The server does not respond.").waitFor();
    deepEqual(
      reads.filter((request) => /api\/(articles|users|categories)/.test(request.url())),
      [],
    );
    match((await bar.textContent()) ?? "", /You see what was loaded at \d\d:\d\d\. The next try is in \d s\./);
    equal((await titles(page)).length, 20);
    await page.getByRole("radio", { name: "Drafts" }).check();
    await page.getByText("The articles could not be loaded").waitFor();
    const id = await writeArticle(context, "Written while the page was away");
    const button = await bar.getByRole("button", { name: "Try now" }).elementHandle();
    lost = false;
    await button?.evaluate((element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await bar.waitFor({ state: "detached" });
    await eventually(async () => (await titles(page)).includes("Written while the page was away"), true);
    await context.request.delete(`/api/articles/${id}`);
  },

  "trouble: the bar of a lost server covers neither the end of a form nor what has the focus": checkWith(
    { viewport: { width: 390, height: 700 } },
    async ({ page, context, expectComplaint }) => {
      expectComplaint(/ERR_/);
      const id = await writeArticle(context, "Not saved");
      await page.goto(`/articles/${id}/edit`);
      await page.getByLabel("Text").fill("Typed while the server was away.");
      await context.route("**/api{,/**}", (route) => route.abort());
      await page.getByRole("button", { name: "Save changes" }).click();
      const bar = page.locator(".lost-server");
      await bar.waitFor();
      await page.getByLabel("Title").focus();
      for (const button of ["Save changes", "Discard changes"]) {
        while (!(await page.evaluate((name) => document.activeElement?.textContent === name, button)))
          await page.keyboard.press("Tab");
        const [around, own] = [await bar.boundingBox(), await page.locator(":focus").boundingBox()];
        ok(around && own && own.y + own.height < around.y, button);
      }
      await page.getByRole("button", { name: "What Trestle did" }).click();
      await page.getByText("3 of 3 queries had to be refetched").waitFor();
      await page.getByRole("button", { name: "Close this panel" }).click();
      const words = "It is not known whether the article was saved. What you wrote is still here.";
      equal(await page.getByText(words).count(), 1);
      await context.unroute("**/api{,/**}");
      await page.getByText("The server is back.").waitFor();
      await page.getByRole("button", { name: "Save again" }).click();
      await page.getByText("Your changes are saved.").waitFor();
      await page.goto("about:blank"); // it may still read the article
      await context.request.delete(`/api/articles/${id}`);
    },
  ),

  async "trouble: a deletion without a response may be done, and nothing is called refetched, nor read twice"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    const title = "Perhaps deleted";
    const id = await writeArticle(context, title);
    await page.clock.install();
    await openList(page, "/?filter[title][contains]=perhaps+deleted");
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    await context.route("**/api{,/**}", (route) => route.abort());
    await page.mouse.move(0, 0); // a notice under the pointer waits
    await page.clock.fastForward(9000);
    const unknown = page.getByText(`It is not known whether “${title}” was deleted. The list shows it when the server`);
    await unknown.waitFor();
    const group = page.locator(".group").filter({ hasText: `You tried to delete “${title}”` });
    await eventually(() => group.locator(".again .request").count(), 2); // the request and its retry
    await group.getByText("The server may have done it. 1 of 3 queries had to be refetched:").waitFor();
    equal(await group.getByText("The server did not respond.").count(), 1);
    equal(await page.getByText("The articles could not be loaded").count(), 0); // the bar says it
    await page.clock.fastForward(60_000);
    equal(await unknown.count(), 1); // it waits until the server is back
    await context.unroute("**/api{,/**}");
    await page.locator(".lost-server").waitFor({ state: "detached" }); // it asks by itself
    await page.mouse.move(0, 0);
    await page.clock.fastForward(13_000);
    await unknown.waitFor({ state: "detached" });
    await context.request.delete(`/api/articles/${id}`);
  },

  async "trouble: a publication whose response does not come in time is not called cancelled, nor not done"({
    page,
    context,
  }) {
    const title = "Published in a jam";
    const id = await writeArticle(context, title);
    await page.clock.install();
    await page.goto(`/articles/${id}`);
    await page.route("**/publish", () => {});
    const asked = page.waitForRequest("**/publish");
    await page.getByRole("button", { name: "Publish" }).click();
    await asked;
    await page.clock.fastForward(21_000);
    await page.getByText(`It is not known whether “${title}” was published. Look at the list.`).waitFor();
    const group = page.locator(".group").filter({ hasText: `You tried to publish “${title}”` });
    await group.getByText("The server did not respond, and the page took it back.").waitFor();
    await group.getByText("The server may have done it.").waitFor();
    equal(await group.getByText("cancelled").count(), 0);
    match((await group.locator(".facts").first().textContent()) ?? "", /^no response2\d s$/);
  },

  async "trouble: a server that hangs leaves a change unconfirmed: the article, its row and the bar say so"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    const title = "Published while it hung";
    const id = await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=while+it+hung");
    const status = rowOf(page, title).locator("td.column-status");
    equal(await status.textContent(), "Draft");
    let lost = true;
    await page.route("**/publish", async (route) => {
      await eventually(() => lost, false);
      await route.continue();
    });
    await rowOf(page, title)
      .getByRole("button", { name: `Publish ${title}` })
      .click();
    equal(await status.textContent(), "Published"); // at once
    await status.getByText("Publishing …").waitFor();
    await page.route("**/api", (route) => route.abort());
    await page.route("**/api/live*", (route) => route.abort());
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.locator(".lost-server").getByText("One change is not confirmed yet.").waitFor();
    await page.locator(".lost-server").getByText("The next try is in 2 s.").waitFor();
    await page.unroute("**/api"); // the stream stays broken, so only the stream fails
    lost = false;
    await status.getByText("Published").waitFor();
    await page.locator(".lost-server").waitFor({ state: "detached" });
    await page.getByText("“Published while it hung” is published.").waitFor();
    await page.locator(".group").filter({ hasText: "The server is back" }).waitFor();
    await context.request.delete(`/api/articles/${id}`);
  },

  async "trouble: a stream that breaks alone is not a lost server"({ page, expectComplaint }) {
    expectComplaint(/ERR_/);
    await openList(page);
    await page.route("**/api/live*", (route) => route.abort());
    const asked = page.waitForResponse("**/api");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await asked;
    await page.waitForRequest("**/api/live*"); // the next try
    equal(await page.locator(".lost-server").count(), 0);
    equal(await page.locator(".group").filter({ hasText: "The server is back" }).count(), 0);
  },

  async "trouble: a question that fails late, when the server has answered a newer one, does not lose it again"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal; // a question waits until the check lets it fail
    });
    await openList(page);
    const held: Route[] = [];
    let answer: (route: Route) => unknown = (route) => route.abort();
    await page.route("**/api", (route) => void answer(route));
    await page.route("**/api/live*", (route) => route.abort(), { times: 1 });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const bar = page.locator(".lost-server");
    await bar.waitFor();
    answer = (route) => held.push(route);
    await bar.getByRole("button", { name: "Try now" }).click();
    await eventually(() => held.length, 1);
    answer = (route) => route.continue();
    await bar.waitFor({ state: "detached" }); // it asks by itself
    answer = (route) => held.push(route);
    await held[0]?.abort();
    await eventually(() => held.length, 2); // it asks again, before it says anything
    equal(await bar.count(), 0);
    await held[1]?.continue();
    await page.locator(".group").filter({ hasText: "The server is back" }).waitFor();
  },

  async "trouble: the page explains that the server failed, and retries on demand"({ page, expectComplaint }) {
    expectComplaint(/500/);
    await page.route("**/api/articles?**", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/");
    await page.getByText("The articles could not be loaded").waitFor();
    await page.getByText("The server failed.").waitFor();
    await page.unroute("**/api/articles?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await eventually(() => titles(page).then((all) => all.length), 20);
  },

  async "trouble: a connection that breaks is tried again by itself, then explained"({ page, expectComplaint }) {
    expectComplaint(/ERR_/);
    const requests = sent(page, "GET");
    await page.route("**/api/articles?**", (route) => route.abort());
    await page.goto("/");
    await page.getByText("The server could not be reached.").waitFor();
    equal(requests.filter((request) => request.url().includes("/api/articles?")).length, 2);
  },

  async "trouble: without end, a failure stands where the rest would, and is not tried again by itself"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/500/);
    await openList(page, "/?view=endless");
    const requests = sent(page, "GET");
    await page.route("**/api/articles?**", (route) => route.fulfill({ status: 500, body: "" }));
    await page.locator(".article-link").nth(19).scrollIntoViewIfNeeded();
    await page.getByText("There is more, but it could not be loaded").waitFor();
    await page.waitForTimeout(300);
    equal(requests.filter((request) => request.url().includes("/api/articles?")).length, 1); // others are of chunks
    await page.unroute("**/api/articles?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".article-link").nth(39).waitFor();
  },

  async "trouble: an article that was not published is published by a second try, and Ctrl Z does not try again"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/500/);
    const id = await writeArticle(context, "Published at the second try");
    await page.goto(`/articles/${id}`);
    const commands = sent(page, "POST");
    await page.route("**/publish", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByText("“Published at the second try” was not published.").waitFor();
    await page.unroute("**/publish");
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(200);
    equal(commands.length, 1);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("“Published at the second try” is published.").waitFor();
    equal(commands.length, 2);
    await context.request.delete(`/api/articles/${id}`);
  },

  async "trouble: of two changes without a response the newer is shown first, and what the page reads as done goes"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    const names = ["Lost in the post, one", "Lost in the post, two"] as const;
    const ids = await Promise.all(names.map((name) => writeArticle(context, name)));
    await openList(page, "/?filter[title][contains]=lost+in+the+post");
    await page.route("**/publish", (route) => route.abort());
    const notice = (name: string) => page.locator(".notice").filter({ hasText: `whether “${name}” was published` });
    for (const name of names) {
      await rowOf(page, name).getByRole("button", { name: "Publish" }).click();
      await notice(name).waitFor();
    }
    equal(await notice(names[0]).isVisible(), false);
    await notice(names[1]).getByRole("button", { name: "Dismiss" }).click();
    await notice(names[0]).waitFor();
    await context.request.post(`/api/articles/${ids[0]}/publish`); // as it had arrived
    await page.unroute("**/publish");
    await rowOf(page, names[1]).getByRole("button", { name: "Publish" }).click(); // the page reads the list again
    await notice(names[0]).waitFor({ state: "detached" });
    for (const id of ids) await context.request.delete(`/api/articles/${id}`);
  },

  async "trouble: a slow server: bones of the real size, then a word about it, then the rows"({ page }) {
    const release = await holdBack(page, (request) => request.url().includes("/api/articles?"));
    await page.goto("/");
    await page.locator(".skeleton-row").first().waitFor();
    const bones = await page.locator("table").boundingBox();
    await page.getByText("The server is taking its time.").waitFor();
    release();
    await page.locator(".article-link").first().waitFor();
    equal((await page.locator("table").boundingBox())?.height, bones?.height);
    equal(await page.getByText("The server is taking its time.").count(), 0);
  },
};
