import { deepStrictEqual } from "node:assert/strict";
import { type Column, created, type Dialect } from "./columns.js";
import type { Contender } from "./contenders.js";
import { type Article, articles, store } from "./data.js";
import type { Answer } from "./load.js";

/** A response without its format, to compare contenders. */
interface Content {
  readonly rows: readonly object[];
  readonly total: number | undefined;
}

/** Throws where an answer does not say what every contender has to say. */
export function checkAnswer({ name }: Column, { dialect, lacks = [] }: Contender, { status, body }: Answer): void {
  if (name === "invalid") {
    if (status < 400 || status > 422) throw new Error(`answered ${status} to an invalid query: ${body}`);
    for (const parameter of ["sort", "limit"] as const) {
      if (lacks.includes(`${parameter} judged`)) continue;
      if (!body.includes(parameter)) throw new Error(`did not say that ${parameter} is wrong: ${body}`);
    }
    return;
  }
  const isCreated = name === "create" && dialect !== "trpc" && dialect !== "superjson";
  if (status !== (isCreated ? 201 : 200)) throw new Error(`answered ${status}: ${body.slice(0, 500)}`);
  const hasLinks = !lacks.includes("resource links");
  deepStrictEqual(
    contentOf(JSON.parse(body), dialect, hasLinks),
    expected(name, lacks.includes("sparse relationships")),
  );
}

/** @param isFull Whether relationships stand in a sparse fieldset. */
function expected(name: string, isFull: boolean): Content {
  switch (name) {
    case "list25":
      return { rows: articles.slice(25, 50).map((article) => rowOf(article, true, true)), total: 200 };
    case "getOne":
      return { rows: articles.slice(41, 42).map((article) => rowOf(article, true, false)), total: undefined };
    case "create": {
      const article = store.create(created);
      return { rows: article === undefined ? [] : [rowOf(article, false, false)], total: undefined };
    }
    default: {
      const related = ({ author, categories }: Article) =>
        isFull && { author: `${author.id}`, categories: categories.map(({ id }) => `${id}`) };
      const rows = articles.slice(0, 100).map((article) => ({
        id: `${article.id}`,
        title: article.title,
        ...related(article),
      }));
      return { rows, total: 200 };
    }
  }
}

function rowOf(article: Article, author: boolean, categories: boolean): object {
  const { id, title, content, published, created_at } = article;
  const row = { id: `${id}`, title, content, published, created_at: created_at.toISOString() };
  return {
    ...row,
    author: author ? { ...article.author, id: `${article.author.id}` } : `${article.author.id}`,
    categories: article.categories.map((category) =>
      categories ? { id: `${category.id}`, name: category.name } : `${category.id}`,
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, of which each reader knows the form
type Json = any;

function contentOf(json: Json, dialect: Dialect, hasLinks: boolean): Content {
  switch (dialect) {
    case "json:api":
      return ofDocument(json, hasLinks);
    case "plain":
      return ofPlain(json);
    case "trpc":
      return ofPlain(json.result.data);
    case "superjson":
      return ofPlain(json.result.data.json);
  }
}

function ofPlain(json: Json): Content {
  const rows = json.total === undefined ? [json] : json.data;
  const withText = ({ id, ...rest }: Json) => ({ id: `${id}`, ...rest });
  const related = (value: Json) => (typeof value === "object" ? withText(value) : `${value}`);
  return {
    rows: rows.map(({ author, categories, ...row }: Json) => ({
      ...withText(row),
      ...(author !== undefined && { author: related(author) }),
      ...(categories !== undefined && { categories: categories.map(related) }),
    })),
    total: json.total,
  };
}

function ofDocument({ data, included = [], meta }: Json, hasLinks: boolean): Content {
  const byId = new Map<string, Json>(included.map((resource: Json) => [`${resource.type} ${resource.id}`, resource]));
  if (byId.size !== included.length) throw new Error("A resource stands in included twice.");
  const related = ({ type, id }: Json) => {
    const found = byId.get(`${type} ${id}`);
    return found === undefined ? `${id}` : { ...found.attributes, id: `${id}` };
  };
  const rows = (Array.isArray(data) ? data : [data]).map(({ id, attributes, relationships = {}, links }: Json) => {
    if (hasLinks !== (links !== undefined)) throw new Error(`A resource ${hasLinks ? "lacks" : "has"} links.`);
    if (hasLinks && !links.self.endsWith(`/api/articles/${id}`)) throw new Error("A resource lacks its link.");
    const { author, categories } = relationships;
    for (const [name, { links }] of Object.entries<Json>(relationships)) {
      if (hasLinks && !links.related.endsWith(`/api/articles/${id}/${name}`))
        throw new Error(`${name} lacks its links.`);
    }
    return {
      ...attributes,
      id: `${id}`, // one of the contenders leaves them numbers
      ...(author?.data && { author: related(author.data) }),
      ...(categories?.data && { categories: categories.data.map(related) }),
    };
  });
  return { rows, total: meta?.total ?? meta?.page?.total ?? meta?.count };
}
