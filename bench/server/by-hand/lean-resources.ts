// The resource objects of `resources.ts` without links.
import type { Article, Category, User } from "../data.js";

export function articleResource(article: Article, fields: ReadonlySet<string> | undefined) {
  if (fields !== undefined) return sparseResource(article, fields);
  return {
    type: "articles",
    id: `${article.id}`,
    attributes: {
      title: article.title,
      content: article.content,
      published: article.published,
      created_at: article.created_at,
    },
    relationships: { author: authorOf(article), categories: categoriesOf(article) },
  };
}

function sparseResource(article: Article, fields: ReadonlySet<string>) {
  const attributes: Record<string, unknown> = {};
  if (fields.has("title")) attributes.title = article.title;
  if (fields.has("content")) attributes.content = article.content;
  if (fields.has("published")) attributes.published = article.published;
  if (fields.has("created_at")) attributes.created_at = article.created_at;
  const resource: Record<string, unknown> = { type: "articles", id: `${article.id}`, attributes };
  if (!fields.has("author") && !fields.has("categories")) return resource;
  const relationships: Record<string, unknown> = {};
  if (fields.has("author")) relationships.author = authorOf(article);
  if (fields.has("categories")) relationships.categories = categoriesOf(article);
  resource.relationships = relationships;
  return resource;
}

function authorOf({ author }: Article) {
  return { data: { type: "users", id: `${author.id}` } };
}

function categoriesOf({ categories }: Article) {
  return { data: categories.map(({ id }) => ({ type: "categories", id: `${id}` })) };
}

export function userResource({ id, username, email }: User) {
  return { type: "users", id: `${id}`, attributes: { username, email } };
}

export function categoryResource({ id, name }: Category) {
  return { type: "categories", id: `${id}`, attributes: { name } };
}
