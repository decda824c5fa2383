import type { DefaultTheme } from "vitepress";
import { renderForSearch } from "./code/fences.js";

/** What readers look for, and the parts of pages that say it in other words. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  "docs/database-lists.md#pages": ["pagination"],
  "docs/querying.md#pages": ["pagination"],
  "docs/client.md#read-the-next-page-or-all-pages": ["pagination"],
  "docs/database-includes.md#see-the-sql": ["n+1"],
};

const withKeywords: NonNullable<DefaultTheme.LocalSearchOptions["_render"]> = async (source, env, md) => {
  const html = await renderForSearch(source, env, md);
  return Object.entries(keywords).reduce((text, [part, words]) => {
    const [page, anchor] = part.split("#");
    if (page !== env.relativePath) return text;
    const heading = new RegExp(`<h(\\d) id="${anchor}".*?</h\\1>`, "s");
    if (!heading.test(text)) throw new Error(`search.ts: ${page} has no heading #${anchor}`);
    // As often as a page about it would say it: the index counts.
    return text.replace(heading, (found) => `${found}<p>${words.map((word) => `${word} `.repeat(12)).join("")}</p>`);
  }, html);
};

/** Guides come first in a search, and what was measured or decided comes last. It runs in the page, so it uses nothing from here. */
function rank(page: string): number {
  if (/\/docs\/(evidence|decisions)\//.test(page)) return 0.05;
  if (/\/changelog/.test(page)) return 0.3;
  return page.includes("/docs/") && !page.includes("/docs/reference/") ? 2 : 1;
}

export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: withKeywords,
  miniSearch: { searchOptions: { boostDocument: rank } },
};
