import type { Lazy } from "./lazy.js";
import type { unexpected } from "../errors/unexpected.js";

/** A page, as far as it leads to others. */
interface Leading<TPage> {
  readonly length: number;
  hasNext(): boolean;
  getNext(): Lazy<TPage>;
}

/** A server that filters a page after it is read may give some in a row. */
const MOST_EMPTY = 100;

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
  let empty = 0;
  for (;;) {
    yield page;
    empty = page.length ? 0 : empty + 1;
    if (!page.hasNext()) return;
    const next = page.getNext();
    const url = next["~"].urlOf();
    const isOver = empty >= MOST_EMPTY;
    if (isOver || seen.has(url)) {
      const after = isOver ? `, after ${empty} empty pages` : "";
      throw failure("malformed", `The pages never end: "next" is ${url}${after}.`);
    }
    seen.add(url);
    page = await next;
  }
}
