// Resource objects as an expert writes them by hand for one API: object literals.
import type { Article, Category, User } from "../data.js";

export interface Resources {
  articleResource(article: Article, fields: ReadonlySet<string> | undefined): object;
  userResource(user: User): object;
  categoryResource(category: Category): object;
}

export function articleResource(article: Article, fields: ReadonlySet<string> | undefined) {
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

export function userResource({ id, username, email }: User) {
  return { type: "users", id: `${id}`, attributes: { username, email }, links: { self: `/api/users/${id}` } };
}

export function categoryResource({ id, name }: Category) {
  return { type: "categories", id: `${id}`, attributes: { name }, links: { self: `/api/categories/${id}` } };
}
