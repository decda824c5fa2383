import { deepEqual, equal, match } from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Check } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { changeArticle, focused, openList, rowOf, sent, titles, writeArticle } from "./support.js";

export const editorChecks: Readonly<Record<string, Check>> = {
  async "create: from the list to the reader, and the list has it"({ page }) {
    await page.goto("/?filter[title][contains]=written+here");
    await page.getByRole("link", { name: "New article" }).click();
    await eventually(() => focused(page), "New article");
    await page.getByLabel("Title").fill("Written here");
    await page.getByLabel("Text").fill("One paragraph.\n\nAnd another.");
    await page.getByLabel("Author").selectOption({ label: "eleni" });
    await page.getByRole("checkbox", { name: "Opinion" }).check();
    const requests = sent(page, "POST");
    await page.getByLabel("Text").press("Control+Enter");
    await eventually(() => focused(page), "Written here");
    deepEqual(requests[0]?.postDataJSON().data["trestle:fields"], {
      title: "Written here",
      content: "One paragraph.\n\nAnd another.",
      author: "5",
      categories: ["8"],
    });
    equal(await page.locator(".story > p:not(.byline)").count(), 2);
    await page.goBack();
    await eventually(() => rowOf(page, "Written here").locator(".chip").allTextContents(), ["Opinion"]);
  },

  async "editor: what the server refuses stands beside its field, which has the focus"({ page, expectComplaint }) {
    expectComplaint(/422/);
    await page.goto("/articles/new");
    await page.getByRole("button", { name: "Create draft" }).click();
    const title = page.getByLabel("Title");
    await eventually(() => title.getAttribute("aria-invalid"), "true");
    equal(await title.evaluate((element) => element === document.activeElement), true);
    equal(await descriptionOf(title), "An article needs a title.");
    await title.fill("x".repeat(201));
    await page.getByRole("button", { name: "Create draft" }).click();
    await eventually(() => descriptionOf(title), "A title has at most 200 characters.");
  },

  async "editor: a title that is taken (409) says what to do next"({ page, context, expectComplaint }) {
    expectComplaint(/409/);
    const id = await writeArticle(context, "Looking for a title");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("Clinic cuts waiting time to 9 days");
    await page.getByRole("button", { name: "Save changes" }).click();
    const other = page.getByRole("link", { name: "look at the article that has it" });
    equal(await other.getAttribute("href"), "/articles/6");
    match(
      await descriptionOf(page.getByLabel("Title")),
      /Another article has this title.* Choose another one, or look/,
    );
    const refused = page.locator(".group").filter({ hasText: "You tried to change" });
    await refused.getByText("The form looks for the article that has this title.").waitFor();
    await page.getByLabel("Title").fill("A title of its own");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "A title of its own");
  },

  async "create: a title that was taken is not looked for again when the form is sent and empty"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/409/);
    await page.goto("/articles/new");
    await page.getByLabel("Title").fill("Clinic cuts waiting time to 9 days");
    await page.getByLabel("Text").fill("A text.");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.getByRole("link", { name: "look at the article that has it" }).waitFor();
    const reads = sent(page, "GET");
    await page.getByLabel("Title").fill("Free to be used");
    await page.getByLabel("New category").fill("Clinics");
    await page.getByRole("button", { name: "Create draft" }).click();
    await eventually(() => focused(page), "Free to be used");
    deepEqual(
      reads
        .map((request) => new URL(request.url()).searchParams.get("filter[title][contains]"))
        .filter((title) => title !== null),
      [],
    );
  },

  async "editor: only what was changed is sent, and every view follows"({ page, context }) {
    const id = await writeArticle(context, "Before the edit");
    await openList(page, "/?filter[title][contains]=the+edit");
    await page.getByRole("link", { name: "Edit Before the edit" }).click();
    await page.getByLabel("Title").fill("After the edit");
    const requests = sent(page, "PATCH");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "After the edit");
    deepEqual(requests[0]?.postDataJSON(), {
      data: { type: "articles", id, "trestle:fields": { title: "After the edit" } },
    });
    equal(requests[0]?.headers()["if-match"], '"1"');
    await page.getByRole("link", { name: "All articles" }).click();
    await eventually(() => titles(page), ["After the edit"]);
  },

  async "editor: what was typed survives a reload, and is gone when it is saved"({ page, context }) {
    const id = await writeArticle(context, "Kept over a reload");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Text").fill("Half a thought");
    await page.reload();
    equal(await page.getByLabel("Text").inputValue(), "Half a thought");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "Kept over a reload");
    equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft")).length), 0);
  },

  async "editor: a conflict (412) shows both texts; each can be taken, and both merged"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/412/);
    const id = await writeArticle(context, "Edited by two");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("Edited by me");
    await page.getByLabel("Text").fill("My text.");
    await changeArticle(context, id, { title: "Edited by them", content: "Their text." });
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "Somebody else changed this article while you were writing");
    await page.getByText(/after \d+ ms: You began with version 1, the server has version 2\.$/).waitFor();
    deepEqual(await page.locator(".side-text").allTextContents(), [
      "Edited by twome",
      "Edited by twothem",
      "Written for a checkMy text.",
      "Written for a checkTheir text.",
    ]);
    deepEqual(await page.locator(".side del").allTextContents(), [
      "two",
      "two",
      "Written for a check",
      "Written for a check",
    ]);
    deepEqual(await page.locator(".side ins").allTextContents(), ["me", "them", "My text", "Their text"]);
    await page.getByRole("group", { name: "Title: which version" }).getByLabel("Take theirs").check();
    equal(await page.getByLabel("Title", { exact: true }).inputValue(), "Edited by them");
    await page.getByRole("group", { name: "Text: which version" }).getByLabel("Both, one after the other").check();
    equal(await page.getByLabel("Text", { exact: true }).inputValue(), "My text.\n\nTheir text.");
    await page.getByRole("button", { name: "Continue with this" }).click();
    const requests = sent(page, "PATCH");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "Edited by them");
    equal(requests[0]?.headers()["if-match"], '"2"');
    await eventually(
      async () => (await page.locator(".story > p:not(.byline)").allTextContents()).join(),
      "My text.,Their text.",
    );
  },

  async "editor: changes of different words are merged at first, and a save during the comparison is a save"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/412/);
    const id = await writeArticle(context, "Merged by words", { content: "The mayor came to the harbour." });
    await page.goto(`/articles/${id}/edit`);
    const text = page.getByLabel("Text", { exact: true });
    const save = page.getByRole("button", { name: "Save changes" });
    const heading = "Somebody else changed this article while you were writing";
    await text.fill("The new mayor came to the harbour.");
    await changeArticle(context, id, { content: "The mayor came to the harbour at night." });
    await save.click();
    await eventually(() => focused(page), heading);
    const choice = page.getByRole("group", { name: "Text: which version" });
    equal((await choice.locator("label").allTextContents()).join(), "Merge both,Keep yours,Take theirs");
    equal(await choice.getByLabel("Merge both").isChecked(), true);
    equal(await text.inputValue(), "The new mayor came to the harbour at night.");
    await page.getByText("The form compares both versions.").waitFor();
    await changeArticle(context, id, { content: "Yesterday, the mayor came to the harbour at night." });
    await save.click();
    await page.getByText("Not saved: the article has changed. See above.").waitFor();
    await eventually(() => focused(page), heading);
    await choice.getByLabel("Keep yours").check();
    await save.click();
    await eventually(() => focused(page), "Merged by words");
    await page.locator(".story").getByText("The new mayor came to the harbour at night.").waitFor();
  },

  async "editor: says quietly that somebody changed the article, as soon as the page knows"({ page, context }) {
    const id = await writeArticle(context, "Changed under the pen");
    await page.clock.install();
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("My own title");
    await changeArticle(context, id, { content: "Another text." });
    // A fresh read of the same article, as any refetch is.
    await page.clock.fastForward(60_000);
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Somebody else just changed this article.").waitFor();
    equal(await page.getByLabel("Title").inputValue(), "My own title");
    equal(await page.getByLabel("Text").inputValue(), "Another text."); // nobody touched it here
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Their changes (text) do not touch yours, so both fit together.").waitFor();
    await page.getByRole("button", { name: "Continue with this" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "My own title");
    await page.getByText("Another text.").waitFor();
  },

  async "editor: a save whose response is lost was no change of somebody else"({ page, context, expectComplaint }) {
    expectComplaint(/ERR_/);
    const id = await writeArticle(context, "Saved without a word");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Title").fill("Saved, but who knows");
    await page.route(`**/api/articles/${id}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved: the server had received them.").waitFor();
    equal(await page.getByText("Somebody else just changed this article.").count(), 0);
    equal(await page.getByText("The article was not saved.").count(), 0);
    await page.unroute(`**/api/articles/${id}`);
    await page.getByLabel("Title").fill("Saved once more");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "Saved once more");
  },

  async "editor: what was typed into an article that somebody deleted becomes a new one, also after a reload"({
    page,
    context,
    expectComplaint,
  }) {
    expectComplaint(/404/);
    const id = await writeArticle(context, "Deleted under the pen");
    await page.goto(`/articles/${id}/edit`);
    await page.getByLabel("Text").fill("Words that must not be lost.");
    await context.request.delete(`/api/articles/${id}`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("This article was deleted. What you see here can be saved as a new one.").waitFor();
    equal(await focused(page), "Save as a new article");
    await page.reload();
    await page.getByRole("button", { name: "Save as a new article" }).click();
    await eventually(() => focused(page), "Deleted under the pen");
    await page.locator(".story").getByText("Words that must not be lost.").waitFor();
    await page.goto(`/articles/${id}/edit`);
    await page.getByRole("heading", { name: "No article has this address" }).waitFor();
  },

  async "create: a new category is part of the same request, and both or none are created"({ page, expectComplaint }) {
    expectComplaint(/409/);
    await page.goto("/articles/new");
    await page.getByLabel("Title").fill("Filed under something new");
    await page.getByLabel("Text").fill("A text.");
    await page.getByRole("checkbox", { name: "Opinion" }).check();
    await page.getByLabel("New category").fill("Travel");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.getByText("Another category has this name.", { exact: true }).waitFor();
    match(await descriptionOf(page.getByLabel("New category")), /Another category has this name/);
    await page.getByLabel("New category").fill("Weather");
    const requests = sent(page, "POST");
    await page.getByRole("button", { name: "Create draft" }).click();
    await eventually(() => focused(page), "Filed under something new");
    deepEqual(
      requests.map((request) => new URL(request.url()).pathname),
      ["/api/operations"],
    );
    await page.getByRole("checkbox", { name: "Weather", checked: true }).waitFor();
    await page.getByRole("checkbox", { name: "Opinion", checked: true }).waitFor();
  },

  async "create: a connection that breaks after the server has written does not write it twice"({
    page,
    expectComplaint,
  }) {
    expectComplaint(/ERR_/);
    await page.goto("/articles/new");
    await page.getByLabel("Title").fill("Sent into a tunnel");
    await page.getByLabel("Text").fill("A text.");
    const keys: (string | undefined)[] = [];
    await page.route("**/api/articles", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      await route.abort(); // the article is written, but the page does not hear of it
    });
    await page.getByRole("button", { name: "Create draft" }).click();
    await eventually(() => focused(page), "Sent into a tunnel");
    equal(keys.length, 2);
    equal(new Set(keys).size, 1);
    await openList(page, "/?filter[title][contains]=into+a+tunnel");
    deepEqual(await titles(page), ["Sent into a tunnel"]);
  },

  async "editor: what was typed survives leaving, until it is discarded"({ page, context }) {
    const id = await writeArticle(context, "Left half-way");
    await page.goto(`/articles/${id}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Text").fill("Half a thought");
    await page.goBack();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    equal(await page.getByLabel("Text").inputValue(), "Half a thought");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByText("Written for a check.").waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    equal(await page.getByLabel("Text").inputValue(), "Written for a check.");
  },
};

function descriptionOf(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}
