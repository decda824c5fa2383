import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Check, checkWith } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { comeBack, focused, holdBack, openList, rowOf, sent, writeArticle } from "./support.js";

export const panelChecks: Readonly<Record<string, Check>> = {
  async "requests: open at first; each as the client call and the URL, with status, time and bytes"({ page }) {
    await openList(page, "/?filter[title][contains]=harbour&filter[author]=2&sort=title");
    const group = page.locator(".group").filter({ hasText: "The page opened" });
    const list = group.locator(".request").filter({ hasText: "client.articles.list()" });
    equal(
      await list.locator(".call").textContent(),
      `client.articles.list()
  .filter({ title__contains: "harbour", author: "2" })
  .sort("title")
  .include("author", "categories")
  .fields({ articles: ["author", "categories", "created_at", "published", "title"] })`,
    );
    equal(
      await list.locator(".url").textContent(),
      "GET /api/articles?filter[title][contains]=harbour&filter[author]=2&sort=title" +
        "&include=author,categories&fields[articles]=title,published,created_at,author,categories",
    );
    match((await list.locator(".facts").textContent()) ?? "", /^200\d+ ms\d+\.\d kB/);
    await group.getByText("One request read 1 article, 1 user, 1 category.").waitFor();
    await list.locator("summary").click();
    equal(await list.locator(".url").isVisible(), false);
    await page.locator(".requests > ol").focus();
    await page.keyboard.press("Escape");
    equal(await page.locator("#requests").isVisible(), false);
    equal(await focused(page), "What Trestle did");
    await page.reload();
    await page.locator(".article-link").first().waitFor();
    equal(await page.locator("#requests").isVisible(), false); // it stays closed
  },

  "requests: closed at first where it would cover the page": checkWith(
    { viewport: { width: 820, height: 1180 } },
    async ({ page }) => {
      await openList(page);
      equal(await page.locator("#requests").isVisible(), false);
    },
  ),

  "requests: where the panel is closed, a line says what was done last, and opens it": checkWith(
    { viewport: { width: 390, height: 844 } },
    async ({ page, context }) => {
      const title = "Seen in one line";
      const id = await writeArticle(context, title);
      await openList(page, "/?filter[title][contains]=seen+in+one");
      await page.getByRole("link", { name: title }).click(); // the page keeps the list, and does not show it
      await page.getByRole("button", { name: "Publish" }).click();
      await page
        .getByRole("button", { name: /^Trestle: You published “Seen in one line” · \d refetches Show$/ })
        .click();
      await eventually(() => focused(page), "Newest first"); // the log
      // What it did not read, it does not call refetched.
      const group = page.locator(".group").filter({ hasText: `“${title}”` });
      const line = group.getByText(/^1 query was out of date\. The page did not show it, and reads it when it does:/);
      await line.waitFor();
      equal(await line.locator(".request").count(), 0);
      await page.getByText(/^The server accepted it/).waitFor();
      await page.getByRole("button", { name: "Close this panel" }).click();
      equal(await focused(page), "What Trestle did");
      await context.request.delete(`/api/articles/${id}`);
    },
  ),

  async "requests: what a write did: shown at once, confirmed, refetched and why, left alone"({ page, context }) {
    const title = "Seen in the panel";
    const id = await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=seen+in+the+panel");
    const release = await holdBack(page, (request) => request.url().endsWith("/publish"));
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    const group = page.locator(".group").filter({ hasText: `“${title}”` });
    await group.getByText(`You are publishing “${title}”`).waitFor();
    await group
      .getByText("The list of articles with “seen in the panel” showed it at once, before the server responded.")
      .waitFor();
    await group.getByText("Waiting for the server …").waitFor();
    release();
    await group.getByText(`You published “${title}”`).waitFor();
    await group.getByText(/^The server accepted it after \d+ ms\.$/).waitFor();
    const again = group.locator(".again");
    await again.getByText("The list of articles with “seen in the panel”, because it contains this article.").waitFor();
    await again.locator("summary").click();
    await again.getByText("200").waitFor();
    await group.getByText("1 of 3 queries was refetched:").waitFor();
    await group.getByText("Not refetched: the list of authors and the list of categories.").waitFor();
    const calls = await group.locator(".call").allTextContents();
    deepEqual(
      calls.map((call) => call.split("\n")[0]),
      [`client.articles.command.publish("${id}")`, "client.articles.list()"],
    );
  },

  async "requests: lists with different filters are told apart, and each of them is counted"({ page, context }) {
    const title = "Counted once";
    const id = await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=counted");
    await page.getByLabel("Search titles").fill("counted once");
    await page.locator(".group").filter({ hasText: "You changed what the list shows" }).waitFor();
    await page.getByRole("button", { name: `Publish ${title}` }).click();
    const group = page.locator(".group").filter({ hasText: `You published “${title}”` });
    await group.getByText("1 of 4 queries was refetched:").waitFor();
    await group.getByText("The list of articles with “counted once”, because").waitFor();
    await group.getByText("The list of articles with “counted”, because").waitFor();
    await context.request.delete(`/api/articles/${id}`);
  },

  async "requests: the article that a save opens belongs to the save, and stays the newest"({ page, context }) {
    const id = await writeArticle(context, "Saved, then read");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("Saved, then opened");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.locator(".more-by li").first().waitFor();
    const newest = page.locator(".group").first();
    await newest.getByRole("heading", { name: "You changed “Saved, then read”" }).waitFor();
    await newest.getByText("1 of 3 queries was refetched:").waitFor();
    await newest
      .locator("li")
      .last()
      .getByText(/^One request read \d articles\.$/)
      .waitFor();
    await page.getByRole("link", { name: "All articles" }).click();
    await newest.getByRole("heading", { name: "You opened the list" }).waitFor();
  },

  async "requests: what is read because a person comes back to the page belongs to no change"({ page, context }) {
    const title = "Ready before lunch";
    const id = await writeArticle(context, title);
    await page.clock.install();
    await openList(page, "/?filter[title][contains]=before+lunch");
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    const group = page.locator(".group").filter({ hasText: `You published “${title}”` });
    await group.getByText("1 of 3 queries was refetched:").waitFor();
    const requests = await group.locator(".request").count();
    await page.clock.fastForward(33_000);
    for (let times = 0; times < 2; times++) await comeBack(page);
    const newest = page.locator(".group").first();
    await newest.getByRole("heading", { name: "You came back to the page" }).waitFor();
    await eventually(() => newest.locator(".request").count(), 3);
    equal(await group.locator(".request").count(), requests);
    await context.request.delete(`/api/articles/${id}`);
  },

  async "requests: the article that a save opens belongs to the save of a person who came back meanwhile, too"({
    page,
    context,
  }) {
    const id = await writeArticle(context, "Saved, and left alone");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("Saved before the return");
    const release = await holdBack(page, (request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("You are changing “Saved, and left alone”").waitFor();
    await comeBack(page);
    release();
    await page.locator(".more-by li").first().waitFor();
    const newest = page.locator(".group").first();
    await newest.getByRole("heading", { name: "You changed “Saved, and left alone”" }).waitFor();
    await newest
      .locator("li")
      .last()
      .getByText(/^One request read \d articles\.$/)
      .waitFor();
    await context.request.delete(`/api/articles/${id}`);
  },

  ...Object.fromEntries(
    [390, 1440].map((width): [string, Check] => [
      `requests: a notice covers no row, at ${width} pixels`,
      checkWith({ viewport: { width, height: 844 } }, async ({ page }) => {
        await openList(page, "/?filter[published]=true");
        await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label^=Delete]")?.click());
        const place = width < 1000 ? page.locator(".peek") : page.locator(".masthead");
        const bar = await place.boundingBox();
        await eventually(async () => {
          const notice = await page.locator(".notice").boundingBox();
          const [top, bottom] = width < 1000 ? [0, bar?.y] : [bar?.y, (bar?.y ?? 0) + (bar?.height ?? 0)];
          return notice && notice.y >= (top ?? 0) - 6 && notice.y + notice.height <= (bottom ?? 0) + 1;
        }, true);
        if (width < 1000) return page.keyboard.press("Control+z");
        const nav = await page.getByRole("navigation", { name: "Page", exact: true }).boundingBox();
        const notice = await page.locator(".notice").boundingBox();
        ok(nav && notice && notice.x + notice.width < nav.x);
        await page.keyboard.press("Control+z");
      }),
    ]),
  ),

  "requests: where the panel is below the list, two notices cover nothing of the page": checkWith(
    { viewport: { width: 820, height: 600 } },
    async ({ page }) => {
      await openList(page, "/?filter[published]=true");
      await page.getByRole("button", { name: "What Trestle did" }).click();
      const top = (await page.locator(".requests").boundingBox())?.y ?? Number.NaN;
      const notices = page.locator(".notice");
      for (const count of [1, 2]) {
        await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label^=Delete]")?.click());
        await eventually(() => notices.count(), count);
      }
      const areBelow = () =>
        notices.evaluateAll((all, top) => all.map((each) => each.getBoundingClientRect().top >= top), top);
      await eventually(areBelow, [true, true]);
      for (const count of [1, 0]) {
        await page.keyboard.press("Control+z");
        await eventually(() => notices.count(), count);
      }
    },
  ),

  ...Object.fromEntries(
    [390, 1440].map((width): [string, Check] => [
      `requests: a long title without spaces breaks into lines, at ${width} pixels`,
      checkWith({ viewport: { width, height: 844 } }, async ({ page, context }) => {
        const id = await writeArticle(context, `Unbroken${width}${"o".repeat(180)}`);
        await page.goto(`/articles/${id}`);
        await page.getByRole("button", { name: "Publish" }).click();
        await page.locator(".notice").waitFor();
        if (width < 1000) await page.locator(".peek").evaluate((peek: HTMLElement) => peek.click());
        await page.locator(".group h3").first().getByText("You published").waitFor();
        for (const part of [".notice p", ".group h3 time", ".group .call"]) {
          const box = await page.locator(part).first().boundingBox();
          ok(box && box.x >= 0 && box.x + box.width <= width, part);
        }
        await context.request.delete(`/api/articles/${id}`);
      }),
    ]),
  ),

  "two: on a tablet that stands, both windows are in sight": checkWith(
    { viewport: { width: 820, height: 1180 } },
    async ({ page }) => {
      await page.goto("/two");
      await page.frameLocator("[name=bashir]").locator(".article-link").first().waitFor();
      const second = await page.locator("[name=bashir]").boundingBox();
      ok(second && second.y < 800);
    },
  ),

  async "requests: a write that is refused was taken back"({ page, context, expectComplaint }) {
    const title = "Refused in the panel";
    await writeArticle(context, title);
    await openList(page, "/?filter[title][contains]=refused+in");
    await page.route("**/publish", (route) => route.fulfill({ status: 503, body: "" }));
    expectComplaint(/503/);
    await rowOf(page, title).getByRole("button", { name: "Publish" }).click();
    await page.getByText(/^The server failed after \d+ ms, and the page took it back\.$/).waitFor();
  },

  async "requests: a write that the server refused is not called done, and its reason is there"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/422/);
    await page.goto("/articles/new");
    await page.getByRole("button", { name: "Create draft" }).click();
    const group = page.locator(".group").filter({ hasText: "You tried to create an article without a title" });
    await group.getByText(/^The server refused it after \d+ ms: An article needs a title\./).waitFor();
    equal(await page.locator(".group").filter({ hasText: "You created" }).count(), 0);
    await page.getByLabel("Title").fill("Created at the second try");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.locator(".group").filter({ hasText: "You created “Created at the second try”" }).waitFor();
    await eventually(() => /\/articles\/\d+$/.test(page.url()), true);
    await context.request.delete(`/api${new URL(page.url()).pathname}`);
  },

  async "commands: found by typing, run by keyboard, and each key works outside of text fields"({ page }) {
    await openList(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find" }).pressSequentially("postcards");
    await page.getByRole("option", { name: "A novel written in 200 postcards" }).waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => focused(page), "A novel written in 200 postcards");
    await page.locator("[data-edit]").waitFor();
    await page.keyboard.press("e");
    await eventually(() => focused(page), "Edit article");
    await page.getByLabel("Title").fill("");
    await page.getByLabel("Title").pressSequentially("nad");
    equal(await page.getByLabel("Title").inputValue(), "nad");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.keyboard.press("d");
    await eventually(() => new URL(page.url()).search, "?filter%5Bpublished%5D=false");
    await page.keyboard.press("/");
    await eventually(() => focused(page), "Search titles");
    await page.keyboard.press("Control+K"); // with Caps Lock
    await page.getByRole("combobox", { name: "Find" }).waitFor();
    await page.keyboard.press("ArrowUp");
    equal(await page.locator("[aria-selected=true]").textContent(), "Read the docs of Trestle");
    await page.keyboard.press("Escape");
    await eventually(() => focused(page), "Search titles");
    ok((await page.getByRole("dialog").count()) === 0);
  },

  async "commands: the keys of one letter can be turned off, and stay so"({ page }) {
    await openList(page);
    const toggle = async (name: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("option", { name }).click();
    };
    await toggle("Turn off keys of one letter");
    await openList(page);
    await page.keyboard.press("d");
    await toggle("Turn on keys of one letter");
    equal(new URL(page.url()).search, "");
    await page.keyboard.press("d");
    await eventually(() => new URL(page.url()).search, "?filter%5Bpublished%5D=false");
  },

  async "commands: a slow server is not asked for each letter, and meanwhile the dialog says that it searches"({
    page,
  }) {
    await page.clock.install();
    await openList(page);
    const requests = sent(page, "GET");
    const searches = () => requests.filter((request) => request.url().includes("filter")).length;
    const release = await holdBack(page, (request) => request.url().includes("filter"));
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Find" });
    await field.focus();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000)); // a letter each 100 ms, on a busy core, too
    for (const letter of "an article of no name") {
      await field.press(letter === " " ? "Space" : letter);
      await page.clock.runFor(100);
    }
    equal(searches(), 0);
    await page.clock.runFor(200);
    await eventually(searches, 1);
    await page.getByText("Searching …").waitFor();
    release();
    await page.clock.resume();
    await page.getByText("Nothing is called that.").waitFor();
    equal(searches(), 1);
  },

  async "about: each view says what the page is, with links to code, docs, the API and two windows; hidden by choice, later"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/404/);
    const about = page.getByRole("complementary", { name: "About this page" });
    for (const path of ["/", "/articles/12", "/articles/12/edit", "/articles/new", "/two", "/nowhere"]) {
      await page.goto(path);
      await about.getByText("An example of Trestle, a TypeScript library for APIs.").waitFor();
      deepEqual(await about.getByRole("link").allTextContents(), [
        "articles.ts",
        "Two windows",
        "The API",
        "Code",
        "Docs",
      ]);
      equal(await about.locator("[aria-current=page]").count(), path === "/two" ? 1 : 0);
      for (const name of ["articles.ts", "The API"]) {
        const href = (await about.getByRole("link", { name }).getAttribute("href")) ?? "";
        equal((await page.request.get(href)).status(), 200);
      }
    }
    await about.getByRole("button", { name: "Hide" }).click();
    await page.reload();
    await page.getByRole("link", { name: "Newsroom" }).waitFor();
    equal(await about.count(), 0);
  },

  ...Object.fromEntries(
    (
      [
        ["/", 390, "(open it first) the bar below"],
        ["/", 641, "(open it first) the bar below"],
        ["/", 660, "the bar below"],
        ["/", 999, "the bar below"],
        ["/", 1000, "(open it first) “What Trestle did”"],
        ["/", 1080, "“What Trestle did”"],
        ["/two", 390, "(open it first) the bar below"],
        ["/two", 820, "“What Trestle did”"],
      ] as const
    ).map(([path, width, words]): [string, Check] => [
      `about: at ${width} pixels, ${path} says how to publish, and where that is explained`,
      checkWith({ viewport: { width, height: 844 } }, async ({ page }) => {
        await page.goto(path);
        await page.locator(".about").waitFor();
        const parts = await page
          .locator(".about p > span:not(.about-more)")
          .filter({ visible: true })
          .allTextContents();
        equal(parts.join(" ").trim(), words);
        if (path === "/two") return;
        await page.locator(".article-link").first().waitFor();
        equal(await page.locator(".row-actions").first().isVisible(), !words.includes("open"));
      }),
    ]),
  ),

  async "palette: publishes the article that is open, and offers nothing that the view does not have"({
    page,
    context,
  }) {
    const id = await writeArticle(context, "By the keyboard alone");
    await openList(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "New article" }).waitFor();
    equal(await page.getByRole("option", { name: "this article" }).count(), 0);
    await page.goto(`/articles/${id}`);
    await page.getByRole("button", { name: "Publish" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("publish");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Unpublish" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Unpublish this article" }).waitFor();
  },

  async "two: the page twice; a change in one window meets the other as a conflict"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/412/);
    const id = await writeArticle(context, "On two desks");
    await page.goto("/two");
    const [ann, bashir] = [page.frameLocator("[name=ann]"), page.frameLocator("[name=bashir]")];
    for (const frame of [ann, bashir]) {
      await frame.locator(".article-link").first().waitFor();
      equal(await frame.locator("#requests").isVisible(), true);
      equal(await frame.locator(".about").count(), 0); // it stands above both
    }
    // Five articles are above the panel. A notice covers none of them, and only the heading of the panel, which explains what it says.
    const fifth = await ann.locator("tbody tr").nth(4).boundingBox();
    const panel = await ann.locator("#requests").boundingBox();
    const heading = await ann.locator("#requests header").boundingBox();
    ok(fifth && panel && heading && fifth.y + fifth.height <= panel.y);
    const own = ann.locator("tr", { hasText: "On two desks" }); // another check may delete any other
    await own.getByRole("button", { name: "Publish" }).click();
    await eventually(async () => {
      const notice = await ann.locator(".notice").boundingBox(); // it rises as it comes
      const bottom = heading.y + heading.height;
      return notice !== null && notice.y >= panel.y - 1 && notice.y + notice.height <= bottom + 1;
    }, true);
    for (const name of ["ann", "bashir"]) await page.frame({ name })?.goto(`/articles/${id}/edit`);
    await ann.getByLabel("Title").fill("On the desk of ann");
    equal(await bashir.getByLabel("Title").inputValue(), "On two desks"); // drafts are apart
    await bashir.getByLabel("Title").fill("On the desk of bashir");
    await ann.getByRole("button", { name: "Save changes" }).click();
    await ann.getByRole("heading", { name: "On the desk of ann" }).waitFor();
    await bashir.getByRole("button", { name: "Save changes" }).click();
    await bashir.getByText(/(ann|Somebody else) changed this article while you were writing/).waitFor(); // it hears nothing
    await bashir.getByRole("button", { name: "Continue with this" }).click();
    await bashir.getByRole("button", { name: "Save changes" }).click();
    await bashir.getByRole("heading", { name: "On the desk of bashir" }).waitFor();
  },
};
