import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CODES } from "../../src/wire/errors.js";

/** The folder of the repository, which is VitePress's `srcDir`. */
export const ROOT = resolve(import.meta.dirname, "../..");

const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

const packageJson = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The entry points of the package, as users import them, and the page of each in the reference. */
export const referencePaths: ReadonlyMap<string, string> = new Map(
  Object.keys(packageJson.exports)
    .filter((path) => path !== "./package.json")
    .map((path) => packageJson.name + path.slice(1))
    .map((name) => [name, `reference/${name.replace("/", "-")}.md`]),
);

const generated: readonly string[] = [
  "reference/index.md",
  ...referencePaths.values(),
  "errors/index.md",
  ...Object.keys(CODES).map((code) => `errors/${code}.md`),
];

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
    // VitePress makes these pages without files: see reference/*.ts.
    ...generated.map((page) => [`site/${page}`, page] as const),
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
