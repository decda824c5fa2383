import { relative } from "node:path";
import type { DefaultTheme } from "vitepress";
import { anchorOf } from "./anchors.js";
import { renderForSearch } from "./code/fences.js";
import { ROOT } from "./pages.js";
import { generatedMarkdown } from "./reference/generated.js";

/** What readers look for, and the parts of pages that say it in other words. `===test` is for a search of nothing but this word. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  "docs/getting-started.md#getting-started": ["===install", "tutorial", "===requirements", "quickstart", "===node"],
  "docs/compared.md#compared-with-others": ["mongodb", "mysql", "graphql", "mongoose"],
  "docs/database.md#database": ["===drizzle", "===postgres", "postgresql"],
  "docs/commands.md#commands-queries-and-streams": ["===endpoint", "endpoints", "procedure"],
  "docs/client.md#create-update-and-delete": ["===insert", "===delete"],
  "docs/query.md#tanstack-query": ["===react", "vue", "svelte", "solid"],
  "docs/deployment.md#in-workers-and-serverless-functions": ["vercel", "lambda", "serverless"],
  "docs/recipes.md#metrics-and-tracing": ["===logging"],
  "docs/database-lists.md#pages": ["pagination"],
  "docs/authentication.md#find-the-user": ["jwt", "bearer", "session", "token", "login"],
  "docs/login-tables.md#sign-up-log-in-and-out": ["signup", "register"],
  "docs/coming-from-rest.md#move-one-route-at-a-time": ["express"],
  "docs/database.md#a-database-that-already-exists": ["prisma", "kysely"],
  "docs/database-relationships.md#use-a-join-table": ["many-to-many", "join", "through", "many", "===many=many"],
  "docs/querying.md#pages": ["pagination"],
  "docs/client.md#read-the-next-page-or-all-pages": ["pagination", "infinite", "scroll"],
  "docs/query.md#reading": ["infinite", "scroll"],
  "docs/database-includes.md#see-the-sql": ["n+1"],
  "docs/commands.md#stream-events": ["sse"],
  "docs/recipes.md#rate-limits": ["throttle", "throttling"],
  "docs/atomic.md#several-writes-in-one-request": ["nested", "create"],
  "docs/adapters.md#fetch": ["cloudflare", "hono"],
  "docs/rich-types.md#on-the-wire": ["===date", "bigint"],
  "docs/querying.md#groups-of-filters": ["or"],
  "docs/database-includes.md#send-the-number-or-the-sum-of-related-rows": ["count"],
  "docs/database-writes.md#write-more-in-the-same-transaction": ["===transaction"],
  "docs/live.md#serve-live-notices": ["sse", "websocket", "===subscribe", "realtime"],
  "docs/deployment.md#in-a-container": ["docker", "kubernetes"],
  "docs/authentication.md#authentication": ["security", "permissions", "roles"],
  "docs/evidence/performance.md#performance": ["===benchmark", "benchmarks", "fast"],
  "docs/testing.md#testing": ["===test", "tests", "vitest"],
  "docs/testing.md#with-a-database": ["===seed"],
  "docs/database-lists.md#declare-what-a-list-accepts": ["===contains"],
  "docs/client.md#filter-sort-and-page-a-list": ["contains"],
  "docs/client.md#options": ["===headers", "===header"],
  "docs/querying.md#fields": ["===select=columns", "===select=fields", "===columns"],
  "docs/reference/client.md#types": ["infer", "inferselectmodel", "===infer=types"],
  "docs/tenants.md#permissions": ["===authorization"],
  "docs/troubleshooting.md#troubleshooting": ["===debug", "===debugging"],
  "docs/define.md#attributes": ["validation", "===null", "nullable"],
  "docs/querying.md#filters": ["null", "===like", "greater", "===greater=than", "operator", "operators"],
  "docs/troubleshooting.md#property--does-not-exist-on-type--did-you-mean-": ["ts2561", "ts2551", "ts2339", "ts2353"],
  "docs/troubleshooting.md#argument-of-type--is-not-assignable-to-parameter-of-type-": ["ts2345", "ts2769"],
  "docs/troubleshooting.md#type-instantiation-is-excessively-deep-and-possibly-infinite": ["ts2589"],
  "docs/retries.md#retry-writes-safely": ["===idempotency"],
  "docs/uploads.md#uploads": ["===upload", "===upload=files", "===file=upload"],
  "docs/tenants.md#tenants-and-permissions": ["===tenant"],
  "docs/database-relationships.md#the-tables": ["cascade", "ondelete", "===cascade=delete"],
  "docs/query.md#optimistic-changes": ["optimistic"],
  "docs/recipes.md#bulk-writes": ["bulk", "many"],
  "docs/database-includes.md#declare-what-clients-can-include": ["populate"],
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

interface Section {
  readonly anchor: string;
  /** Its own, after those of the parts that it is in. */
  readonly titles: string[];
  readonly text: string;
}

