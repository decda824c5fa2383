import type { Article, Category, User } from "../data.js";

export interface Asked {
  readonly include?: readonly ("author" | "categories")[] | undefined;
  readonly fields?: readonly (keyof Article)[] | undefined;
}

/** An article as peers without JSON:API answer it: what is included is nested, the rest are ids. */
export interface PlainArticle {
  id: number;
  title?: string;
  content?: string;
  published?: boolean;
  created_at?: Date;
  author?: User | number;
  categories?: (Category | number)[];
}

export function plainArticle(article: Article, { include, fields }: Asked): PlainArticle {
  const { id, title, content, published, created_at } = article;
  const author = include?.includes("author") ? article.author : article.author.id;
  const categories = include?.includes("categories")
    ? [...article.categories]
    : article.categories.map((category) => category.id);
  if (fields === undefined) return { id, title, content, published, created_at, author, categories };
  const sparse: PlainArticle = { id };
  if (fields.includes("title")) sparse.title = title;
  if (fields.includes("content")) sparse.content = content;
  if (fields.includes("published")) sparse.published = published;
  if (fields.includes("created_at")) sparse.created_at = created_at;
  if (fields.includes("author")) sparse.author = author;
  if (fields.includes("categories")) sparse.categories = categories;
  return sparse;
}
