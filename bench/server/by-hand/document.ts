// JSON:API documents as an expert writes them by hand for one API: object literals, one pass, no abstraction.
import type { Article, Category, User } from "../data.js";

/** The requested parts of an article. Undefined means all. */
export interface Shape {
  readonly author: boolean;
  readonly categories: boolean;
  readonly fields: ReadonlySet<string> | undefined;
}

export const MEDIA_TYPE = "application/vnd.api+json";
const JSONAPI = { version: "1.1" };

export function articleDocument(article: Article, shape: Shape, self: string) {
  const data = articleResource(article, shape.fields);
  if (!shape.author && !shape.categories) return { jsonapi: JSONAPI, links: { self }, data };
  return { jsonapi: JSONAPI, links: { self }, data, included: included([article], shape) };
}

export function articlesDocument(
  articles: readonly Article[],
  shape: Shape,
  links: Record<string, string>,
  total: number,
) {
  const data = articles.map((article) => articleResource(article, shape.fields));
  const meta = { total };
  if (!shape.author && !shape.categories) return { jsonapi: JSONAPI, links, data, meta };
  return { jsonapi: JSONAPI, links, data, included: included(articles, shape), meta };
}

function articleResource(article: Article, fields: ReadonlySet<string> | undefined) {
  const self = `/api/articles/${article.id}`;
  if (fields !== undefined) return sparseResource(article, fields, self);
  return {
    type: "articles",
    id: `${article.id}`,
    attributes: {
      title: article.title,
      content: article.content,
      published: article.published,
      created_at: article.created_at,
    },
    relationships: { author: authorOf(article, self), categories: categoriesOf(article, self) },
    links: { self },
  };
}

function sparseResource(article: Article, fields: ReadonlySet<string>, self: string) {
  const attributes: Record<string, unknown> = {};
  if (fields.has("title")) attributes.title = article.title;
  if (fields.has("content")) attributes.content = article.content;
  if (fields.has("published")) attributes.published = article.published;
  if (fields.has("created_at")) attributes.created_at = article.created_at;
  const resource: Record<string, unknown> = { type: "articles", id: `${article.id}`, attributes, links: { self } };
  if (!fields.has("author") && !fields.has("categories")) return resource;
  const relationships: Record<string, unknown> = {};
  if (fields.has("author")) relationships.author = authorOf(article, self);
  if (fields.has("categories")) relationships.categories = categoriesOf(article, self);
  resource.relationships = relationships;
  return resource;
}

function authorOf({ author }: Article, self: string) {
  return {
    data: { type: "users", id: `${author.id}` },
    links: { self: `${self}/relationship/author`, related: `${self}/author` },
  };
}

function categoriesOf({ categories }: Article, self: string) {
  return {
    data: categories.map(({ id }) => ({ type: "categories", id: `${id}` })),
    links: { self: `${self}/relationship/categories`, related: `${self}/categories` },
  };
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

function userResource({ id, username, email }: User) {
  return { type: "users", id: `${id}`, attributes: { username, email }, links: { self: `/api/users/${id}` } };
}

function categoryResource({ id, name }: Category) {
  return { type: "categories", id: `${id}`, attributes: { name }, links: { self: `/api/categories/${id}` } };
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
