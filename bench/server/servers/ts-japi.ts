import { once } from "node:events";
import express, { type Request, type Response } from "express";
import japi from "ts-japi";
import { errorDocument, MEDIA_TYPE, pageLinks } from "../by-hand/document.js";
import { keptQuery, type NewArticleDocument, newArticleOf } from "../by-hand/input.js";
import { type Article, store } from "../data.js";
import { listQuery, oneQuery } from "../peers/schemas.js";

// A CommonJS module whose names Node cannot see.
const { Linker, Relator, Serializer } = japi;

// It makes no links without an origin.
const BASE = "http://localhost/api";

const users = new Serializer("users", { linkers: { resource: new Linker(({ id }) => `${BASE}/users/${id}`) } });
const categories = new Serializer("categories", {
  linkers: { resource: new Linker(({ id }) => `${BASE}/categories/${id}`) },
});
const path = ({ id }: { readonly id: number }) => `${BASE}/articles/${id}`;
const options = { version: "1.1" as const, linkers: { resource: new Linker(path) } };

const articles = new Serializer("articles", {
  ...options,
  projection: { title: 1, content: 1, published: 1, created_at: 1 },
  relators: {
    author: new Relator(async (article: Article) => article.author, users, related("author")),
    categories: new Relator(async (article: Article) => [...article.categories], categories, related("categories")),
  },
});
/** Relationships cannot be left out by a projection: for sparse fieldsets there is a serializer without. */
const sparseArticles = new Serializer("articles", options);

function related(name: string) {
  return {
    relatedName: name,
    linkers: {
      relationship: new Linker((article: Article) => `${path(article)}/relationship/${name}`),
      related: new Linker((article: Article) => `${path(article)}/${name}`),
    },
  };
}

interface Asked {
  readonly include?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

async function serialize(data: Article | Article[], { include, fields }: Asked, links: object, meta?: object) {
  const document =
    fields === undefined
      ? await articles.serialize(data, include && { include: [...include] })
      : await sparseArticles.serialize(data, { projection: Object.fromEntries(fields.map((name) => [name, 1])) });
  return { ...document, links, ...(meta && { meta }) };
}

/** `filter[title][contains]` and the like, by the names that the schemas have. */
const NAMES: Readonly<Record<string, string>> = {
  "filter[title][contains]": "titleContains",
  "filter[author]": "author",
  "fields[articles]": "fields",
  "page[offset]": "offset",
  "page[limit]": "limit",
};

export async function start(port: number): Promise<void> {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");

  app.get("/api/articles", async (request, response) => {
    const parsed = listQuery.safeParse(renamed(request));
    if (!parsed.success) return refuse(response, parsed.error.issues);
    const query = parsed.data;
    const { rows, total } = store.list(query);
    const kept = keptQuery(request.query as Record<string, unknown>);
    const links = pageLinks(request.originalUrl, kept, query.offset, query.limit, total);
    send(response, 200, await serialize([...rows], query, links, { total }));
  });
  app.get("/api/articles/:id", async (request, response) => {
    const parsed = oneQuery.safeParse(renamed(request));
    if (!parsed.success) return refuse(response, parsed.error.issues);
    const article = store.find(Number(request.params.id));
    if (article === undefined) return send(response, 404, errorDocument([{ status: "404" }]));
    send(response, 200, await serialize(article, parsed.data, { self: request.originalUrl }));
  });
  app.post("/api/articles", express.json({ type: MEDIA_TYPE }), async (request, response) => {
    const parsed = oneQuery.safeParse(renamed(request));
    if (!parsed.success) return refuse(response, parsed.error.issues);
    const article = store.create(newArticleOf(request.body as NewArticleDocument)); // not validated: it has no means
    if (article === undefined) return send(response, 404, errorDocument([{ status: "404" }]));
    response.setHeader("location", path(article));
    send(response, 201, await serialize(article, parsed.data, { self: path(article) }));
  });
  const server = app.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function renamed(request: Request): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request.query).map(([name, value]) => [NAMES[name] ?? name, value]));
}

function refuse(
  response: Response,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const parameter = (name: string) => Object.entries(NAMES).find(([, short]) => short === name)?.[0] ?? name;
  const errors = issues.map(({ path, message }) => ({
    status: "400",
    title: "Invalid value",
    detail: message,
    source: { parameter: parameter(String(path[0])) },
  }));
  send(response, 400, errorDocument(errors));
}

function send(response: Response, status: number, document: object): void {
  response.status(status).setHeader("content-type", MEDIA_TYPE).setHeader("vary", "Accept");
  response.end(JSON.stringify(document));
}
