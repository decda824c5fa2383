import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The pages of a built site, as `docs/define`. */
export function pagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html") && path !== "404.html")
    .map((path) => path.replace(/\.html$/, ""))
    .sort();
}

/** One sentence for each link to a file or a heading that the site does not have. */
export function brokenLinks(folder: string): string[] {
  const texts = new Map(pagesOf(folder).map((page) => [page, readFileSync(join(folder, `${page}.html`), "utf8")]));
  return [...texts].flatMap(([page, html]) => {
    const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    return [...new Set(links)]
      .filter((href) => !leadsSomewhere(href, page))
      .map((href) => `${page} has a link to "${href}", which is not there`);
  });

  function leadsSomewhere(href: string, page: string): boolean {
    const { origin, pathname, hash } = new URL(href, `http://site/${page}`);
    if (origin !== "http://site") return true;
    const path = decodeURIComponent(pathname).replace(/\/$/, "/index").slice(1);
    const target = texts.get(path);
    if (target === undefined) return existsSync(join(folder, path));
    return hash === "" || target.includes(` id="${decodeURIComponent(hash.slice(1))}"`);
  }
}
