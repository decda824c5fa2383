import { deepEqual, equal, ok } from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import Fastify, { type FastifyInstance } from "fastify";
import type { Page } from "playwright-core";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { openapiPages } from "trestle/openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Newsroom, startNewsroom } from "../../../examples/newsroom/testing/newsroom.js";
import { type Check, checkWith, runCheck } from "../../../scripts/support/browser-check.js";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { everything } from "../../../src/openapi/fixtures/everything.js";

let newsroom: Newsroom;
let browser: Awaited<ReturnType<typeof launchChromium>>;
let other: FastifyInstance;
let otherOrigin = "";
beforeAll(async () => {
  newsroom = await startNewsroom();
  browser = await launchChromium();
  other = Fastify({ ...serverOptions, logger: false });
  const info = { title: "Everything", version: "1.0.0" };
  const securitySchemes = { bearer: { type: "http", scheme: "bearer" } };
  const pages = openapiPages(everything, { info, securitySchemes, security: [{ bearer: [] }] });
  await other.register(fastifyPlugin(everything, { pages }), { prefix: "/api" });
  otherOrigin = await other.listen({ port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await newsroom?.stop();
  await other?.close();
});

async function operationsOf(document: string): Promise<string[]> {
  const description = await fetch(document);
  const { paths }: { paths: Record<string, object> } = JSON.parse(await description.text());
  return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
}

// Under the policy that the page is sent with. `runCheck` reports what the console says, and requests to other servers.
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe("the documentation page", () => {
  const checks: Readonly<Record<string, Check>> = {
    "shows every operation without a script": checkWith({ javaScriptEnabled: false }, async ({ page }) => {
      await page.goto("/api/docs");
      const operations = await operationsOf(`${newsroom.url}/openapi.json`);
      equal(await page.locator("summary:has(b)").count(), operations.length);
      equal(await page.locator("input").isVisible(), false);
      await page.locator("summary", { hasText: "GET /users/{id} Get one of the users" }).click();
      for (const text of ["Trestle client", "curl", "Parameters", "Responses"])
        ok(await page.locator("#users_getOne h4", { hasText: text }).isVisible(), text);
      await page.locator("#users_getOne").getByRole("link", { name: "Users", exact: true }).last().click();
      ok(await page.locator("#type-Users dl").first().isVisible());
    }),

    async "filters by the words of a line, and says how many are shown"({ page }) {
      await page.goto("/api/docs");
      await page.getByLabel("Filter").fill("list CATEGORIES");
      await page.locator("output", { hasText: /^\d+ shown$/ }).waitFor();
      const shown = await page.locator("section summary:visible").all();
      ok(shown.length > 0);
      for (const summary of shown) {
        const line = `${await summary.textContent()} ${await summary.getAttribute("data-found")}`;
        ok(/list/i.test(line) && /categories/i.test(line), line);
      }
      equal(await page.locator("#types").isVisible(), false);
      await page.getByLabel("Filter").fill("nowhere");
      await page.getByText("0 shown. Write a part of a path, or the name of a field or a filter.").waitFor();
      equal(await page.locator("h2:visible, nav a:visible").count(), 0);
      await page.getByRole("button", { name: "Show all" }).click();
      equal(await page.locator("output").textContent(), "");
      equal(await page.getByRole("button", { name: "Show all" }).isVisible(), false);
      ok(await page.locator("#types").isVisible());
      ok(await page.getByRole("link", { name: "Types", exact: true }).isVisible());
    },

    async "filters by the words of a question, and by what must be unique"({ page }) {
      await page.goto("/api/docs");
      const lines = page.locator("section summary:visible");
      await page.getByLabel("Filter").fill("how do I add to the categories of an article");
      ok((await lines.first().textContent())?.startsWith("POST /articles/{id}/relationship/categories"));
      for (const word of ["unique", "taken"]) {
        await page.getByLabel("Filter").fill(word);
        ok((await lines.first().textContent())?.startsWith("POST /articles"), word);
        equal(await page.locator("summary:visible", { hasText: "DELETE /articles/{id}" }).count(), 0);
        ok((await page.locator("#articles_createOne").textContent())?.includes("Another article has this title."));
      }
      await page.getByLabel("Filter").fill("title__contains");
      equal(await lines.first().getAttribute("data-found"), "filter[title][contains] (Parameters)");
      await page
        .getByLabel("Filter")
        .fill("ConflictError: POST /api/articles answered 409: Another article has this title.");
      equal(await lines.count(), 1);
      ok((await lines.textContent())?.startsWith("POST /articles"));
      const unknown = { code: "unknown_parameter", source: { parameter: "foo" } };
      await page.getByLabel("Filter").fill(JSON.stringify({ errors: [unknown] }));
      ok((await lines.count()) > 3);
      for (const text of [
        "HTTP/1.1 412 Precondition Failed",
        "412 (Precondition Failed)",
        "Request failed with status code 412",
      ]) {
        await page.getByLabel("Filter").fill(text);
        ok(
          (await lines.allTextContents()).some((line) => line.startsWith("PATCH /articles/{id}")),
          text,
        );
      }
      for (const call of [
        'client.users.related(1, "articles")',
        'await client.users.related(1, "articles").sort("title").safe()',
      ]) {
        await page.getByLabel("Filter").fill(call);
        equal(await lines.count(), 1, call);
        ok((await lines.textContent())?.startsWith("GET /users/{id}/articles"), call);
      }
      await page.getByLabel("Filter").fill("client.articles.related(Number(id), 'categories')");
      ok((await lines.textContent())?.startsWith("GET /articles/{id}/categories"));
      await page.getByLabel("Filter").fill('const ann = await client.users.find({ name__contains: "ann" });');
      equal(await lines.count(), 1);
      ok((await lines.textContent())?.startsWith("GET /users List"));
      await page.getByLabel("Filter").fill("api.users.list()");
      ok((await lines.textContent())?.startsWith("GET /users List"));
      await page.getByLabel("Filter").fill(`curl -sG ${newsroom.url}/articles --data-urlencode 'filter[title]=A'`);
      ok((await lines.textContent())?.startsWith("GET /articles List"));
      await page.getByLabel("Filter").fill('No resource of "articles" has the id 999.');
      ok((await lines.allTextContents()).every((line) => /^\w+ \/articles\/\{id\}/.test(line)));
      await page.getByLabel("Filter").fill("at"); // begins a word in created_at, but not in PATCH
      const shown = await lines.evaluateAll((all) =>
        all.map((each) => `${each.textContent} ${each.getAttribute("data-found")}`),
      );
      ok(shown.length > 0 && shown.every((line) => /[^a-z0-9]at/i.test(line)), shown.join("; "));
      await page.getByLabel("Filter").fill("title is required.");
      ok((await lines.first().textContent())?.startsWith("POST /articles"));
      await page.getByLabel("Filter").fill("page[limit] must be at most 100, not 1000.");
      equal(await lines.first().getAttribute("data-found"), "page[limit] (Parameters)");
      await page.getByLabel("Filter").fill("version");
      ok((await lines.first().getAttribute("data-found"))?.startsWith("version in If-Match (Parameters)"));
      await page.getByLabel("Filter").fill("409");
      ok((await lines.allTextContents()).includes("Codes of errors"));
      await page.getByLabel("Filter").fill("paginate");
      ok((await lines.first().textContent())?.startsWith("GET /articles List"));
    },

    async "focuses the filter with the key /, and leads from a code to what it means"({ page }) {
      await page.goto("/api/docs#articles_createOne");
      await page.keyboard.press("/");
      await page.keyboard.type("/articles/3");
      equal(await page.getByLabel("Filter").inputValue(), "/articles/3");
      await page.goto("/api/docs#articles_deleteOne");
      await page.locator("#articles_deleteOne").getByRole("link", { name: "version_mismatch" }).click();
      ok(await page.locator("#error-version_mismatch").isVisible());
    },

    async "filters by the names of fields and filters, and says which ones it found"({ page }) {
      await page.goto("/api/docs");
      const lines = page.locator("section summary:visible");
      await page.getByLabel("Filter").fill("POST /articles title");
      await page.locator("output", { hasText: "1 shown. Enter opens it." }).waitFor();
      equal(await lines.getAttribute("data-found"), "title (data.attributes)");
      await page.getByLabel("Filter").fill("list articles filter[title]");
      ok((await lines.first().getAttribute("data-found"))?.includes("filter[title][contains]"));
      deepEqual(await page.locator("nav a:visible").allTextContents(), ["articles", "users", "categories"]);
    },

    async "keeps its words in the address, opens the only result, and says the nearest name"({ page }) {
      await page.goto("/api/docs");
      await page.getByLabel("Filter").fill("articles_editOne");
      await page.waitForURL(/\/api\/docs\?filter=articles_editOne/);
      await page.reload();
      equal(await page.getByLabel("Filter").inputValue(), "articles_editOne");
      await page.getByText("1 shown. Enter opens it.").waitFor();
      await page.getByLabel("Filter").press("Enter");
      ok(await page.locator("#articles_editOne").isVisible());
      await page.getByLabel("Filter").fill("authr");
      await page.getByText("0 shown. Nearest: author").waitFor();
      await page.getByRole("link", { name: "author", exact: true }).click();
      await page.waitForURL(/\?filter=author$/);
      ok((await page.locator("section summary:visible").count()) > 0);
      await page.getByLabel("Filter").fill("excludes");
      await page.locator("output", { hasText: "1 shown" }).waitFor();
      const found = await page.locator("section summary:visible").first().getAttribute("data-found");
      ok(found?.includes("excludes what"), `${found}`);
    },

    async "says above the results what the codes of a pasted error mean, and keeps what was pasted out of the address"({
      page,
    }) {
      await page.goto("/api/docs");
      const filter = page.getByLabel("Filter");
      await filter.fill(
        '{"errors":[{"status":"400","code":"invalid_parameter","source":{"parameter":"page[limit]"}}]}',
      );
      const meaning = page.locator("nav + dl");
      await meaning.locator("dt", { hasText: "invalid_parameter" }).waitFor();
      const inTheList = await page.locator("#error-invalid_parameter + dd").textContent();
      equal(await meaning.locator("dd").first().textContent(), inTheList);
      const lines = page.locator("section summary:visible");
      const stands = { pointer: "/data/attributes/title" };
      for (const error of [
        { code: "too_big", source: stands },
        { code: "too_big", source: stands, links: { type: "https://example.com/errors/too_big?a" } },
        { code: "required", source: { pointer: "/data/attributes" }, meta: { path: ["title"] } },
        { code: "invalid_type", source: { pointer: "/data/relationships/categories/data/0/id" } },
      ]) {
        await filter.fill(JSON.stringify({ errors: [error] }, undefined, 2).replaceAll("\n", ""));
        await meaning.locator("dt", { hasText: error.code }).waitFor();
        const found = await lines.evaluateAll((all) => all.map((each) => each.getAttribute("data-found")));
        const field = error.code === "invalid_type" ? "categories (data.relationships)" : "title (data.attributes)";
        ok(found.length > 0, error.code);
        for (const each of found) deepEqual(new Set(each?.split(", ")), new Set([error.code, field]));
      }
      await filter.fill('{"errors":[{"code":"conflict"}]}');
      const found = await lines.evaluateAll((all) => all.map((each) => each.getAttribute("data-found")));
      deepEqual(new Set(found.slice(0, -1)), new Set(["conflict"])); // without "Conflict:", the status, and "409 Conflict."
      await page.evaluate("location.hash = '#articles_createOne'"); // as a link does
      await page.evaluate("new Promise((done) => setTimeout(done, 50))");
      equal(await filter.inputValue(), '{"errors":[{"code":"conflict"}]}');
      await filter.fill("curl -X PATCH 'http://localhost/api/articles/1' -H 'Authorization: Bearer secret'");
      await page.locator("output", { hasText: "1 shown" }).waitFor();
      equal(await meaning.locator("dt").count(), 0);
      await page.waitForTimeout(500); // the address follows 300 ms after the last letter
      ok(!page.url().includes("secret"), page.url());
      await filter.fill("s3cret-token-of-somebody");
      await page.waitForTimeout(500);
      ok(!page.url().includes("s3cret"), page.url());
    },

    async "filters by operation ids, codes, sort keys and headers, and by the URL of a request"({ page }) {
      await page.goto("/api/docs");
      const searches = {
        articles_createOne: "POST /articles Add one",
        "update /articles/{id}": "PATCH /articles/{id} Edit one",
        "post /articles type_mismatch": "POST /articles Add one",
        "get /articles created_at": "GET /articles List articles",
        [`${newsroom.url}/articles/1?include=author`]: "GET /articles/{id} Get one",
        "/api/users": "GET /users",
        create: "POST /articles Add one",
        publish: "POST /articles/{id}/publish",
        newest: "GET /articles List articles",
        pagination: "GET /articles List articles",
        "articles.createOne": "POST /articles Add one",
        "filter[title][contains]=x&page[limit]=2": "GET /articles List articles",
        search: "GET /articles List articles",
        "order by": "GET /articles List articles",
        batch: "POST /operations ",
        transaction: "POST /operations ",
        subscribe: "GET /live ",
        expand: "GET /articles List articles",
        "update title": "PATCH /articles/{id} Edit one",
        sparse: "GET /articles List articles",
        "add category": "POST /articles/{id}/relationship/categories ",
      };
      for (const [words, line] of Object.entries(searches)) {
        await page.getByLabel("Filter").fill(words);
        const first = await page.locator("section summary:visible").first().textContent();
        ok(first?.startsWith(line), `${words}: ${first}`);
      }
    },

    async "finds the one operation of a pasted request"({ page }) {
      await page.goto("/api/docs");
      const searches = {
        [`curl -X POST '${newsroom.url}/articles?filter[title]=a' -H 'X: y'`]: "POST /articles Add one",
        "curl -g 'https://example.com/api/articles?filter[title][contains]=a&page[limit]=2'": "GET /articles List",
        [`curl ${newsroom.url}/articles/1/publish -d '{}'`]: "POST /articles/{id}/publish",
        [`fetch("${newsroom.url}/articles/1", { method: "DELETE" })`]: "DELETE /articles/{id} ",
        "GET /articles/{id}/author?include=articles": "GET /articles/{id}/author ",
        "GET https://api.example.com/v1/articles/3?include=author": "GET /articles/{id} ",
        "await client.articles.list()": "GET /articles List",
        "client.articles.update(1, { title: 'a' })": "PATCH /articles/{id} ",
        "client.articles.relationship(1, 'author').set(2)": "PATCH /articles/{id}/relationship/author ",
        "fetch(`/api/articles/${id}/publish`, { method: 'POST' })": "POST /articles/{id}/publish",
        '{"level":30,"req":{"method":"POST","url":"/api/articles/2/publish","host":"localhost"}}':
          "POST /articles/{id}/publish",
        '10.0.0.1 - - "PATCH /api/articles/1 HTTP/1.1" 422 310': "PATCH /articles/{id} ",
        "10:12:03 POST /api/articles 422 12ms": "POST /articles Add one",
        'articles.getMany has no parameter "limit".': "GET /articles List",
        '{"errors":[{"code":"unknown_parameter","detail":"categories.getMany has no parameter \\"limit\\".","source":{"parameter":"limit"}}]}':
          "GET /categories List",
        '{"errors":[{"code":"type_mismatch","source":{"pointer":"/data/type"},"meta":{"path":["author"]}}]}':
          "PATCH /articles/{id}/relationship/author ",
      };
      for (const [words, line] of Object.entries(searches)) {
        await page.getByLabel("Filter").fill(words);
        const shown = await page.locator("section summary:visible").allTextContents();
        ok(shown.length === 1 && shown[0]?.startsWith(line), `${words}: ${shown.join("; ")}`);
      }
      await page.getByLabel("Filter").fill('"articles" has no resource with the id 999.');
      const lines = await page.locator("section summary:visible").allTextContents();
      ok(lines.length > 2 && lines.every((line) => /^\w+ \/articles\/\{id\}/.test(line)), lines.join("; "));
      await page.getByLabel("Filter").fill("{ code: 'too_big', source: { pointer: '/data/attributes/title' } }");
      await page.locator("nav + dl dt", { hasText: "too_big" }).waitFor();
      ok((await page.locator("section summary:visible").first().textContent())?.startsWith("POST /articles"));
      for (const word of ["login", "auth"]) {
        await page.getByLabel("Filter").fill(word);
        await page.getByText("0 shown. See the top of the page.").waitFor();
      }
      await page.getByLabel("Filter").fill("other languages"); // "other" alone is in entries
      await page.getByText("0 shown. See the top of the page.").waitFor();
      await page.getByLabel("Filter").fill("/articles/1/categories/");
      ok(
        (await page.locator("section summary:visible").first().textContent())?.startsWith(
          "GET /articles/{id}/categories",
        ),
      );
      await page.getByLabel("Filter").fill("nowhere");
      await page.getByRole("button", { name: "Show all" }).click();
      ok((await page.locator("section summary:visible").first().textContent())?.startsWith("GET /articles List"));
    },

    async "shows the line of an entry, and the first result, below the filter"({ page }) {
      await page.goto("/api/docs#articles_createOne");
      const height = await page.evaluate<number>("document.querySelector('.filter').offsetHeight");
      const place = await page.evaluate<number>(
        "document.getElementById('articles_createOne').closest('details').getBoundingClientRect().top",
      );
      ok(place >= height && place < 100, `${place}`);
      await page.evaluate("scrollTo(0, 1600)");
      await page.getByLabel("Filter").fill("articles");
      const section = `document.querySelector("section:not([hidden])").getBoundingClientRect().top`;
      ok((await page.evaluate<number>(section)) >= 0);
    },

    async "ends the filter if a link leads to an entry that it hides"({ page }) {
      await page.goto("/api/docs");
      await page.getByLabel("Filter").fill("GET /users/{id} Get one");
      await page.locator("section summary:visible").first().click();
      equal(await page.locator("#types").isVisible(), false);
      const link = page.locator("#users_getOne").getByRole("link", { name: "Users", exact: true }).last();
      await link.click(); // opens the type where it stands
      await page.locator("#users_getOne dd>.inner", { hasText: "attributes" }).waitFor();
      await link.click();
      equal(await page.locator("#users_getOne dd>.inner").count(), 0);
      await page.evaluate("location.hash = '#type-Users'");
      await page.locator("#type-Users dl").first().waitFor();
      equal(await page.getByLabel("Filter").inputValue(), "");
      await page.waitForFunction("document.getElementById('type-Users').getBoundingClientRect().top < innerHeight / 2");
    },

    async "opens the entry that its address names, with this server in the samples, and colours code and what is found"({
      page,
    }) {
      await page.goto("/api/docs#articles_getOne");
      const curl = page.locator("#articles_getOne pre").nth(0);
      ok(await curl.isVisible());
      ok((await curl.textContent())?.includes(newsroom.url));
      await page.waitForFunction("CSS.highlights.get('string').size > 0 && CSS.highlights.get('word').size > 0");
      await page.getByLabel("Filter").fill("get one of the articles not_found");
      const marked = "Array.from(CSS.highlights.get('found'), (range) => range.startContainer.textContent)";
      deepEqual(await page.evaluate(marked), ["not_found"]);
    },

    "copies a sample": checkWith({ permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
      await page.goto("/api/docs#articles_deleteOne");
      const copy = page.locator("#articles_deleteOne").getByRole("button", { name: "Copy curl" });
      await copy.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Copied curl" }).waitFor();
      const copied = await page.evaluate("navigator.clipboard.readText()");
      equal(copied, await page.locator("#articles_deleteOne pre").nth(0).textContent());
      await page.getByRole("button", { name: "Copy URL" }).click();
      equal(await page.evaluate("navigator.clipboard.readText()"), newsroom.url);
      await page.getByText("Set it up").click();
      await page.getByRole("button", { name: "Copy Set it up" }).click();
      ok(
        (await page.evaluate<string>("navigator.clipboard.readText()")).includes(
          `createClient<Api>({ url: "${newsroom.url}`,
        ),
      );
    }),

    async "is read by the keyboard"({ page }) {
      await page.goto("/api/docs");
      await page.getByLabel("Filter").focus();
      await page.keyboard.type("GET /articles/{id} Get one");
      await page.locator("section summary:visible").first().focus();
      await page.keyboard.press("Enter");
      ok(await page.locator("#articles_getOne").isVisible());
    },
  };

  test.each(Object.entries(checks))("%s", async (_, check) => {
    expect((await runCheck(browser, newsroom.origin, check)).join("\n")).toBe("");
  });

  test("finds the innermost field of a pasted error, and no other field", async () => {
    const check: Check = async ({ page }) => {
      await page.goto("/api/docs");
      const errorAt = (name: string, part: string) => {
        const source = { pointer: `/data/attributes/${name}` };
        return JSON.stringify({ errors: [{ code: "required", source, meta: { path: [name, part] } }] });
      };
      for (const [text, name] of [
        [errorAt("both", "a"), "required, both.a"],
        [errorAt("shape", "radius"), "required, shape.radius"],
        ["/data/attributes/shape/radius", "shape.radius"],
        [errorAt("counts", "red"), "required, counts"],
        ["data.attributes.shape.radius", "shape.radius"],
        ["/shape/radius", "shape.radius"],
      ] as const) {
        await page.getByLabel("Filter").fill(text);
        const lines = page.locator("section summary:visible", { hasText: "/" });
        const found = await lines.evaluateAll((all) => all.map((each) => each.getAttribute("data-found")));
        ok(
          found.length > 0 && found.every((each) => each === `${name} (data.attributes)`),
          `${text}: ${found.join("; ")}`,
        );
      }
    };
    expect((await runCheck(browser, otherOrigin, check)).join("\n")).toBe("");
  });

  test("leads from a refused login to how to log in", async () => {
    const check: Check = async ({ page }) => {
      await page.goto("/api/docs");
      for (const words of [
        "401",
        "bearer",
        "token",
        "sign in",
        "Log in first.",
        '{"errors":[{"code":"unauthorized"}]}',
      ]) {
        await page.getByLabel("Filter").fill(words);
        const place = words.startsWith("{") ? "nav + dl" : "output";
        await page.locator(place).getByRole("link", { name: "How to log in" }).click();
        await page.waitForURL(/#login-bearer$/);
        equal(await page.locator("dt:target + dd").count(), 1, words);
        await page.goto("/api/docs");
      }
    };
    expect((await runCheck(browser, otherOrigin, check)).join("\n")).toBe("");
  });

  const looks = [
    ["light", {}],
    ["dark", phone],
    ["light", { forcedColors: "active" }],
  ] as const;

  test.each(looks)("axe finds nothing: %s %j", async (colorScheme, options) => {
    const check: Check = async ({ page }) => {
      await page.goto("/api/docs");
      await page.locator("summary", { hasText: "GET /categories List categories" }).click();
      if (options === phone) await page.locator("[open] summary", { hasText: "Response 200" }).click();
      ok(await page.locator("[open] summary+button+pre").first().isVisible());
      deepEqual(await axeFindings(page), []);
    };
    expect((await runCheck(browser, newsroom.origin, checkWith({ colorScheme, ...options }, check))).join("\n")).toBe(
      "",
    );
  });

  test.each([320, 390, 820, 1280])("is not wider than a window of %i pixels", async (width) => {
    const check: Check = async ({ page }) => {
      await page.goto("/api/docs");
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      equal(await page.evaluate("document.documentElement.scrollWidth"), width);
    };
    const options = { viewport: { width, height: 844 } };
    expect((await runCheck(browser, otherOrigin, checkWith(options, check))).join("\n")).toBe("");
  });
});

/** Given to the debugger, which the page's content security policy does not bind. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
