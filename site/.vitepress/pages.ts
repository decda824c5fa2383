import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the repository, which is VitePress's `srcDir`. */
export const ROOT = resolve(import.meta.dirname, "../..");

const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** Each Markdown file that becomes a page, and the page's own path. */
export const pages: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...["docs", "docs/reference", "docs/evidence", "docs/decisions"]
      .flatMap(markdownIn)
      .map((path) => [path, path] as const),
    ["README.md", "readme.md"] as const,
    ["CHANGELOG.md", "changelog.md"] as const,
    ["site/index.md", "index.md"] as const,
    ["site/playground.md", "playground.md"] as const,
  ].map(([source, page]) => [source, page.replace(/README\.md$/, "index.md")]),
);

/** The documents whose ts blocks are programs that tests/docs compiles and runs. */
export const documents: readonly string[] = Object.keys(pages).filter(
  (path) => path === "README.md" || path.startsWith("docs/") || path === "site/index.md",
);

const sources = new Map(Object.entries(pages).map(([source, page]) => [page, source]));

/** The Markdown file of a page, which VitePress names by the one or the other. */
export function sourceOf(page: string): string {
  const source = page in pages ? page : sources.get(page);
  if (source === undefined) throw new Error(`${page} is a page of no Markdown file.`);
  return source;
}
