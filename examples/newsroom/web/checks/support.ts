import type { BrowserContext, Locator, Page, Request } from "playwright-core";

const JSON_API = "application/vnd.api+json";

/** The titles in the list, from the top. */
export function titles(page: Page): Promise<string[]> {
  return page.locator(".article-link").allTextContents();
}

/** Opens an address and waits for the list. */
export async function openList(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.locator(".article-link").first().waitFor();
}

/** The line that says how many there are. */
export function summary(page: Page): Promise<string | null> {
  return page.locator(".waiting").textContent();
}

export function rowOf(page: Page, title: string): Locator {
  return page.getByRole("row").filter({ hasText: title });
}

/** An article of a check's own, so that checks do not meet. Gives its id. */
export async function writeArticle(context: BrowserContext, title: string, attributes: object = {}): Promise<string> {
  const response = await context.request.post("/api/articles", {
    headers: { "content-type": JSON_API },
    data: {
      data: {
        type: "articles",
        attributes: { title, content: "Written for a check.", ...attributes },
        relationships: {
          author: { data: { type: "users", id: "1" } },
          categories: { data: [{ type: "categories", id: "2" }] },
        },
      },
    },
  });
  const { data } = await response.json();
  return data.id;
}

/** Changes an article as somebody else would, without a word to the page. */
export async function changeArticle(context: BrowserContext, id: string, attributes: object): Promise<void> {
  const response = await context.request.patch(`/api/articles/${id}`, {
    headers: { "content-type": JSON_API },
    data: { data: { type: "articles", id, attributes } },
  });
  if (!response.ok()) throw new Error(await response.text());
}

/** Writes down what is sent with these methods, as "POST /api/articles/1/publish". */
export function sent(page: Page, ...methods: string[]): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (methods.includes(request.method())) requests.push(request);
  });
  return requests;
}

/** Holds back the answers to what fits until it is called. */
export async function holdBack(page: Page, fits: (request: Request) => boolean): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api{,/**}", async (route) => {
    if (fits(route.request())) await released;
    await route.fallback();
  });
  return release;
}

/** What the focus is on, by its text or label. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

/** What the browser does when a person comes back from another tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
}
