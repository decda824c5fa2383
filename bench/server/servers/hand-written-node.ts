// No framework at all: a switch over paths, hand-made checks, JSON.stringify.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { documentsOf, errorDocument, MEDIA_TYPE, pageLinks } from "../by-hand/document.js";
import { keptQuery, type NewArticleDocument, newArticleOf, shapeOf } from "../by-hand/input.js";
import * as resources from "../by-hand/resources.js";
import { store } from "../data.js";

const { articleDocument, articlesDocument } = documentsOf(resources);

export async function start(port: number): Promise<void> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (error instanceof Invalid) return send(response, error.status, errorDocument(error.errors));
      return send(response, 500, errorDocument([{ status: "500", title: "Internal server error" }]));
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

class Invalid extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly object[],
  ) {
    super("The request is invalid.");
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "/" } = request;
  const question = url.indexOf("?");
  const path = question === -1 ? url : url.slice(0, question);
  const query = new URLSearchParams(question === -1 ? "" : url.slice(question + 1));
  if (path === "/api/articles" && method === "GET") return list(url, query, response);
  if (path === "/api/articles" && method === "POST") return create(request, query, response);
  if (path.startsWith("/api/articles/") && method === "GET") {
    const article = store.find(Number(path.slice("/api/articles/".length)));
    if (article === undefined) throw new Invalid(404, [{ status: "404", title: "Not found" }]);
    const read = readQuery(query, ONE);
    return send(response, 200, articleDocument(article, shapeOf(read.include, read["fields[articles]"]), url));
  }
  throw new Invalid(404, [{ status: "404", title: "Not found" }]);
}

async function list(url: string, parameters: URLSearchParams, response: ServerResponse): Promise<void> {
  const query = readQuery(parameters, LIST);
  const offset = Number(query["page[offset]"] ?? 0);
  const limit = Number(query["page[limit]"] ?? 20);
  const { rows, total } = store.list({
    titleContains: query["filter[title][contains]"],
    author: query["filter[author]"] === undefined ? undefined : Number(query["filter[author]"]),
    sort: query.sort,
    offset,
    limit,
  });
  const links = pageLinks(url, keptQuery(query), offset, limit, total);
  send(response, 200, articlesDocument(rows, shapeOf(query.include, query["fields[articles]"]), links, total));
}

async function create(request: IncomingMessage, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const read = readQuery(query, ONE);
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += chunk;
  const article = store.create(newArticleOf(checkDocument(JSON.parse(text))));
  if (article === undefined) throw new Invalid(404, [{ status: "404", title: "Not found" }]);
  const self = `/api/articles/${article.id}`;
  response.setHeader("location", self);
  send(response, 201, articleDocument(article, shapeOf(read.include, read["fields[articles]"]), self));
}

type Check = (value: string) => boolean;

const isInteger: Check = (value) => /^\d+$/.test(value);
const isList =
  (...names: string[]): Check =>
  (value) =>
    value === "" || value.split(",").every((name) => names.includes(name));

const ONE: Readonly<Record<string, Check>> = {
  include: isList("author", "categories"),
  "fields[articles]": isList("title", "content", "published", "created_at", "author", "categories"),
};

const LIST: Readonly<Record<string, Check>> = {
  ...ONE,
  "filter[title][contains]": () => true,
  "filter[author]": isInteger,
  sort: (value) => ["title", "-title", "created_at", "-created_at"].includes(value),
  "page[offset]": isInteger,
  "page[limit]": (value) => isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
};

function readQuery(parameters: URLSearchParams, checks: Readonly<Record<string, Check>>): Record<string, string> {
  const query: Record<string, string> = {};
  const errors: object[] = [];
  for (const [name, value] of parameters) {
    if (checks[name]?.(value)) query[name] = value;
    else {
      const detail = `${name} is not valid.`;
      errors.push({ status: "400", code: "invalid", title: "Invalid value", detail, source: { parameter: name } });
    }
  }
  if (errors.length > 0) throw new Invalid(400, errors);
  return query;
}

function checkDocument(document: NewArticleDocument): NewArticleDocument {
  const { attributes, relationships } = document.data ?? {};
  const isValid =
    typeof attributes?.title === "string" &&
    attributes.title.length > 0 &&
    attributes.title.length <= 200 &&
    typeof attributes.content === "string" &&
    (attributes.published === undefined || typeof attributes.published === "boolean") &&
    isInteger(relationships?.author?.data?.id ?? "") &&
    (relationships.categories === undefined || relationships.categories.data.every(({ id }) => isInteger(id)));
  if (!isValid) throw new Invalid(422, [{ status: "422", title: "Invalid document" }]);
  return document;
}

function send(response: ServerResponse, status: number, document: object): void {
  const body = Buffer.from(JSON.stringify(document));
  response.writeHead(status, { "content-type": MEDIA_TYPE, vary: "Accept", "content-length": body.length });
  response.end(body);
}
