import type { Lazy } from "./lazy.js";
import type { unexpected } from "../errors/unexpected.js";

/** A page, as far as it leads to others. */
interface Leading<TPage> {
  hasNext(): boolean;
  getNext(): Lazy<TPage>;
}

/**
 * Follows the links from a page to the last. It is loaded when somebody first does, and shares no module with what is there
 * from the start: a bundler would cut that into pieces.
 *
 * @param url The first page's own.
 */
export async function* pagesFrom<TPage extends Leading<TPage>>(
  first: TPage,
  url: string,
  failure: typeof unexpected,
): AsyncGenerator<TPage, void, undefined> {
  const seen = new Set([url]);
  let page = first;
  for (;;) {
    yield page;
    if (!page.hasNext()) return;
    const next = page.getNext();
    const url = next["~"].urlOf();
    if (seen.has(url)) throw failure("malformed", `The pages never end: "next" is ${url}.`);
    seen.add(url);
    page = await next;
  }
}
