import { deepEqual, equal, match } from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Check } from "../../../../scripts/support/browser-check.js";
import { eventually } from "../../../../scripts/support/eventually.js";
import { focused, openList, rowOf, sent, titles, writeArticle } from "./support.js";

export const editorChecks: Readonly<Record<string, Check>> = {
  async "create: from the list to the reader, and the list has it"({ page }) {
    await page.goto("/?search=written+here");
    await page.getByRole("link", { name: "New article" }).click();
    await eventually(() => focused(page), "New article");
    await page.getByLabel("Title").fill("Written here");
    await page.getByLabel("Text").fill("One paragraph.\n\nAnd another.");
    await page.getByLabel("Author").selectOption({ label: "eleni" });
    await page.getByRole("checkbox", { name: "Opinion" }).check();
    const requests = sent(page, "POST");
    await page.getByRole("button", { name: "Create draft" }).click();
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
    await page.getByLabel("Title").fill("A title of its own");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "A title of its own");
  },

  async "editor: only what was changed is sent, and every view follows"({ page, context }) {
    const id = await writeArticle(context, "Before the edit");
    await openList(page, "/?search=the+edit");
    await page.getByRole("link", { name: "Edit Before the edit" }).click();
    await page.getByLabel("Title").fill("After the edit");
    const requests = sent(page, "PATCH");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(() => focused(page), "After the edit");
    deepEqual(requests[0]?.postDataJSON(), {
      data: { type: "articles", id, "trestle:fields": { title: "After the edit" } },
    });
    await page.getByRole("link", { name: "All articles" }).click();
    await eventually(() => titles(page), ["After the edit"]);
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
