import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DefaultTheme, MarkdownEnv, MarkdownRenderer } from "vitepress";
import { documents, ROOT, sourceOf } from "../pages.js";

const FOR_SEARCH = Symbol("for the search index");

/** Renders a page for the search index, which needs no colours and no types. */
export const renderForSearch: NonNullable<DefaultTheme.LocalSearchOptions["_render"]> = (source, env, md) =>
  md.render(source, { ...env, [FOR_SEARCH]: true });

/** Gives each ts block its key (see hovers.ts), and a block that begins with `// file: name` the name as its caption. */
export function typedFences(md: MarkdownRenderer): void {
  md.core.ruler.push("typed-fences", (state) => {
    const env: MarkdownEnv & { readonly [FOR_SEARCH]?: true } = state.env;
    if (env.relativePath === undefined) return; // a title alone
    const document = sourceOf(env.relativePath);
    const isProgram = documents.includes(document);
    const skipped = isProgram ? frontMatterLines(document, env.content) : 0;
    const seen = new Set<string>();
    for (const token of state.tokens) {
      if (token.type !== "fence" || !token.map) continue;
      const [comment = "", name] = /^\/\/ file: (.+)\n/.exec(token.content) ?? [];
      if (name) token.meta = { ...token.meta, caption: seen.has(name) ? `${name}, continued` : name };
      if (name) seen.add(name);
      token.content = token.content.slice(comment.length);
      if (env[FOR_SEARCH]) token.info = "txt";
      if (env[FOR_SEARCH] || !isProgram || !/^ts\b/.test(token.info)) continue;
      token.info = "ts";
      token.content = `${document}:${token.map[0] + 2 + skipped}`;
    }
  });

  // A name in the first column of a table may break before its bracket: the other columns need the place.
  md.core.ruler.push("breaking-names", ({ tokens }) => {
    for (const [index, { children }] of tokens.entries())
      if (tokens[index - 1]?.type === "td_open")
        for (const child of children ?? []) if (child.type === "code_inline") child.meta = { breaks: true };
  });
  const inline = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const html = inline?.(tokens, index, ...rest) ?? "";
    return tokens[index]?.meta?.breaks ? html.replace(/(?<=\w)(?=\()/g, "<wbr>") : html;
  };

  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = fence?.(tokens, index, ...rest) ?? "";
    const caption = tokens[index]?.meta?.caption;
    return caption
      ? `<figure class="file"><figcaption>${md.utils.escapeHtml(caption)}</figcaption>${html}</figure>`
      : html;
  };
}

/** VitePress renders a page without its front matter, and counts lines from there. */
function frontMatterLines(document: string, content: string | undefined): number {
  const lines = (text: string) => text.split("\n").length;
  return content === undefined ? 0 : lines(readFileSync(join(ROOT, document), "utf8")) - lines(content);
}
