import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import axe, { type AxeResults } from "axe-core";
import type { Page, Route } from "playwright-core";
import { type Check, checkWith } from "./browser-check.js";

/** What a reader relies on in the site's playground. */
export const playgroundChecks: Readonly<Record<string, Check>> = {
  async "the playground answers, in memory and on Postgres"({ page }) {
    await page.goto("/playground");
    const url = page.locator(".url");
    const response = page.locator("#response");
    await url.filter({ hasText: "GET /api/articles?filter[published]=true" }).waitFor();
    match((await response.textContent()) ?? "", /created_at: Date\(2026/);
    await page.getByRole("tab", { name: "The API" }).click();
    ok(await page.getByText('t.resource("articles"').isVisible());
    await page.getByRole("tab", { name: "The call" }).click();
    await page.getByLabel("Title contains").fill("harbour");
    await url.filter({ hasText: "filter[title][contains]=harbour" }).waitFor();
    await page.getByLabel("Include the categories").check();
    await url.filter({ hasText: "include=author,categories" }).waitFor();
    match((await response.textContent()) ?? "", /categories: \[/);

    await page.getByLabel("Misspell the filter").check();
    await response.filter({ hasText: "Did you mean" }).waitFor();
    equal(await page.locator(".numbers b").textContent(), "400");
    await page.getByLabel("Misspell the filter").uncheck();
    await page.getByLabel("Title contains").fill("");
    await page.locator(".numbers b", { hasText: "200" }).waitFor();

    await page.getByRole("button", { name: "Next" }).click();
    await url.filter({ hasText: "page[offset]=5" }).waitFor();
    await page.getByRole("tab", { name: "JSON:API document" }).click();
    const inMemory = JSON.parse((await response.textContent()) ?? "");
    const sql = page.getByRole("region", { name: "The SQL of the request" });
    const foretold = await sql.textContent();
    match(foretold ?? "", /^with "#0".*union all/s);
    await page.getByRole("button", { name: "Load Postgres" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^Loading (the newsroom|and starting Postgres)/ })
      .waitFor();
    await page.locator(".postgres b", { hasText: "On Postgres" }).waitFor({ timeout: 60_000 });
    await page.locator("h2", { hasText: /^The SQL: one statement$/ }).waitFor();
    equal(await sql.textContent(), foretold);
    const onPostgres = JSON.parse((await response.textContent()) ?? "");
    deepEqual(onPostgres.data.map(facts), inMemory.data.map(facts));
    deepEqual(onPostgres.included.map(facts), inMemory.included.map(facts));
  },

  async "the playground shows its result without scrolling"({ page }) {
    await page.goto("/playground");
    await page.locator(".numbers").waitFor();
    for (const selector of [".call", ".result", ".controls"])
      ok(((await page.locator(selector).boundingBox())?.y ?? 900) < 300, selector);
  },

  async "the playground's buttons have two lines: those of the code, and the examples"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    for (const line of [".call .head button:not(.examples *)", ".call .examples button"]) {
      const all = page.locator(line);
      const tops = await all.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().top));
      equal(new Set(tops).size, 1, line);
    }
  },

  "on a phone, the playground's form opens between its code and what the code gives": checkWith(
    { viewport: { width: 390, height: 844 } },
    async ({ page }) => {
      await page.goto("/playground");
      await page.locator(".numbers").waitFor();
      equal(await page.getByLabel("Published").isVisible(), false);
      await page.getByRole("button", { name: "Change the query in a form" }).click();
      await page.getByLabel("Published").selectOption("no");
      await page.locator(".url", { hasText: "filter[published]=false" }).waitFor();
      const outcome = page.getByRole("status").filter({ hasText: /^200: \d+ of \d+ in total$/ });
      await outcome.waitFor();
      ok(((await outcome.boundingBox())?.y ?? 844) < 844, "the reader sees what the change gives");
      const [call, form, result] = await Promise.all(
        [".call", ".choices", ".result"].map((selector) => page.locator(selector).boundingBox()),
      );
      ok(call && form && result && call.y + call.height <= form.y && form.y + form.height <= result.y);
    },
  ),

  "on a phone, a run shows its result below the site's bar": checkWith(
    { viewport: { width: 390, height: 844 } },
    async ({ page }) => {
      await page.goto("/playground");
      await page.locator(".cm-content").waitFor();
      await page.getByRole("button", { name: "Handle an error" }).click();
      await page.locator("#response").filter({ hasText: "An article needs a title." }).waitFor();
      await page.waitForFunction(() => {
        const { top = -1 } = document.querySelector(".result")?.getBoundingClientRect() ?? {};
        return top >= 64 && top < 300;
      });
    },
  ),

  async "the playground stops code that does not end, and says so"({ page }) {
    await page.goto("/playground");
    await page.locator("#call .compiler", { hasText: "no errors" }).waitFor({ timeout: 60_000 });
    const response = page.locator("#response");
    for (const [code, sentence] of [
      ["while (true) {}", /did not end within 5 seconds, so the playground stopped it\. Look for a loop/],
      // Many at once: a small machine does not answer 1000 requests within 5 seconds.
      [
        "for (let n = 0; n < 30; n++) await client.users.list();\nwhile (true) await Promise.all(Array.from({ length: 2000 }, () => client.users.list()));",
        /sent more than 1000 requests, so the playground stopped it/,
      ],
    ] as const) {
      await page.locator(".cm-content").fill(code);
      await page.keyboard.press("Control+Enter");
      await response.filter({ hasText: sentence }).waitFor();
    }
    await page.locator(".numbers", { hasText: /^and \d+ more$/ }).waitFor();
    await page.locator(".cm-content").fill("await new Promise(() => {});");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Stop" }).click();
    await response.filter({ hasText: "You stopped this code." }).waitFor();
    // A value that contains itself has no end, either.
    await page.locator(".cm-content").fill("const one: { self?: unknown } = {}; one.self = one; one;");
    await page.keyboard.press("Control+Enter");
    await response.filter({ hasText: "{ self: [Circular: this object again] }" }).waitFor();
    await page.locator(".cm-content").fill("const one = (await client.users.list()).length > 0;");
    await page.keyboard.press("Control+Enter");
    await response.filter({ hasText: /^true$/ }).waitFor();
  },

  async "the playground shows a write as it was sent, and its SQL only where it is known"({ page }) {
    await page.goto("/playground");
    const sql = page.getByRole("region", { name: "The SQL", exact: true });
    const request = page.getByRole("region", { name: "The request", exact: true });
    await page.getByRole("button", { name: "Handle an error" }).click();
    await sql.getByText("None. The server refused the request before it asked the database.").waitFor();
    for (const [status, refused] of [
      ["404", 'update(999, { title: "One" })'],
      ["409", "update(1, { title: (await client.articles.get(2)).title })"],
    ] as const) {
      await page.locator(".cm-content").fill(`await client.articles.${refused};`);
      await page.locator("button.run").click();
      await page.locator(".numbers b", { hasText: status }).waitFor();
      await sql.getByText("depends on the rows. Load Postgres to see it.").waitFor();
    }
    await page.getByRole("button", { name: "Write" }).click();
    await page.locator(".url", { hasText: "POST /api/articles" }).waitFor();
    await sql.getByText("The SQL of this write depends on the rows. Load Postgres to see it.").waitFor();
    match((await request.textContent()) ?? "", /POST \/api\/articles.*Content-Type: application\/vnd\.api\+json/);
    match((await request.getByRole("region").textContent()) ?? "", /"title": "A bridge opens/);
    await request.getByText("are Trestle's extension of JSON:API").waitFor();
    await page.getByRole("button", { name: "Load Postgres" }).click();
    await sql.getByText("Run the code again, on Postgres, to see it.").waitFor({ timeout: 60_000 });
    await page.locator("button.run").click();
    await sql.filter({ hasText: "insert into articles" }).waitFor();
    await sql.getByRole("heading", { name: /^The SQL: \d+ statements, in one transaction$/ }).waitFor();
    await sql.getByText(/^set local statement_timeout lets Postgres end statements/).waitFor();
  },

  async "the playground has a command, and a write that is based on an old version"({ page }) {
    await page.goto("/playground");
    await page.getByRole("button", { name: "Command" }).click();
    await page.locator(".url", { hasText: "POST /api/articles/3/publish" }).waitFor();
    await page
      .locator("#response")
      .filter({ hasText: /^true$/ })
      .waitFor();
    await page.locator(".compiler", { hasText: "no errors" }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Conflict" }).click();
    await page.locator(".numbers b", { hasText: "412" }).waitFor();
    await page.locator(".compiler", { hasText: "no errors" }).waitFor();
  },

  async "the playground gives back a row that its reader deleted"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").fill("await client.articles.delete(3);");
    await page.keyboard.press("Control+Enter");
    await page.locator(".url", { hasText: "DELETE /api/articles/3" }).waitFor();
    await page.getByRole("button", { name: "Reset the rows" }).click();
    await page.getByRole("button", { name: "Command" }).click();
    await page
      .locator("#response")
      .filter({ hasText: /^true$/ })
      .waitFor();
  },

  async "the completions of a list begin with what a list takes"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").fill("client.articles.list()");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(".");
    const options = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
    await options.first().waitFor({ timeout: 60_000 });
    const names = await options.allTextContents();
    deepEqual(names.slice(0, 5), ["filter", "sort", "include", "fields", "page"]);
    deepEqual(names.slice(-3), ["catch", "finally", "then"]);
    const method = page.locator(".cm-tooltip-autocomplete li").nth(4);
    equal(await method.locator(".cm-completionIcon-method").count(), 1);
    await method.getByText(/^\(page: \{ readonly offset\?: number;.*…$/).waitFor();
  },

  async "lists and types in the playground do not cover the buttons above the code"({ page }) {
    await page.goto("/playground");
    const code = page.locator("#call .cm-content");
    await code.fill("client.articles.list()");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(".");
    for (const box of [".cm-tooltip-autocomplete", ".cm-tooltip-hover"]) {
      const tooltip = page.locator(box);
      await tooltip.waitFor({ timeout: 60_000 });
      const [buttons, shown] = await Promise.all([page.locator(".call .head").boundingBox(), tooltip.boundingBox()]);
      ok(buttons && shown && shown.y >= buttons.y + buttons.height, `${box}: ${JSON.stringify(shown)}`);
      await page.keyboard.press("Escape");
      await code.getByText("list", { exact: true }).hover();
    }
  },

  async "a line of the playground that wraps goes on to the right of its beginning, and the examples do not wrap"({
    page,
  }) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/playground");
    const code = page.locator("#call .cm-content");
    await code.waitFor();
    for (const name of ["Write", "Command", "Handle an error", "Conflict (412)", "Add a field"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("tab", { name: "The call" }).click();
      deepEqual(await wrappedLines(page, "#call"), [], name);
    }
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api .cm-line.changed").first().waitFor();
    deepEqual(await wrappedLines(page, "#api"), [], "the API");
    await page.getByRole("tab", { name: "The call" }).click();
    await code.fill(`{\n    const text = "${"word ".repeat(40)}";\n}`);
    equal((await wrappedLines(page, "#call")).length, 1);
    const [first = 0, second = 0] = await code
      .locator(".cm-line")
      .nth(1)
      .evaluate((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        const lefts = new Map<number, number>();
        for (const { top, left } of range.getClientRects())
          lefts.set(Math.round(top), Math.min(left, lefts.get(Math.round(top)) ?? left));
        return [...lefts].sort(([one], [other]) => one - other).map(([, left]) => left);
      });
    ok(second > first + 40, `${first}, ${second}: the line begins with four spaces`);
  },

  async "an example of the playground adds a field to the API, and the types and the answer of the call follow"({
    page,
  }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    const api = page.locator("#api");
    await api.locator(".cm-line", { hasText: "title: z.string()" }).click();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" // mine");
    await api.getByText("This is your own API.").waitFor();
    await page.getByRole("button", { name: "Add a field" }).click();
    const response = page.locator("#response");
    const answer = /byDefault: "\(no subtitle\)",\s+refused: \{ subtitle: \[ "At most 40 characters\." \] \}/;
    await response.filter({ hasText: answer }).waitFor({ timeout: 60_000 });
    const changed = api.locator(".cm-line.changed");
    equal(await changed.first().textContent(), "    subtitle: z");
    await api.getByText("The compiler has no errors in this file.").waitFor({ timeout: 60_000 });
    await page.locator("#call .compiler", { hasText: "no errors" }).waitFor({ state: "attached", timeout: 60_000 });

    // The reader renames the field in the API. The tab of the call then counts an error, because the call has the old name.
    await changed.first().click();
    await page.keyboard.press("Home");
    await page.keyboard.insertText("long_");
    await page.getByRole("tab", { name: /^The call: \w+ errors?$/ }).waitFor();
    await page.getByRole("button", { name: "Add a field" }).click();
    await page.getByRole("tab", { name: "The call", exact: true }).waitFor();
    await api.getByRole("button", { name: "Take the changes back" }).click();
    await page.locator(".url", { hasText: "GET /api/articles" }).waitFor();
    equal(await api.locator(".cm-line.changed").count(), 0);
  },

  async "an example gives back the API that it replaced"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    const api = page.locator("#api");
    await api.locator(".cm-content").fill(API_OF_DOCS);
    await page.getByText("Your own API runs in memory only.").waitFor();
    equal(await page.getByRole("button", { name: "Load Postgres with the newsroom" }).count(), 1);
    await page.getByRole("button", { name: "Add a field" }).click();
    await api.getByRole("button", { name: "Take your own API back" }).click();
    await api.locator(".cm-line", { hasText: "A note needs a text." }).waitFor();
  },

  async "the playground serves an API that its reader changed, also after a reload"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    const api = page.locator("#api");
    await api.locator(".cm-line", { hasText: "content: z.string()," }).click();
    await page.keyboard.press("End");
    await page.keyboard.insertText("\n    summary: z.strin().optional(),");
    await api.locator(".cm-lineNumbers").waitFor();
    await api.getByRole("button", { name: "Did you mean 'string'?" }).click({ timeout: 60_000 });
    await page.keyboard.insertText("x"); // the cursor is at the error
    await api.locator(".cm-line", { hasText: "summary: z.xstrin()" }).waitFor();
    await page.keyboard.press("Backspace");
    await page.locator("button.run").click();
    const response = page.locator("#response");
    await response.filter({ hasText: "The API did not start:" }).waitFor();
    await page.locator("#api .cm-line", { hasText: "summary: z.strin()" }).click();
    await page.keyboard.press("End");
    for (let letter = 0; letter < "().optional(),".length; letter++) await page.keyboard.press("Backspace");
    await page.keyboard.insertText("g().optional(),");
    await api.getByText("The compiler has no errors in this file.").waitFor();
    await page.getByRole("tab", { name: "The call" }).click();
    await page
      .locator("#call .cm-content")
      .fill('const one = await client.articles.get(1);\n"summary" in one || one.summary === undefined;');
    await page.locator("#call .compiler", { hasText: "no errors" }).waitFor();
    await page.waitForTimeout(1000); // the address is written when the reader pauses
    const address = page.url();
    match(address, /#api=[\w-]+$/);
    await page.reload();
    await response.filter({ hasText: /^true$/ }).waitFor({ timeout: 60_000 });
    ok((await page.locator("iframe").count()) > 0, "the API runs in a frame");
    for (const frame of await page.locator("iframe").all()) equal(await frame.boundingBox(), null, "nobody sees it");
    // The same address is a stranger's in another tab.
    const other = await page.context().newPage();
    await other.goto(address);
    await other.getByText("This code and its API came by a link. Read both, then run them.").waitFor();
    await other.getByRole("tab", { name: "The API" }).click();
    await other.getByText("This is the API of this link.").waitFor();
    await other.locator("button.run").click();
    await other
      .locator("#response")
      .filter({ hasText: /^true$/ })
      .waitFor({ timeout: 60_000 });
    await other.close();
  },

  async "the playground serves an API in the shape of the docs, and shows which fields of a write are wrong"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api .cm-content").fill(API_OF_DOCS);
    await page.locator("#api").getByText("The compiler has no errors in this file.").waitFor({ timeout: 60_000 });
    await page.getByRole("tab", { name: "The call" }).click();
    await page.locator("#call .cm-content").fill("await client.notes.list();");
    await page.locator("button.run").click();
    const response = page.locator("#response");
    await response.filter({ hasText: 'text: "One"' }).waitFor();
    await page.locator("#call .cm-content").fill('await client.notes.create({ text: "" });');
    await page.locator("button.run").click();
    await response.filter({ hasText: /error\.fields: \{ text: \[ "A note needs a text\." \] \}/ }).waitFor();
  },

  async "the compiler checks calls against the API that serves them"({ page }) {
    await page.goto("/playground");
    const code = 'const one = await client.articles.get(1).include("author__articles");';
    await page.locator(".cm-content").fill(code);
    await page.locator(".compiler", { hasText: /not assignable to/ }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Load Postgres" }).click();
    await page.locator(".postgres b", { hasText: "On Postgres" }).waitFor({ timeout: 60_000 });
    await page.locator(".compiler", { hasText: "no errors" }).waitFor();
    await page.locator(".url", { hasText: "GET /api/articles/1?include=author.articles" }).waitFor(); // a read runs again by itself
    await page.locator(".numbers b", { hasText: "200" }).waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api").getByText("author__articles").first().waitFor();
    await page.locator(".postgres").getByRole("button", { name: "Back to the API in memory" }).click();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api .cm-content").waitFor();
    await page.getByRole("tab", { name: "The call" }).click();
    await page.locator(".compiler", { hasText: /not assignable to/ }).waitFor();
    await page.getByRole("button", { name: "Back to Postgres" }).click(); // it still runs
    await page.locator(".compiler", { hasText: "no errors" }).waitFor();
  },

  async "the errors of an API stand below its code, in the window, and the line that is typed stays in sight"({
    page,
  }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api .cm-line", { hasText: "content: z.string()," }).click();
    await page.keyboard.press("End");
    const lines = Array.from({ length: 12 }, (_, index) => `\n    wrong${index}: z.strin(),`);
    await page.keyboard.insertText(lines.join(""));
    await page.getByRole("tab", { name: "The API: 12 errors" }).waitFor({ timeout: 60_000 });
    await page.waitForTimeout(200); // the editor scrolls with the next picture
    const [editor, errors, last] = await Promise.all(
      ["#api .editor", "#api .compiler", "#api .cm-line:has-text('wrong11')"].map((selector) =>
        page.locator(selector).boundingBox(),
      ),
    );
    ok(editor && errors && last);
    ok(Math.abs(editor.y + editor.height - errors.y) < 2, "they are below the code");
    ok(errors.height <= 161 && errors.y + errors.height <= 900, JSON.stringify(errors));
    ok(last.y + last.height <= editor.y + editor.height + 1, "the last line is in sight");
    const messages = page.locator("#api .compiler").getByRole("button", { name: "Property 'strin' does not exist" });
    equal(await messages.filter({ visible: true }).count(), 1);
    await page.getByText("1 error, and 11 more that may come from it").click();
    equal(await messages.filter({ visible: true }).count(), 12);
    await page.locator("#api .cm-scroller").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await page.locator("#api .cm-line:has-text('wrong3')").waitFor({ state: "detached" });
    await messages.nth(3).click();
    const line = page.locator("#api .cm-line:has-text('wrong3')");
    await line.waitFor();
    const [shown, scroller] = await Promise.all([line.boundingBox(), page.locator("#api .cm-scroller").boundingBox()]);
    ok(shown && scroller && shown.y >= scroller.y && shown.y + shown.height <= scroller.y + scroller.height);
  },

  async "what the form makes is checked, also if the reader changes the form before there is an editor"({ page }) {
    await saveData(page); // nothing else starts the compiler
    const release = await holdBack(page, EDITOR_FILE);
    await page.goto("/playground");
    await page.getByLabel("Misspell the filter").check();
    await page.locator(".numbers b", { hasText: "400" }).waitFor();
    equal(await page.locator(".cm-content").count(), 0);
    release();
    await page
      .locator("#call .compiler", { hasText: "Did you mean to write 'title__contains'?" })
      .waitFor({ timeout: 60_000 });
  },

  async "the compiler checks the first call by itself, unless the reader saves data"({ page, context }) {
    await page.goto("/playground");
    await page.locator("#call .compiler", { hasText: "The compiler has no errors." }).waitFor({ timeout: 60_000 });
    const other = await context.newPage();
    await saveData(other);
    await other.goto("/playground");
    await other.locator(".cm-content").waitFor();
    await other.waitForTimeout(1000); // time in which it would load
    equal(await verdictOf(other), "The compiler has not checked this yet.");
    await other.getByLabel("Limit").focus();
    await other.locator("#call .compiler", { hasText: "The compiler has no errors." }).waitFor({ timeout: 60_000 });
  },

  async "an example and code without types run before the compiler is there, and its verdict follows"({ page }) {
    const release = await holdBack(page, COMPILER_FILE);
    await page.goto("/playground");
    await page.getByRole("button", { name: "Write" }).click();
    await page.locator(".url", { hasText: "POST /api/articles" }).waitFor();
    await page
      .locator("#response")
      .filter({ hasText: /^\{.*title: "A bridge opens/s })
      .waitFor();
    await page
      .locator(".cm-content")
      .fill("const [first] = await client.users.list(); // the first of them\nfirst.usernam;");
    await page.locator("button.run").click();
    await page.locator(".url", { hasText: "GET /api/users" }).waitFor();
    await page
      .locator("#response")
      .filter({ hasText: /^undefined$/ })
      .waitFor();
    match(await verdictOf(page), /^Loading the compiler/);
    // In JavaScript, this is a comparison.
    await page
      .locator(".cm-content")
      .fill("const same = <T>(one: T) => one;\nsame<string>(await client.users.list().length);");
    await page.locator("button.run").click();
    await page
      .getByText(/^Loading the compiler \(.*\) …$/)
      .nth(1)
      .waitFor();
    release();
    await page.locator("#call .compiler", { hasText: "Property 'length' does not exist" }).waitFor({ timeout: 60_000 });
  },

  async "what the compiler says belongs to the code that stands there"({ page }) {
    const release = await holdBack(page, COMPILER_FILE);
    await page.goto("/playground");
    await page.locator(".cm-content").click(); // asks for a check of the first code
    await page.locator("#call .compiler", { hasText: "Loading the compiler" }).waitFor();
    await noteVerdicts(page);
    await page.locator(".cm-content").fill('const all = await client.users.list().sort("usernam");');
    release();
    const wrong = page.locator("#call .compiler", { hasText: "Line 1, column 44: Argument of type" });
    await wrong.waitFor({ timeout: 60_000 });
    ok(!(await verdictsOf(page)).some((each) => each.includes("no errors")), "the first code had none");

    await noteVerdicts(page);
    await page.locator(".cm-content").fill('const all = await client.users.list().sort("username");');
    await page.locator("#call .compiler", { hasText: "no errors" }).waitFor();
    deepEqual(await verdictsOf(page), ["Checking …", "The compiler has no errors."]);
    await noteVerdicts(page);
    await page.locator(".cm-content").fill('const all = await client.users.list().sort("usernam");');
    await wrong.waitFor();
    equal((await verdictsOf(page))[0], "Checking …");
    ok(!(await verdictsOf(page)).some((each) => each.includes("no errors")), "the code before had none");
  },

  async "the compiler says first what is wrong, and then how it came to this"({ page }) {
    await page.goto("/playground");
    await page
      .locator(".cm-content")
      .fill("const all: { id: string; subtitle: string }[] = await client.articles.list();");
    const errors = page.locator("#call .compiler");
    await errors.getByRole("button", { name: /^Line 1, column 7: Property 'subtitle' is missing/ }).waitFor({
      timeout: 60_000,
    });
    equal(await errors.getByText("are incompatible between these types").isVisible(), false);
    await errors.getByText("The whole message").click();
    await errors.getByText(/^Type 'Page<.*are incompatible between these types/s).waitFor();
  },

  async "the SQL of several requests has a heading for each, and says of how many it is"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("button", { name: "Conflict" }).click();
    const sql = page.getByRole("region", { name: "The SQL", exact: true });
    await sql.getByRole("heading", { name: "The SQL of 1 of 3 requests: one statement" }).waitFor();
    deepEqual(await sql.getByRole("heading", { level: 3 }).allTextContents(), [
      "GET /api/articles/1",
      "PATCH /api/articles/1",
      "PATCH /api/articles/1",
    ]);
    equal(await sql.getByText("The SQL of this write depends on the rows. Load Postgres to see it.").count(), 2);
  },

  async "a result says why it is old: the rows were reset, or the API changed"({ page }) {
    await page.goto("/playground");
    const code = page.locator("#call .cm-content");
    const request = page.getByRole("region", { name: "The request", exact: true });
    await code.fill("await client.articles.delete(3);");
    await page.keyboard.press("Control+Enter");
    await page.locator(".url", { hasText: "DELETE /api/articles/3" }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Reset the rows" }).click();
    await request.getByText("This came before the rows were reset.").waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.locator("#api .cm-content").fill(API_OF_DOCS);
    await page.getByRole("tab", { name: "The call" }).click();
    await code.fill('await client.notes.create({ text: "Two" });');
    await page.locator("button.run").click();
    await page.locator(".url", { hasText: "POST /api/notes" }).waitFor();
    await page.getByRole("tab", { name: "The API" }).click();
    await page.getByRole("button", { name: "Take the changes back" }).click();
    await request.getByText("The API has changed since this run.").waitFor();
  },

  async "a request of the playground can be copied as a command, and curl sends what the page sent"({ page, context }) {
    const arrived: string[] = [];
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request;
      arrived.push(`${method} ${decodeURIComponent(url ?? "")} ${headers["content-type"]} ${await text(request)}`);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/playground");
      await page.locator(".cm-content").fill(`await client.articles.list().filter({ title__contains: "Ann's 50% [1]" });
await client.articles.create({ title: "It's \\"new\\"", content: "$HOME", author: 1, published: true });`);
      await page.keyboard.press("Control+Enter");
      const copies = page.getByRole("button", { name: "Copy as curl" });
      await copies.nth(1).waitFor({ timeout: 60_000 });
      for (const index of [1, 0]) {
        await copies.nth(index).click();
        await page.getByText("The command asks http://localhost:3000").waitFor();
        const command = await page.evaluate(() => navigator.clipboard.readText());
        const { port } = server.address() as AddressInfo; // it listens on TCP
        await promisify(execFile)("sh", ["-c", command.replace("localhost:3000", `127.0.0.1:${port}`)]);
      }
      const [write = "", read] = arrived;
      equal(read, "GET /api/articles?filter[title][contains]=Ann's 50% [1] undefined ");
      match(write, /^POST \/api\/articles application\/vnd\.api\+json; ext="urn:trestle:fields" /);
      const sent = JSON.parse(write.slice(write.indexOf("{")));
      deepEqual(sent.data["trestle:fields"], { title: 'It\'s "new"', content: "$HOME", author: 1, published: true });
    } finally {
      server.close();
    }
  },

  "the playground shows the type of a result, and its first click does not miss": checkWith(
    { viewport: { width: 820, height: 900 } },
    async ({ page }) => {
      await page.goto("/playground");
      await page.locator(".cm-content").waitFor();
      const response = page.locator("#response");
      // The pointer also starts the compiler, whose sentence is above the tab.
      await page.getByRole("tab", { name: "Its type" }).click();
      await response.filter({ hasText: /readonly created_at: Date;.*\}\[\]$/s }).waitFor({ timeout: 60_000 });
      await page.locator(".cm-content").fill("const one = (await client.articles.get(1)).published;");
      await page.keyboard.press("Control+Enter");
      await response.filter({ hasText: /^boolean$/ }).waitFor();
      await page.getByRole("tab", { name: "Its type" }).press("ArrowLeft");
      await response.filter({ hasText: /^true$/ }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await response.filter({ hasText: '"jsonapi"' }).waitFor();
    },
  ),

  ...Object.fromEntries(
    (
      [
        ["light", 390],
        ["dark", 1440],
      ] as const
    ).map(([colorScheme, width]) => [
      `axe finds nothing in the playground with errors and an old result: ${colorScheme}, ${width} pixels`,
      checkWith({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" }, async ({ page }) => {
        await page.goto("/playground");
        await page.locator(".cm-content").waitFor();
        await page.getByRole("button", { name: "Conflict" }).click();
        await page.locator(".numbers b", { hasText: "412" }).waitFor();
        await page
          .locator("#call .cm-content")
          .fill("const all: { subtitle: string }[] = await client.articles.list();");
        await page.locator("#call .compiler", { hasText: "is missing" }).waitFor({ timeout: 60_000 });
        await page.getByText("Result of the previous run").first().waitFor();
        deepEqual(await violationsOn(page), []);
        await page.getByRole("tab", { name: "The API" }).click();
        await page.locator("#api .cm-content").fill("const wrong: string = 1;");
        await page.locator("#api .compiler", { hasText: "Type 'number'" }).waitFor();
        deepEqual(await violationsOn(page), []);
      }),
    ]),
  ),

  async "code in the playground that wants the network gets a sentence, and completions have no live client"({ page }) {
    await page.goto("/playground");
    const sentence = "Code here cannot reach the network. Use `client`.";
    await page.locator(".cm-content").fill('await fetch("/");');
    await page.locator(".compiler", { hasText: sentence }).waitFor({ timeout: 60_000 });
    await page.keyboard.press("Control+Enter");
    await page.locator("#response").filter({ hasText: sentence }).waitFor();
    await page.locator(".cm-content").fill("client");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(".");
    const options = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
    await options.first().waitFor();
    const names = await options.allTextContents();
    ok(names.includes("articles") && !names.includes("live"), names.join(", "));
  },

  async "half a statement has one error, in a line that the reader typed"({ page }) {
    await page.goto("/playground");
    for (const code of ["const a = await client.articles.list().filter({", "function f() {\n  const a = `"]) {
      await page.locator(".cm-content").fill(code);
      await page
        .locator(".compiler p", { hasText: `Line ${code.split("\n").length}, column ` })
        .waitFor({ timeout: 60_000 });
      equal(await page.locator(".compiler p").count(), 1);
    }
  },

  async "a link to the playground has what the form says"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByLabel("Limit").selectOption("2");
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".url", { hasText: "page[offset]=2" }).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForTimeout(1000); // the form also writes the address when the reader pauses
    const address = page.url();
    match(address, /#form=[\w-]+$/);
    await page.goto("/");
    await page.goto(address);
    await page.locator(".url", { hasText: "page[limit]=2&page[offset]=2" }).waitFor();
    equal(await page.getByLabel("Limit").inputValue(), "2");
    await page.getByLabel("Sort").selectOption("title");
    await page.waitForTimeout(1000);
    await page.reload(); // loses nothing
    await page.locator(".url", { hasText: "sort=title" }).waitFor();
    equal(await page.getByLabel("Limit").inputValue(), "2");
  },

  async "a link also opens in a tab that already shows the playground, and a damaged link says so"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").fill("const one = await client.users.get(1);");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/#code=[\w-]+$/);
    const [address] = [page.url(), await page.getByRole("button", { name: "Back to the form" }).click()];
    await page.locator(".url", { hasText: "GET /api/articles" }).waitFor();
    await page.evaluate((url) => location.assign(url), address);
    await page.locator(".cm-content", { hasText: "client.users.get(1)" }).waitFor();
    // It is this tab's own code, so it runs by itself. A click on the button could stop it.
    await page.locator(".url", { hasText: "GET /api/users/1" }).waitFor({ timeout: 60_000 }); // the compiler loads first
    await page.evaluate(() => location.assign("#code=zzzz"));
    const sentence = page.getByText("This link is incomplete: here is the first example.");
    await sentence.waitFor();
    await page.locator(".url", { hasText: "GET /api/articles" }).waitFor();
    await page.goto("/");
    await page.goto("/playground#form=zzzz");
    await sentence.waitFor();
  },

  async "code that came by a link waits for a click, and reaches no network then, either"({ page, allowComplaint }) {
    const asked: string[] = [];
    const stranger = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end();
    });
    stranger.on("upgrade", (request, socket) => {
      asked.push(request.url ?? "");
      socket.destroy();
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    try {
      await page.goto("/playground");
      await page.locator(".cm-content").fill(leakTo((stranger.address() as AddressInfo).port)); // it listens on TCP
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.waitForURL(/#code=[\w-]+$/);
      const address = page.url();
      await page.goto("/");
      await page.evaluate(() => sessionStorage.clear()); // the tab of somebody who did not write it
      await page.goto(address);
      await page.getByText("This code came by a link. Read it, then run it.").waitFor();
      await page.waitForTimeout(1000); // time in which it would run
      equal(await page.locator("#response").textContent(), "The code has not run yet.");
      equal(await page.locator(".url").textContent(), "Not run yet.");
      // What the browser refused, and the error of the inner worker. What arrives is in `asked`.
      allowComplaint(/Content Security Policy|^asked http:\/\/127\.0\.0\.1:\d+\/|^(1|null)$/);
      await page.locator("button.run").click();
      await page.locator("#response").filter({ hasText: "Every way was tried" }).waitFor();
      equal(await page.getByText("This code came by a link.").count(), 0);
      deepEqual(asked, []);
      match(
        (await page.locator("#response").textContent()) ?? "",
        /fetch: refused.*import: refused.*storage: refused/s,
      );
    } finally {
      stranger.close();
    }
  },

  async "code that fails without a request shows its error, whichever tab is open"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByRole("tab", { name: "JSON:API document" }).click();
    await page.locator(".cm-content").fill("client.articles.list(");
    await page.keyboard.press("Control+Enter");
    await page.locator("#response").filter({ hasText: "The code has a syntax error, so it did not run" }).waitFor();
  },

  async "the compiler and the server refuse what a reader types, and both say what to write"({ page }) {
    await page.goto("/playground");
    await page.locator(".cm-content").waitFor();
    await page.getByLabel("Misspell the filter").check();
    await page
      .locator(".compiler", { hasText: "Did you mean to write 'title__contains'?" })
      .waitFor({ timeout: 60_000 });
    await page.locator(".numbers b", { hasText: "400" }).waitFor();

    await page.locator(".cm-content").fill('const all = await client.users.list().sort("usernam");');
    await page.locator(".compiler", { hasText: "Line 1, column 44: Argument of type" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(".url", { hasText: "GET /api/users?sort=usernam" }).waitFor();

    await page.locator(".cm-content").fill('const all = await client.users.list().sort("username");');
    await page.locator(".compiler", { hasText: "no errors" }).waitFor();
    await page.locator("button.run").click();
    await page.locator(".numbers b", { hasText: "200" }).waitFor();
    const address = page.url();
    match(address, /#code=[\w-]+$/);

    await page.locator(".cm-content").fill('console.log("seen", [await client.users.list()].length);');
    await page.keyboard.press("Control+Enter");
    await page
      .locator("#response")
      .filter({ hasText: /^seen 1$/ })
      .waitFor();

    // A result of older code is marked, and code with a syntax error does not run.
    const request = page.getByRole("region", { name: "The request", exact: true });
    await page.locator(".cm-content").fill("client.articles.list(");
    await request.getByText("Result of the previous run").waitFor();
    await page.locator("button.run").click();
    await page.locator("#response").filter({ hasText: "The code has a syntax error, so it did not run" }).waitFor();
    equal(await request.getByText("Result of the previous run").count(), 0);
    equal(await page.locator(".numbers").count(), 0);

    await page.getByRole("button", { name: "Write" }).click();
    await page.locator(".url", { hasText: "POST /api/articles" }).waitFor();
    await page
      .locator("#response")
      .filter({ hasText: /^\{.*title: "A bridge opens/s })
      .waitFor();
    await page.getByRole("button", { name: "Handle an error" }).click();
    await page.locator("#response").filter({ hasText: "An article needs a title." }).waitFor();
    await page.getByText("This code is an example.").waitFor();
    equal(await page.getByLabel("Published").count(), 0); // the form would say what the code does not
    await page.getByRole("button", { name: "Back to the form" }).click();

    await page.getByLabel("Published").selectOption("no");
    await page.locator(".cm-content").fill("const mine = await client.users.get(1);");
    await page.getByText("This is your own code.").waitFor();
    await page.getByRole("button", { name: "Back to the form" }).click();
    await page.locator(".cm-content", { hasText: "published: false" }).waitFor();
    equal(await page.getByLabel("Published").inputValue(), "false");
    await page.locator(".compiler", { hasText: "This replaced the code that you typed." }).waitFor();
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.locator(".url", { hasText: "GET /api/users/1" }).waitFor();
    match((await page.locator(".cm-content").textContent()) ?? "", /^const mine/);
    equal(await page.getByRole("button", { name: "Take it back" }).count(), 0);

    await page.goto("/");
    await page.goto(address);
    await page.locator(".cm-content", { hasText: 'client.users.list().sort("username")' }).waitFor();
    await page.locator("button.run").click();
    await page.locator(".url", { hasText: "GET /api/users?sort=username" }).waitFor();
  },
};

/** The names of the built files, and of those that `vitepress dev` serves. */
const EDITOR_FILE = /\/editor\.([\w-]+\.js|ts)$/;
const COMPILER_FILE = /\/playground-types\.json$/;

/** Lets the page wait for a file, as on a slow line. @returns What ends the wait. */
async function holdBack(page: Page, file: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(file, async (route: Route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The browser says that its reader wants to load little. */
const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));

/** The lines of an editor that take more than one line of the window. */
const wrappedLines = (page: Page, editor: string): Promise<string[]> =>
  page
    .locator(`${editor} .cm-line`)
    .evaluateAll((lines) =>
      lines.filter((line) => line.getBoundingClientRect().height > 30).map((line) => line.textContent ?? ""),
    );

const verdictOf = async (page: Page): Promise<string> =>
  ((await page.locator("#call .compiler").textContent()) ?? "").trim();

/** Notes in the page what the line below the call says from now on, also if it says so only for a moment. */
const noteVerdicts = (page: Page): Promise<void> =>
  page.locator("#call .compiler").evaluate((line) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenVerdicts: seen });
    new MutationObserver(() => {
      const text = (line.textContent ?? "").trim();
      if (text !== seen.at(-1)) seen.push(text);
    }).observe(line, { childList: true, characterData: true, subtree: true });
  });

const verdictsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>("globalThis.seenVerdicts"); // see noteVerdicts

async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

const API_OF_DOCS = `import { type ApiOf, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string().min(1, "A note needs a text.") }, createFields: ["text"] });
const source = memoryData().source(notes, { rows: [{ id: 1, text: "One" }] });

export const api = t.router({
  notes: notes.routes(notes.getMany({}, source.getMany), notes.createOne({}, source.createOne)),
});
export interface Api extends ApiOf<typeof api> {}
`;

/** Code that tries each way to another server that a worker has, and the site's storage. */
const leakTo = (port: number) => `const url = "http://127.0.0.1:${port}/";
const all = globalThis as any;
const attempt = async (name: string, work: () => unknown) => {
  try {
    await work();
    console.log(name + ": done");
  } catch {
    console.log(name + ": refused");
  }
};
const loaded = (made: any) => new Promise((resolve, reject) => { made.onopen = made.onmessage = resolve; made.onerror = reject; });
const elsewhere = (code: string) => all.URL.createObjectURL(new all.Blob([code], { type: "text/javascript" }));
await attempt("fetch", () => all.fetch(url + "fetch"));
await attempt("request", () => new all.XMLHttpRequest().constructor && new Promise((resolve, reject) => {
  const sent = Object.assign(new all.XMLHttpRequest(), { onload: resolve, onerror: reject });
  sent.open("GET", url + "request");
  sent.send();
}));
await attempt("socket", () => loaded(new all.WebSocket(url.replace("http", "ws") + "socket")));
await attempt("events", () => loaded(new all.EventSource(url + "events")));
await attempt("import", () => (async () => {}).constructor('return import("' + url + 'import")')());
await attempt("script", () => all.importScripts(url + "script"));
await attempt("font", () => new all.FontFace("one", "url(" + url + "font)").load());
await attempt("worker", () => loaded(new all.Worker(elsewhere('fetch("' + url + 'worker").then(() => postMessage(1), () => setTimeout(() => { throw 1; }))'))));
await attempt("file", () => loaded(new all.Worker(url + "file")));
await attempt("storage", () => loaded(Object.assign(all.indexedDB.open("one"), {})));
await attempt("caches", () => all.caches.open("one"));
console.log("Every way was tried");`;

/** The newsroom has more routes than the API in memory, so its relationships have links. */
const facts = ({ type, id, attributes }: Record<"type" | "id" | "attributes", unknown>) => ({ type, id, attributes });
