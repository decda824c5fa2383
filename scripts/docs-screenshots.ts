import { mkdir, stat } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { startNewsroom } from "../examples/newsroom/testing/newsroom.js";
import { launchChromium } from "./support/chromium.js";

// Makes the pictures of the newsroom's back office that the documents show; look at them.
// They are kept in the repository, so each has a limit. `npm run docs screenshots -- list reader` makes only these two.

const LARGEST = 240_000;
const FOLDER = "docs/screenshots";

interface Picture {
  readonly options: BrowserContextOptions;
  readonly take: (page: Page) => Promise<void>;
}

const wide = { viewport: { width: 1240, height: 700 } };
/** Sharp on the README's page, where it has two thirds of this width. */
const sharp = { ...wide, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, deviceScaleFactor: 2 };

const pictures: Readonly<Record<string, Picture>> = {
  list: { options: wide, take: (page) => openList(page, "/") },
  dark: { options: { ...wide, colorScheme: "dark" }, take: (page) => openList(page, "/?view=endless&sort=title") },
  reader: { options: wide, take: openReader },
  editor: { options: wide, take: editWithError },
  conflict: { options: wide, take: saveTooLate },
  requests: { options: sharp, take: publishWithPanel },
  "requests-dark": { options: { ...sharp, colorScheme: "dark" }, take: publishWithPanel },
  "requests-narrow": { options: phone, take: publishOnPhone },
  "requests-narrow-dark": { options: { ...phone, colorScheme: "dark" }, take: publishOnPhone },
  phone: { options: phone, take: (page) => openList(page, "/") },
  "phone-reader": { options: { ...phone, colorScheme: "dark" }, take: openReader },
};

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const newsroom = await startNewsroom();
const browser = await launchChromium();
try {
  for (const [name, { options, take }] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const context = await browser.newContext({ baseURL: newsroom.origin, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    await take(page);
    const path = `${FOLDER}/${name}.png`;
    await page.screenshot({ path });
    await context.close();
    const { size } = await stat(path);
    console.log(`${path}: ${Math.round(size / 1000)} kB`);
    if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST / 1000} kB.`);
  }
} finally {
  await browser.close();
  await newsroom.stop();
}

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator(".article-link").first().waitFor();
}

async function openReader(page: Page): Promise<void> {
  await page.goto("/articles/12");
  await page.locator(".more-by li").first().waitFor();
}

async function editWithError(page: Page): Promise<void> {
  await page.goto("/articles/12/edit");
  await page.getByLabel("Title").fill("Harbour FC wins with ten players");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("link", { name: "look at the article" }).waitFor();
}

/** Somebody else saves the article while this page edits it. */
async function saveTooLate(page: Page): Promise<void> {
  await page.goto("/articles/14/edit");
  const text = page.getByLabel("Text");
  await text.fill(`${await text.inputValue()} Both wards keep the new rota.`);
  await page.context().request.patch("/api/articles/14", {
    headers: { "content-type": "application/vnd.api+json" },
    data: {
      data: { type: "articles", id: "14", attributes: { content: "The trial ran on two wards. It is over now." } },
    },
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.locator(".compare ins").first().waitFor();
}

async function publishWithPanel(page: Page): Promise<void> {
  await openList(page, "/?filter[published]=false");
  await page.waitForTimeout(2000); // the stream of notices has opened: its refetches are not what this picture shows
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Publish" }).first().click();
  await page.getByText("is published.").waitFor();
  const group = page.locator(".group", { hasText: "You published" });
  await group.locator(".again .facts", { hasText: "kB" }).waitFor({ state: "attached" });
}

async function publishOnPhone(page: Page): Promise<void> {
  await openList(page, "/?filter[published]=false");
  await page.waitForTimeout(2000); // as above
  await page.locator(".article-link").nth(1).click();
  await page.locator(".more-by li").first().waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: /^Trestle: You published/ }).click();
}