/** VitePress reads files for its index. The reference and the pages of error codes have none. */
function generatedSections(file: string): Section[] | undefined {
  return sectionsOf(generatedMarkdown().get(relative(`${ROOT}/site`, file)) ?? "");
}

function sectionsOf(markdown: string): Section[] | undefined {
  const titles: string[] = [];
  const seen = new Map<string, number>();
  const parts = markdown.split(/^(?=#{1,4} )/m).filter((part) => part.startsWith("#"));
  const sections = parts.map((part) => {
    const [, marks = "", heading = "", text = ""] = /^(#+) (.*)\n([\s\S]*)$/.exec(part) ?? [];
    const title = heading.replaceAll("`", "");
    titles.splice(marks.length - 1, Number.POSITIVE_INFINITY, title);
    const plain = text.replace(/```.*|\]\([^)]*\)|[`*|[\]]|&lt;/g, " ");
    const [slug, times] = [anchorOf(title), seen.get(anchorOf(title)) ?? 0];
    seen.set(slug, times + 1);
    const anchor = times === 0 ? slug : `${slug}-${times}`; // as VitePress counts them
    return { anchor, titles: titles.filter((each) => each !== ""), text: plain };
  });
  return sections.length === 0 ? undefined : sections;
}

// The three functions below also run in the page, so they use nothing from here.

/** Guides come first in a search, and what was measured or decided comes last. */
function rank(page: string, term: string, section?: Readonly<Record<string, unknown>>): number {
  if (term.startsWith("===")) return 20;
  // The reader wrote this name. A higher rank would also lift longer names with the same start above the guides.
  const title = String(section?.title);
  if (/[a-z][A-Z]/.test(title) && title.toLowerCase() === term) return 2;
  // Zero leaves a part out: one of these mentions every word.
  if (/\/docs\/(evidence|decisions)\//.test(page)) return title.toLowerCase().includes(term) ? 0.05 : 0;
  if (/\/changelog/.test(page)) return 0.3;
  return page.includes("/docs/") && !page.includes("/docs/reference/") ? 2 : 1;
}

/**
 * Both for the index and for a search: `paginate` and `pagination` have one stem, and the names of other libraries mean Trestle's. The word
 * stays next to its stem, because a word with a typo has another stem.
 */
function processTerm(term: string): string | string[] {
  const names = new Map([
    ["updateone", "editone"],
    ["findmany", "getmany"],
    ["findone", "getone"],
    ["findunique", "getone"],
  ]);
  const word = term.toLowerCase();
  if (/[a-z][A-Z]/.test(term)) return names.get(word) ?? word; // a name of code
  const stem = /^(.{4,}?)(?:ations?|ate[ds]?|ating|ions?|ings?|e?[ds]|e)$/.exec(word.replace(/ies$/, "y"))?.[1];
  return names.get(word) ?? (stem === undefined ? word : [stem, word]);
}

/**
 * The words of a search, and all of them as one: `===soft=delete`. Many pages use a word that one explains. That one has `===` before it, and is
 * then found first, but not by a search with other words. Fuzzy matches are never three letters longer.
 */
function wordsOf(search: string): string[] {
  const all = search.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== "");
  const words = all.filter((word) => !/^(?:a|an|can|do|does|how|i|is|my|the|to|what|where|why)$/i.test(word)); // each page has them
  return [...words, `===${words.join("=")}`];
}

/** How many of its letters may be others. A short word with another letter is another word. */
function fuzzy(term: string): number | false {
  return term.length >= 5 && !term.startsWith("===") && (term.length < 12 ? 1 : 2);
}

export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: withKeywords,
  miniSearch: {
    options: { processTerm },
    searchOptions: { boostDocument: rank, fuzzy, tokenize: wordsOf },
    _splitIntoSections: (file) => generatedSections(file) as Section[], // undefined: VitePress splits the page itself
  },
};
