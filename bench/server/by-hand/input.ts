import type { NewArticle } from "../data.js";
import type { Shape } from "./document.js";

/** A validated document that makes an article. */
export interface NewArticleDocument {
  readonly data: {
    readonly attributes: { readonly title: string; readonly content: string; readonly published?: boolean };
    readonly relationships: {
      readonly author: { readonly data: { readonly id: string } };
      readonly categories?: { readonly data: readonly { readonly id: string }[] };
    };
  };
}

export function newArticleOf({ data: { attributes, relationships } }: NewArticleDocument): NewArticle {
  return {
    title: attributes.title,
    content: attributes.content,
    published: attributes.published ?? false,
    author: Number(relationships.author.data.id),
    categories: relationships.categories?.data.map(({ id }) => Number(id)) ?? [],
  };
}

export function shapeOf(include: string | undefined, fields: string | undefined): Shape {
  return {
    author: include?.includes("author") ?? false,
    categories: include?.includes("categories") ?? false,
    fields: fields === undefined ? undefined : new Set(fields.split(",")),
  };
}

/** What a page's links keep of a query, with its `&` behind. */
export function keptQuery(query: Readonly<Record<string, unknown>>): string {
  let kept = "";
  for (const name in query) {
    if (name.startsWith("page")) continue;
    kept += `${encodeURIComponent(name)}=${encodeURIComponent(String(query[name])).replaceAll("%2C", ",")}&`;
  }
  return kept;
}
