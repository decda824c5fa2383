// JSON:API documents as an expert writes them by hand for one API: object literals, one pass, no abstraction.
import type { Article } from "../data.js";
import type { Resources } from "./resources.js";

/** The requested parts of an article. Undefined means all. */
export interface Shape {
  readonly author: boolean;
  readonly categories: boolean;
  readonly fields: ReadonlySet<string> | undefined;
}

export const MEDIA_TYPE = "application/vnd.api+json";
const JSONAPI = { version: "1.1" };

/** The documents of a server: with links of resources, or without (`lean-resources.ts`). */
export function documentsOf({ articleResource, userResource, categoryResource }: Resources) {
  function articleDocument(article: Article, shape: Shape, self: string) {
    const data = articleResource(article, shape.fields);
    if (!shape.author && !shape.categories) return { jsonapi: JSONAPI, links: { self }, data };
    return { jsonapi: JSONAPI, links: { self }, data, included: included([article], shape) };
  }

  function articlesDocument(articles: readonly Article[], shape: Shape, links: Record<string, string>, total: number) {
    const data = articles.map((article) => articleResource(article, shape.fields));
    const meta = { total };
    if (!shape.author && !shape.categories) return { jsonapi: JSONAPI, links, data, meta };
    return { jsonapi: JSONAPI, links, data, included: included(articles, shape), meta };
  }

  function included(articles: readonly Article[], shape: Shape) {
    const users = new Map<number, object>();
    const categories = new Map<number, object>();
    for (const article of articles) {
      if (shape.author && !users.has(article.author.id)) users.set(article.author.id, userResource(article.author));
      if (!shape.categories) continue;
      for (const category of article.categories) {
        if (!categories.has(category.id)) categories.set(category.id, categoryResource(category));
      }
    }
    return [...users.values(), ...categories.values()];
  }

  return { articleDocument, articlesDocument };
}

/** The links of a page, which keep what else the query says. */
export function pageLinks(url: string, kept: string, offset: number, limit: number, total: number) {
  const path = "/api/articles";
  const at = (to: number) => `${path}?${kept}page%5Boffset%5D=${to}&page%5Blimit%5D=${limit}`;
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const links: Record<string, string> = { self: url, first: at(0) };
  if (offset > 0) links.prev = at(Math.max(0, offset - limit));
  if (offset + limit < total) links.next = at(offset + limit);
  links.last = at(last);
  return links;
}

export function errorDocument(errors: readonly object[]) {
  return { jsonapi: JSONAPI, errors };
}
