import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";
import { pages, ROOT, sourceOf } from "./pages.js";

/** Where the repository can be read, from package.json or the variable. Without it, links into the repository are plain text. */
export const repository: string | undefined =
  process.env.SITE_REPOSITORY ??
  filledIn(({ repository }) => repository.url.replace(/^git\+/, "").replace(/\.git$/, ""));

/** Where the site is, from package.json or the variable. Other sites that show a link to a page need it for the picture. */
export const address: string | undefined = (process.env.SITE_ADDRESS ?? filledIn(({ homepage }) => homepage))?.replace(
  /\/$/,
  "",
);

/** A text of package.json. Undefined while it contains a placeholder. */
function filledIn(
  textOf: (manifest: { readonly homepage: string; readonly repository: { readonly url: string } }) => string,
): string | undefined {
  const text = textOf(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
  const placeholders = JSON.parse(readFileSync(join(ROOT, ".github/placeholders.json"), "utf8"));
  return Object.keys(placeholders).some((placeholder) => text.includes(placeholder)) ? undefined : text;
}

/**
 * Links of the Markdown files name files. One to a page leads there, and one to any other file leads into the repository.
 * A link to no file stays as it is, and fails VitePress's build.
 */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("repository-links", (state) => {
    const env: MarkdownEnv = state.env;
    if (env.relativePath === undefined) return; // a title alone
    const source = sourceOf(env.relativePath);
    for (const { children } of state.tokens) {
      const closes: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === "link_close" && closes.pop()) token.tag = "span";
        if (token.type !== "link_open") continue;
        const href = resolved(source, env.relativePath, token.attrGet("href") ?? "");
        closes.push(href === undefined);
        if (href !== undefined) token.attrSet("href", href);
        else Object.assign(token, { tag: "span", attrs: [["class", "unlinked"]] });
      }
    }
  });
}

/** Undefined if the link leads into the repository, and nobody knows where that is. */
export function resolved(source: string, page: string, href: string): string | undefined {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  if (path === "" || path.startsWith("/") || /^[a-z]+:/.test(path)) return href;
  const file = join(dirname(source), path).replace(/\/$/, "");
  if (!existsSync(join(ROOT, file))) return href;
  const target = pages[file] ?? pages[`${file}/README.md`];
  if (target === undefined) return repository && `${repository}/blob/main/${file}${rest}`;
  return `${relative(dirname(page), target).replace(/(^|\/)index\.md$/, "$1") || "./"}${rest}`;
}
