import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** What a check of a page is given. */
export interface CheckTools {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Announces a complaint of the console that belongs to what is checked. It must then come. */
  expectComplaint(pattern: RegExp): void;
  /** Announces one that may come: the browser does not always report what it refused in a worker. */
  allowComplaint(pattern: RegExp): void;
}

/** Throws what is wrong. */
export type Check = ((tools: CheckTools) => Promise<void>) & { readonly options?: BrowserContextOptions };

const LONGEST_WAIT = 20_000;

/** A check in a window of its own kind: another size, theme or pointer. */
export function checkWith(options: BrowserContextOptions, check: Check): Check {
  return Object.assign((tools: CheckTools) => check(tools), { options });
}

/** Runs a check in a fresh profile. Returns its failures, including the errors in the console. */
export async function runCheck(browser: Browser, url: string, check: Check): Promise<string[]> {
  const problems: string[] = [];
  const expected = new Map<RegExp, boolean>();
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, ...check.options });
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();

  function complain(text: string) {
    const pattern = [...expected.keys()].find((each) => each.test(text));
    if (pattern) expected.set(pattern, true);
    else problems.push(text);
  }
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complain(message.text());
  });
  page.on("pageerror", (error) => complain(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) complain(`asked ${request.url()}`);
  });

  try {
    await check({
      page,
      context,
      expectComplaint: (pattern) => void expected.set(pattern, false),
      allowComplaint: (pattern) => void expected.set(pattern, true),
    });
    for (const [pattern, came] of expected) if (!came) problems.push(`the console never said ${pattern}`);
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await context.close();
  }
  return problems;
}
