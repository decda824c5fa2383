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
  const options = [["/own", true] as const, ["/swagger", "swagger-ui"] as const];
  for (const [prefix, docs] of options) {
    await other.register(fastifyPlugin(everything, { pages: openapiPages(everything, { info, docs }) }), { prefix });
  }
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
      for (const id of operations) equal(await page.locator(`article#${id} figure`).first().isVisible(), true);
      equal(await page.locator("button").count(), 0);
      await page.locator('nav a[href="#users_getOne"]').click();
      ok(await page.locator("#users_getOne").isVisible());
    }),

    async "sends a GET, and shows its response"({ page }) {
      await page.goto("/api/docs");
      const operation = page.locator("#articles_getOne");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("input[name=id]").fill("1");
      await operation.locator("input[name=include]").fill("author");
      await page.keyboard.press("Enter");
      const shown = operation.locator("output pre");
      await shown.waitFor();
      equal(JSON.parse((await shown.textContent()) ?? "").data.id, "1");
      ok((await operation.locator("output").textContent())?.includes("200"));
      ok((await operation.locator("figure").nth(1).textContent())?.includes(newsroom.url)); // curl has this server
    },

    async "shows the error of a GET"({ page, expectComplaint }) {
      expectComplaint(/400/);
      await page.goto("/api/docs");
      const operation = page.locator("#categories_getRelated_articles");
      await operation.getByRole("button", { name: "Try it" }).click();
      await operation.locator("input[name=id]").fill("1");
      await operation.getByRole("button", { name: "Send" }).click();
      await operation.locator("output pre", { hasText: "missing_parameter" }).waitFor();
    },

    async "is reached by the keyboard, beginning with a way past the side list"({ page }) {
      await page.goto("/api/docs");
      await page.keyboard.press("Tab");
      equal(await page.evaluate("document.activeElement.textContent"), "Skip to the operations");
      await page.keyboard.press("Enter");
      equal(await page.evaluate("document.activeElement.id"), "content");
      await page.keyboard.press("Tab");
      equal(await page.evaluate("document.activeElement.textContent"), "openapi.json");
    },
  };

  test.each(Object.entries(checks))("%s", async (_, check) => {
    expect((await runCheck(browser, newsroom.origin, check)).join("\n")).toBe("");
  });

  const looks = [
    ["light", {}],
    ["dark", phone],
    ["light", { forcedColors: "active" }],
  ] as const;

  test.each(looks)("axe finds nothing: %s %j", async (colorScheme, options) => {
    const check: Check = async ({ page }) => {
      await page.goto("/api/docs");
      await page.locator("#categories_getMany").getByRole("button", { name: "Try it" }).click();
      deepEqual(await axeFindings(page), []);
    };
    expect((await runCheck(browser, newsroom.origin, checkWith({ colorScheme, ...options }, check))).join("\n")).toBe(
      "",
    );
  });

  test.each([320, 390, 820, 1280])("is not wider than a window of %i pixels", async (width) => {
    const check: Check = async ({ page }) => {
      await page.goto("/own/docs");
      await page.locator("#things_getMany").getByRole("button", { name: "Try it" }).click();
      equal(await page.evaluate("document.documentElement.scrollWidth"), width);
    };
    const options = { viewport: { width, height: 844 } };
    expect((await runCheck(browser, otherOrigin, checkWith(options, check))).join("\n")).toBe("");
  });

  test("is Swagger UI if the option says so", async () => {
    const problems = await runCheck(browser, otherOrigin, async ({ page }) => {
      await page.goto("/swagger/docs");
      await page.waitForSelector(".opblock");
      equal(await page.locator(".opblock").count(), (await operationsOf(`${otherOrigin}/swagger/openapi.json`)).length);
      const operation = page.locator("#operations-notes-notes_getMany");
      await operation.locator(".opblock-summary-control").click();
      await operation.locator(".try-out__btn").click();
      await operation.locator(".execute").click();
      const status = operation.locator(".live-responses-table tbody .response-col_status").first();
      equal((await status.textContent())?.slice(0, 3), "200");
    });
    expect(problems.join("\n")).toBe("");
  });
});

/** Given to the debugger, which the page's content security policy does not bind. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
