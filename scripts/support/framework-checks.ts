import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Check, checkWith } from "./browser-check.js";
import { eventually } from "./eventually.js";
import { type AppPages, scriptsOf } from "./framework-app.js";

const get = (url: string, user?: string) => fetch(url, { headers: user ? { cookie: `user=${user}` } : {} });
const ANNS = "/script&gt;Buy milk";
const BOBS = "Call Ann";

/** The API under its prefix, over HTTP. */
export const apiChecks: Readonly<Record<string, (origin: string) => Promise<void>>> = {
  async "the API is served under /api, to each user"(origin) {
    const response = await get(`${origin}/api/notes`, "ann");
    equal(response.headers.get("content-type"), "application/vnd.api+json");
    const { data } = await response.json();
    deepEqual(
      data.map(({ attributes }: { attributes: object }) => attributes),
      [{ text: "</script>Buy milk", at: "2026-01-31T00:00:00.000Z" }],
    );
    const missing = await get(`${origin}/api/notes/2`, "ann");
    deepEqual([missing.status, (await missing.json()).errors[0].code], [404, "not_found"]);
    equal((await get(`${origin}/api/nothing`)).status, 404);
  },

  async "the API writes, and names the new resource"(origin) {
    const headers = { cookie: "user=carl", "content-type": "application/vnd.api+json" };
    const body = JSON.stringify({ data: { type: "notes", attributes: { text: "Grüße" } } });
    const created = await fetch(`${origin}/api/notes`, { method: "POST", headers, body });
    equal(created.status, 201);
    const read = await get(new URL(created.headers.get("location") ?? "", origin).href, "carl");
    equal((await read.json()).data.attributes.text, "Grüße");
    const refused = await fetch(`${origin}/api/notes`, { method: "POST", headers, body: "{" });
    deepEqual([refused.status, refused.headers.get("content-type")], [400, "application/vnd.api+json"]);
  },
};

/** A page that is rendered in the server, over HTTP. */
export const pageChecks: Readonly<Record<string, (origin: string, pages: AppPages) => Promise<void>>> = {
  async "the HTML contains the data, and no text ends its script"(origin) {
    const response = await get(`${origin}/notes`, "ann");
    equal(response.status, 200);
    const html = await response.text();
    match(html, new RegExp(`<li>&lt;${ANNS}.*2026.*</li>`));
    ok(!html.includes("</script>Buy milk"), "the text is escaped");
  },

  async "pages that are rendered at the same time do not mix users"(origin) {
    const users = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "ann" : "bob"));
    const pages = await Promise.all(users.map(async (user) => (await get(`${origin}/notes`, user)).text()));
    pages.forEach((html, index) => {
      const isAnns = users[index] === "ann";
      deepEqual([html.includes(ANNS), html.includes(BOBS)], [isAnns, !isAnns]);
    });
    const nobody = await (await get(`${origin}/notes`)).text();
    deepEqual([nobody.includes("<h1>Notes</h1>"), nobody.includes(ANNS), nobody.includes(BOBS)], [true, false, false]);
  },

  async "a note that the user cannot see is a page with the status 404"(origin) {
    const pages = await Promise.all(["ann", "bob"].map((user) => get(`${origin}/notes/1`, user)));
    deepEqual(
      pages.map(({ status }) => status),
      [200, 404],
    );
    const [anns = "", bobs = ""] = await Promise.all(pages.map((page) => page.text()));
    ok(anns.includes(ANNS) && !bobs.includes("Buy milk"));
  },

  async "no script of the browser contains code of the server"(_, pages) {
    const scripts = scriptsOf(pages);
    ok(scripts.includes("Feed the cat"), "these are the scripts of the page");
    for (const secret of ["Buy milk", "ZodObject", "memoryData"]) ok(!scripts.includes(secret), secret);
  },
};

/** The same page in a browser. */
export const browserChecks = ({
  readAfterHydration,
  readOnNavigation,
  isLive,
}: AppPages): Readonly<Record<string, Check>> => ({
  ...(isLive && liveChecks),

  "the page continues with the server's data, and reads nothing that it need not read": checkWith(
    as("ann"),
    async ({ page }) => {
      const requests = requestsOf(page);
      await settled(page, isLive, () => page.goto("/notes"));
      deepEqual(await notes(page), ["</script>Buy milk, 2026"]);
      await eventually(() => requests, readAfterHydration);

      const year = new Date().getUTCFullYear();
      await page.getByRole("button", { name: "Add a note" }).click();
      await eventually(() => notes(page), ["</script>Buy milk, 2026", `Feed the cat, ${year}`]);
      const all = [...readAfterHydration, "POST /api/notes", "GET /api/notes"];
      await eventually(() => requests, all);

      await settled(page, isLive, () => page.reload());
      equal((await notes(page)).length, 2);
      await eventually(() => requests, [...all, ...readAfterHydration]);
    },
  ),

  "a link leads to the page without loading another one": checkWith(as("bob"), async ({ page }) => {
    const requests = requestsOf(page);
    await settled(page, isLive, () => page.goto("/"));
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await page.getByRole("link", { name: "Notes" }).click();
    await eventually(() => notes(page), ["Call Ann, 2026"]);
    equal(await page.locator("body[data-same]").count(), 1);
    deepEqual(requests, readOnNavigation);
  }),
});

/** Pages that hear what others write. They come first: the server answers "what have I missed?" once it listens. */
const liveChecks: Readonly<Record<string, Check>> = {
  "a page shows what another page of the same user wrote": checkWith(as("dora"), async ({ page, context }) => {
    const other = await context.newPage();
    const requests = requestsOf(other);
    await settled(page, true, () => page.goto("/notes"));
    await settled(other, true, () => other.goto("/notes"));
    requests.length = 0;
    await page.getByRole("button", { name: "Add a note" }).click();
    const added = [`Feed the cat, ${new Date().getUTCFullYear()}`];
    await eventually(() => notes(page), added);
    await eventually(() => notes(other), added);
    deepEqual(requests, ["GET /api/notes"]);
  }),
};

/** Waits until a page that loads has read what it wants to read. A live page keeps a request open. */
async function settled(page: Page, isLive: boolean, load: () => Promise<unknown>): Promise<void> {
  const connected = isLive && page.waitForResponse("**/api/live*");
  await load();
  if (connected) {
    await connected;
    await page.waitForTimeout(500);
  } else {
    await page.waitForLoadState("networkidle");
  }
}

/** A window with the cookie of a user. */
function as(user: string): BrowserContextOptions {
  const cookie = { name: "user", value: user, domain: "127.0.0.1", path: "/", expires: -1 };
  return {
    storageState: { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Lax" }], origins: [] },
  };
}

const notes = (page: Page) => page.getByRole("listitem").allTextContents();

/** Fills up with the requests to the API, but for those that listen. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api") && pathname !== "/api/live") requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}
