// The reference's routes and validation; documents by json-api-serializer, which Fastify sends as strings.
import Fastify, { type FastifyError, type FastifyReply } from "fastify";
import JSONAPISerializer from "json-api-serializer";
import { errorDocument, MEDIA_TYPE, pageLinks } from "../by-hand/document.js";
import { keptQuery, type NewArticleDocument, newArticleOf, shapeOf } from "../by-hand/input.js";
import { articleParams, listQuery, newArticle, oneQuery } from "../by-hand/schemas.js";
import { type Article, store } from "../data.js";
import { plainArticle } from "../peers/shape.js";

interface Query {
  readonly include?: string;
  readonly "fields[articles]"?: string;
  readonly "filter[title][contains]"?: string;
  readonly "filter[author]"?: number;
  readonly sort?: string;
  readonly "page[offset]": number;
  readonly "page[limit]": number;
}

interface Extra {
  readonly links: object;
  readonly meta?: object;
}

interface Parent {
  readonly id: number | string;
}

const serializer = new JSONAPISerializer({ convertCase: undefined as never, jsonapiObject: true });
serializer.register("users", { links: { self: (user: Parent) => `/api/users/${user.id}` } } as object);
serializer.register("categories", {
  links: { self: (category: Parent) => `/api/categories/${category.id}` },
} as object);
serializer.register("articles", {
  links: { self: (article: Parent) => `/api/articles/${article.id}` },
  topLevelLinks: (_: unknown, extra: Extra) => extra.links,
  topLevelMeta: (_: unknown, extra: Extra) => extra.meta,
  relationships: { author: related("users", "author"), categories: related("categories", "categories") },
} as object); // its types are those of an older version

function related(type: string, name: string) {
  return {
    type,
    links: (article: Parent) => ({
      self: `/api/articles/${article.id}/relationship/${name}`,
      related: `/api/articles/${article.id}/${name}`,
    }),
  };
}

/** The serializer includes what is nested, and links what is an id. */
function serialize(data: Article | readonly Article[], query: Partial<Query>, extra: Extra): string {
  const shape = shapeOf(query.include, query["fields[articles]"]);
  const include: ("author" | "categories")[] = [];
  if (shape.author) include.push("author");
  if (shape.categories) include.push("categories");
  const fields = shape.fields && ([...shape.fields] as (keyof Article)[]); // validated
  const plain = (article: Article) => plainArticle(article, { include, fields });
  const rows = Array.isArray(data) ? data.map(plain) : plain(data as Article);
  return JSON.stringify(serializer.serialize("articles", rows, extra as never));
}

export async function start(port: number): Promise<void> {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, allErrors: true } } });
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: "string" }, app.getDefaultJsonParser("error", "error"));
  app.setErrorHandler<FastifyError>(({ validation = [], statusCode = 500 }, _request, reply) => {
    const errors = validation.map(({ keyword, instancePath, message }) => {
      const path = instancePath.slice(1);
      const source = { parameter: path };
      return { status: `${statusCode}`, code: keyword, title: "Invalid", detail: `${path} ${message}`, source };
    });
    return send(reply, statusCode, JSON.stringify(errorDocument(errors)));
  });

  app.get<{ Querystring: Query }>("/api/articles", { schema: { querystring: listQuery } }, async (request, reply) => {
    const { query, url } = request;
    const { "page[offset]": offset, "page[limit]": limit, sort } = query;
    const filter = { titleContains: query["filter[title][contains]"], author: query["filter[author]"] };
    const { rows, total } = store.list({ ...filter, sort, offset, limit });
    const links = pageLinks(url, keptQuery(query as unknown as Record<string, unknown>), offset, limit, total);
    return send(reply, 200, serialize(rows, query, { links, meta: { total } }));
  });
  app.get<{ Params: { id: number }; Querystring: Query }>(
    "/api/articles/:id",
    { schema: { params: articleParams, querystring: oneQuery } },
    async ({ params, query, url }, reply) => {
      const article = store.find(params.id);
      if (article === undefined) return send(reply, 404, JSON.stringify(errorDocument([{ status: "404" }])));
      return send(reply, 200, serialize(article, query, { links: { self: url } }));
    },
  );
  app.post<{ Body: NewArticleDocument; Querystring: Query }>(
    "/api/articles",
    { schema: { body: newArticle, querystring: oneQuery } },
    async ({ body, query }, reply) => {
      const article = store.create(newArticleOf(body));
      if (article === undefined) return send(reply, 404, JSON.stringify(errorDocument([{ status: "404" }])));
      const self = `/api/articles/${article.id}`;
      reply.header("location", self);
      return send(reply, 201, serialize(article, query, { links: { self } }));
    },
  );
  await app.listen({ port, host: "127.0.0.1" });
}

function send(reply: FastifyReply, status: number, document: string): FastifyReply {
  return reply.code(status).header("content-type", MEDIA_TYPE).header("vary", "Accept").send(document);
}
