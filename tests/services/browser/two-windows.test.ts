import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Newsroom, startNewsroom } from "../../../examples/newsroom/testing/newsroom.js";
import {
  changeArticle,
  comeBack,
  openList,
  sent,
  writeArticle,
} from "../../../examples/newsroom/web/checks/support.js";
import { launchChromium } from "../../../scripts/support/chromium.js";

let newsroom: Newsroom;
let browser: Browser;
beforeAll(async () => {
  newsroom = await startNewsroom();
  browser = await launchChromium();
  await fetch(newsroom.origin); // builds the page
});
afterAll(async () => {
  await browser?.close();
  await newsroom?.stop();
});

/** A window of a user's own: nothing is shared with another but the server. */
async function open(): Promise<Page> {
  const context = await browser.newContext({ baseURL: newsroom.origin, viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Opens an address, and waits until the page listens. If it reads a query twice, it has done that then. */
async function goTo(page: Page, path: string): Promise<void> {
  const listening = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/live");
  await page.goto(path);
  await listening;
  await page.waitForLoadState("load");
  await page.waitForTimeout(1500);
}

/** Saves another title in the form of an article. */
async function retitle(page: Page, id: string, title: string): Promise<void> {
  await page.goto(`/articles/${id}/edit`);
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Save changes" }).click();
}

test("what one window saves, the other shows by itself, and its panel says why", { timeout: 120_000 }, async () => {
  const [one, other] = [await open(), await open()];
  const id = await writeArticle(one.context(), "Seen from two windows");
  await goTo(other, `/articles/${id}`);
  await other.getByRole("heading", { name: "Seen from two windows" }).waitFor();
  const times: number[] = [];
  for (let count = 1; count <= 10; count++) {
    const title = `Saved ${count} times`;
    const saved = one.waitForResponse((response) => response.request().method() === "PATCH");
    await retitle(one, id, title);
    await saved;
    const begin = performance.now();
    await other.getByRole("heading", { name: title }).waitFor();
    times.push(Math.round(performance.now() - begin));
  }
  times.sort((a, b) => a - b);
  console.log(
    `From one window to the other: ${times[times.length >> 1]} ms (median of ${times.length}), ${times.at(-1)} ms (most).`,
  );
  const group = other.locator(".group").filter({ hasText: "Somebody else edited “Saved 9 times”" });
  await group.getByText(`Article ${id}, because it is this article.`).first().waitFor();
});

test("a form that is being edited says that somebody else changed the article", { timeout: 60_000 }, async () => {
  const [one, other] = [await open(), await open()];
  const id = await writeArticle(one.context(), "On two desks at once");
  await goTo(other, `/articles/${id}/edit`);
  await other.getByLabel("Text").fill("My own text.");
  await retitle(one, id, "Changed on the other desk");
  await other.getByText("Somebody else just changed this article.").waitFor();
  expect(await other.getByLabel("Text").inputValue()).toBe("My own text.");
  expect(await other.getByLabel("Title", { exact: true }).inputValue()).toBe("Changed on the other desk");
});

test("on /two, each window says which of the two made a change", { timeout: 60_000 }, async () => {
  const page = await open();
  const id = await writeArticle(page.context(), "Known by name");
  await page.goto("/two");
  for (const name of ["ann", "bashir"]) await page.frame({ name })?.goto("/?filter[title][contains]=known+by");
  const [ann, bashir] = [page.frameLocator("[name=ann]"), page.frameLocator("[name=bashir]")];
  for (const window of [ann, bashir]) await window.locator(".article-link").first().waitFor();
  await page.waitForTimeout(2000); // until the windows listen
  await ann.getByRole("button", { name: "Publish Known by name" }).click();
  await bashir.getByRole("heading", { name: "ann published “Known by name”" }).waitFor();
  await page.waitForTimeout(2000); // a later change has nothing to do with ann
  await changeArticle(page.context(), id, { published: false });
  await bashir.getByRole("heading", { name: "Somebody else edited “Known by name”" }).waitFor();
});

test("what another program creates and publishes is called by its title, and by what was done", async () => {
  const page = await open();
  await goTo(page, "/?filter[title][contains]=by+a+program");
  const id = await writeArticle(page.context(), "Written by a program");
  await page.getByRole("heading", { name: "Somebody else created “Written by a program”" }).waitFor();
  await page.waitForTimeout(1200); // a group of its own
  for (let times = 0; times < 2; times++) await page.context().request.post(`/api/articles/${id}/publish`);
  await page.getByRole("heading", { name: "Somebody else published “Written by a program”" }).first().waitFor();
  expect(await page.getByText("Somebody else changed").count()).toBe(0);
});

test("a publication whose response is lost is not called somebody else's, when its notice comes", async () => {
  const page = await open();
  const id = await writeArticle(page.context(), "Published in silence");
  await goTo(page, `/articles/${id}`);
  await page.route("**/publish", (route) => route.abort());
  await page.getByRole("button", { name: "Publish" }).click();
  const group = page.locator(".group").filter({ hasText: "You tried to publish “Published in silence”" });
  await group.getByText("The server may have done it.").waitFor();
  await page.waitForTimeout(2000); // until it listens again
  await page.context().request.post(`/api/articles/${id}/publish`); // as it arrives late
  await group.getByText("Later, a notice said that the server did it.").waitFor();
  expect(await page.getByText("Somebody else changed").count()).toBe(0);
  await changeArticle(page.context(), id, { published: false });
  await page.getByRole("heading", { name: "Somebody else edited “Published in silence”" }).waitFor();
});

test("what a page reads because its user comes back is not blamed on somebody else", async () => {
  const page = await open();
  const id = await writeArticle(page.context(), "Edited in another tab");
  await page.clock.install();
  await goTo(page, "/?filter[title][contains]=another+tab");
  await changeArticle(page.context(), id, { published: true });
  const theirs = page.locator(".group").filter({ hasText: "Somebody else edited “Edited in another tab”" });
  await theirs.getByText("1 of 3 queries was refetched:").waitFor();
  await page.clock.fastForward(33_000);
  await comeBack(page);
  const own = page.locator(".group").filter({ hasText: "You came back to the page" });
  await expect.poll(() => own.locator(".request").count()).toBe(3);
  expect(await theirs.locator(".request").count()).toBe(1);
});

/** The API's URLs that a page reads. */
function readsOf(page: Page): () => string[] {
  const requests = sent(page, "GET");
  return () =>
    requests
      .map((request) => new URL(request.url()))
      .flatMap(({ pathname, search }) =>
        pathname.startsWith("/api/") && pathname !== "/api/live" ? [pathname + search] : [],
      );
}

test.each(["/", "/articles/1", "/articles/1/edit"])("a page that opens %s reads each query once", async (path) => {
  const page = await open();
  await page.waitForTimeout(3000); // a server that just started cannot know what a page has missed
  const reads = readsOf(page);
  await goTo(page, path);
  expect(reads().length).toBeGreaterThan(1);
  expect(reads()).toEqual([...new Set(reads())]);
});

test("a page that opens just after a change does not say that somebody changed something while it was open", async () => {
  const page = await open();
  const id = await writeArticle(page.context(), "Published before anybody looked");
  await page.context().request.post(`/api/articles/${id}/publish`);
  await openList(page);
  const again = page.locator(".again").filter({ hasText: "something changed while the page opened" });
  await again.first().waitFor();
  expect(await page.locator(".group h3").allTextContents()).toEqual([expect.stringContaining("The page opened")]);
});

test("a page whose position is unknown reads each query again, and its panel says why", async () => {
  const page = await open();
  const reads = readsOf(page);
  await page.route(
    "**/api/live*",
    (route) => route.fulfill({ contentType: "text/event-stream", body: ":\nid: ?\n\n" }),
    {
      times: 1,
    },
  );
  await openList(page);
  const group = page.locator(".group").filter({ hasText: "Changes may have been missed" });
  await group.getByText("3 of 3 queries were refetched:").waitFor();
  await group.getByText("The list of articles, because changes of others may have been missed.").waitFor();
  await expect.poll(() => reads().length).toBe(6);
  expect(reads().slice(3).sort()).toEqual(reads().slice(0, 3).sort());
});
