import type { Lazy } from "./lazy.js";
import type { unexpected } from "../errors/unexpected.js";

/** The members of a page that lead to the next one. */
interface Leading<TPage> {
  readonly length: number;
  hasNext(): boolean;
  getNext(): Lazy<TPage>;
}

/** A server that filters a page after reading it may send some empty pages in a row. */
const MOST_EMPTY = 100;

/**
 * Follows the links from a page to the last.
 *
 * @param url The URL of the first page.
 * @param fail Makes an error. The client loads this file later, so it imports nothing.
 * @throws {Unexpected} `malformed`, if the links lead to a page again, or to too many empty pages.
 */
export async function* pagesFrom<TPage extends Leading<TPage>>(
  first: TPage,
  url: string,
  fail: typeof unexpected,
): AsyncGenerator<TPage, void, undefined> {
  const seen = new Set([url]);
  let page = first;
  let empty = 0;
  for (;;) {
    yield page;
    empty = page.length ? 0 : empty + 1;
    if (!page.hasNext()) return;
    const next = page.getNext();
    const nextUrl = next["~"].urlOf();
    const isOver = empty >= MOST_EMPTY;
    if (isOver || seen.has(nextUrl)) {
      const after = isOver ? `, after ${empty} empty pages` : "";
      throw fail("malformed", `The pages never end: "next" is ${nextUrl}${after}.`);
    }
    seen.add(nextUrl);
    page = await next;
  }
}
